// The scenario files of the folder: to search, to filter, to open.

import * as api from "./api";
import { dialog, h } from "./dom";

export function showBank(open: (file: string) => void): void {
  const search = h("input", { type: "search", "aria-label": "Search", placeholder: "words, a rule, a card …", autocomplete: "off" });
  const folder = h("select", { "aria-label": "Folder" }, h("option", { value: "" }, "all folders"));
  const list = h("ul", { class: "bank" });
  const count = h("p", { class: "aside", role: "status" });
  const box = dialog("Scenarios", h("div", { class: "search" }, search, folder), count, list);
  let asking: AbortController | undefined;
  let timer: number | undefined;
  const draw = async (): Promise<void> => {
    asking?.abort();
    const own = (asking = new AbortController());
    const words = search.value.trim();
    const rule = /^\d{3}(\.\d+[a-z]?)?$/.test(words) ? words : "";
    const found = await api.list({ words: rule ? "" : words, rule, folder: folder.value }, own.signal).catch(() => undefined);
    if (!found) return;
    const chosen = folder.value;
    const folders = [h("option", { value: "" }, "all folders"), ...found.folders.map(([name, its]) => h("option", { value: name, selected: name === chosen }, `${name || "this folder"} (${its})`))];
    folder.replaceChildren(...folders);
    folder.value = chosen;
    count.textContent = found.found === 0 ? "nothing found" : `${found.found} scenarios${found.found > found.scenarios.length ? `, the first ${found.scenarios.length}` : ""}`;
    list.replaceChildren(
      ...found.scenarios.map((its) =>
        h("li", {}, h("button", { type: "button", title: its.question ?? null, click: () => {
          box.close();
          open(its.file);
        } }, h("span", { class: "title" }, its.title), " ", h("span", { class: "aside" }, its.file))),
      ),
    );
  };
  search.addEventListener("input", () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void draw(), 150);
  });
  folder.addEventListener("change", () => void draw());
  search.focus();
  void draw();
}
