// A played scenario that stands in the page itself, without a server: what `headjudge lesson` writes.

import { h } from "./dom";
import { showRule } from "./rule";
import type { Document } from "./types";
import { chooser, lay, listen, View } from "./view";

/** The page of one played scenario, which stands in the page itself. */
function show(data: Document): void {
  let which = 0;
  const into = h("div", { class: "right", id: "result" });
  const bar = h("div", { class: "bar" });
  let view: View | undefined;
  const draw = (): void => {
    const played = data.scenarios[which];
    if (!played) return;
    view = new View(played, { rule: (number) => void showRule(number, played.rules[number], false) }, 0);
    lay(into, view);
    if (played.question) into.prepend(h("p", { class: "question" }, played.question));
  };
  // Of each scenario there may be one document for the judge, and one for each player.
  const options: [string, string][] = data.scenarios.map((its, place) => [String(place), `${its.title}${its.viewer ? `, as ${its.viewer}` : ""}`]);
  if (options.length > 1) bar.append(chooser("Shown", options, "0", (value) => { which = Number(value); draw(); }));
  const title = data.scenarios[0]?.title ?? "headjudge";
  document.body.append(h("header", { class: "top" }, h("h1", {}, title), bar), h("main", { class: "alone" }, into));
  listen(() => view?.stepper);
  draw();
}

const data = document.getElementById("played");
if (data) {
  // The sheet gives way to this; on paper it is the other way round.
  document.documentElement.dataset["live"] = "";
  show(JSON.parse(data.textContent ?? "") as Document);
}
