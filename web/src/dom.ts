// Elements, made without any markup in text: nothing that is shown can be taken for a part of the page.

type Value = string | number | boolean | null | undefined | ((event: Event) => void);
type Child = Node | string | null | undefined | false;

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Record<string, Value> = {},
  ...children: (Child | Child[])[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat()) if (child) element.append(child);
  return element;
}

/** A button that says what it does. */
export function button(words: string, does: () => void, properties: Record<string, Value> = {}, ...shown: Child[]): HTMLButtonElement {
  const children: Child[] = shown.length > 0 ? shown : [words];
  const label = shown.length > 0 ? { "aria-label": words, title: words } : {};
  return h("button", { type: "button", click: does, ...label, ...properties }, ...children);
}

/** A dialog with a heading and a way out of it; it is gone when it is closed. */
export function dialog(heading: string, ...children: Child[]): HTMLDialogElement {
  const close = button("Close", () => box.close(), { class: "close" }, sign("close"));
  const box = h("dialog", { "aria-label": heading, close: () => box.remove() }, h("header", {}, h("h2", {}, heading), close), ...children);
  box.addEventListener("click", (event) => {
    if (event.target === box) box.close();
  });
  document.body.append(box);
  box.showModal();
  return box;
}

/** A text in which the numbers of objects stand back, and symbols of mana are drawn. */
export function spoken(text: string): DocumentFragment {
  const out = document.createDocumentFragment();
  for (const part of text.split(/(#\d+|\{[^{}\s]{1,5}\})/)) {
    if (/^#\d+$/.test(part)) out.append(h("span", { class: "number" }, part));
    else if (part.startsWith("{") && part.endsWith("}")) out.append(symbol(part.slice(1, -1)));
    else if (part) out.append(part);
  }
  return out;
}

/** A symbol of mana, as we draw it. */
export function symbol(of: string): HTMLElement {
  const color = /^[WUBRG]$/.test(of) ? of : /[WUBRG]/.test(of) ? "M" : "C";
  const words: Record<string, string> = { W: "white mana", U: "blue mana", B: "black mana", R: "red mana", G: "green mana", C: "colourless mana", T: "tap", Q: "untap", X: "X mana" };
  const name = words[of] ?? (/^\d+$/.test(of) ? `${of} generic mana` : of);
  return h("span", { class: `symbol of-${color}`, role: "img", "aria-label": name }, of === "T" ? "↷" : of.replace("/", ""));
}

const SIGNS = {
  start: "M3 2h2v12H3z M14 2v12L6 8z",
  back: "M12 2v12L4 8z",
  on: "M4 2v12l8-6z",
  zone: "M1 4v8l5-4z M7 4v8l5-4z M13 3h2v10h-2z",
  end: "M11 2h2v12h-2z M2 2v12l8-6z",
  close: "M3.2 2 8 6.8 12.8 2 14 3.2 9.2 8 14 12.8 12.8 14 8 9.2 3.2 14 2 12.8 6.8 8 2 3.2z",
};

/** A sign on a button, as we draw it. */
export function sign(name: keyof typeof SIGNS): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [key, value] of Object.entries({ viewBox: "0 0 16 16", width: "16", height: "16", "aria-hidden": "true", fill: "currentColor" })) svg.setAttribute(key, value);
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", SIGNS[name]);
  svg.append(path);
  return svg;
}
