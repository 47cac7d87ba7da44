// A rule: what it decides, what stands around it, and which scenarios show it.

import * as api from "./api";
import { button, dialog, h } from "./dom";
import type { RulePage } from "./types";

/** Shows a rule; without a server what we say of it is all there is. */
export async function showRule(number: string, gist: string | undefined, online: boolean, open?: (file: string) => void): Promise<void> {
  const body = h("div", { class: "rulebook" }, gist ? h("p", { class: "gist" }, gist) : h("p", { class: "none" }, "no gist"));
  const box = dialog(`Rule ${number}`, body);
  if (!online) return;
  const page = await api.rule(number).catch(() => undefined);
  if (!page) return;
  const again = (other: string): void => {
    box.close();
    void showRule(other, undefined, online, open);
  };
  const line = (its: RulePage): HTMLElement => h("li", {}, button(`Rule ${its.rule}`, () => again(its.rule), { class: "rule" }, its.rule), ` ${its.heading ?? its.gist ?? ""}`);
  const part = (heading: string, lines: RulePage[]): HTMLElement | null => (lines.length > 0 ? h("section", {}, h("h3", {}, heading), h("ul", {}, lines.map(line))) : null);
  const parts = [
    h("p", { class: "gist" }, page.gist ?? page.heading ?? gist ?? ""),
    page.text ? h("blockquote", {}, page.text.map((paragraph) => h("p", {}, paragraph))) : null,
    part("Above", page.above),
    part("Beside", page.beside),
    part("Under", page.under.slice(0, 40)),
  ];
  body.replaceChildren(...parts.filter((its): its is HTMLElement => its !== null));
  if (!open) return;
  const found = await api.list({ rule: number }).catch(() => undefined);
  if (!found || found.scenarios.length === 0) return;
  const scenarios = found.scenarios.slice(0, 12).map((its) =>
    h("li", {}, button(its.title, () => {
      box.close();
      open(its.file);
    }, { class: "link" })),
  );
  body.append(h("section", {}, h("h3", {}, found.found === 1 ? "One scenario shows it" : `${found.found} scenarios show it`), h("ul", {}, scenarios)));
}
