// What one replies to a question with: buttons, a number, an order. What is sent is what one would type at the terminal.

import { button, h } from "./dom";
import type { Asked } from "./types";

/** The means to reply; who does not know says so too. */
export function replying(asked: Asked, label: string, sends: (reply: string | null) => void, skips: () => void): HTMLElement {
  const aside = h("p", { class: "picks" }, button("I don't know", () => sends(null)), button("Skip", skips));
  const group = (...children: Node[]): HTMLElement => h("div", { class: "reply", role: "group", "aria-labelledby": label }, ...children, aside);
  const choices = asked.choices ?? [];
  switch (asked.shape) {
    case "yes or no":
      return group(picks(["Yes", "No"], (place) => sends(place === 0 ? "yes" : "no")));
    case "one":
      return group(picks(choices, (place) => sends(String(place + 1))));
    case "number":
      return group(typed(asked.hint, { type: "number", step: 1, required: true, inputmode: "numeric" }, sends));
    case "size":
      return group(typed(asked.hint, { type: "text", required: true, pattern: "\\s*-?\\d+\\s*/\\s*-?\\d+\\s*", title: asked.hint, autocomplete: "off" }, sends));
    case "order":
      return group(...ordering(choices, sends));
  }
}

function picks(words: string[], does: (place: number) => void): HTMLElement {
  return h("div", { class: "picks" }, words.map((its, place) => button(its, () => does(place), { class: "pick" })));
}

function typed(hint: string, properties: Record<string, string | number | boolean>, sends: (reply: string) => void): HTMLElement {
  const input = h("input", { ...properties, "aria-label": `Your answer: ${hint}`, placeholder: hint });
  const form = h("form", { class: "picks" }, input, h("button", { type: "submit", class: "pick" }, "Answer"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    sends(input.value.trim());
  });
  return form;
}

/** A list whose items are moved up and down. */
function ordering(items: string[], sends: (reply: string) => void): HTMLElement[] {
  const order = items.map((_, place) => place);
  const list = h("ol", { class: "ordering" });
  const draw = (at?: number, way?: -1 | 1): void => {
    const rows = order.map((item, place) => {
      const move = (by: -1 | 1): HTMLElement => {
        const other = place + by;
        const words = `${by < 0 ? "Up" : "Down"}: ${items[item] ?? ""}`;
        const its = button(words, () => {
          const moved = order.splice(place, 1);
          order.splice(other, 0, ...moved);
          draw(other, by);
        }, { disabled: other < 0 || other >= order.length }, by < 0 ? "↑" : "↓");
        return its;
      };
      return h("li", {}, h("span", {}, `${place + 1}. ${items[item] ?? ""}`), move(-1), move(1));
    });
    list.replaceChildren(...rows);
    if (at === undefined) return;
    // Who goes on moving it does not have to look for it again.
    const buttons = [...(rows[at]?.querySelectorAll("button") ?? [])];
    const same = buttons[way === -1 ? 0 : 1];
    (same?.disabled ? buttons.find((its) => !its.disabled) : same)?.focus();
  };
  draw();
  return [list, h("p", { class: "picks" }, button("Answer", () => sends(order.map((item) => item + 1).join(" ")), { class: "pick" }))];
}
