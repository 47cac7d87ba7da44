// What is seen of a played scenario: its answers, the board, and the steps. With a server behind it, and without one.

import { button, h, spoken } from "./dom";
import { Stepper } from "./steps";
import type { Answer, Card, Played } from "./types";

/** What of the page around it a view uses. */
export interface Around {
  rule: (number: string) => void;
  words?: (number: number) => Promise<Card | undefined>;
  line?: (line: number) => void;
}

/** What is seen of one scenario: its answers, and what can be stepped through. */
export class View {
  readonly answers = h("section", { class: "answers", "aria-label": "Answers" });
  stepper: Stepper;

  constructor(
    readonly played: Played,
    private readonly page: Around,
    at: number | undefined,
  ) {
    this.stepper = new Stepper(played, { rule: page.rule, words: page.words }, at);
    const { users_cards: cards = [] } = played;
    this.answers.append(
      h("p", { class: `verdict ${verdictClass(played.verdict)}` }, played.verdict),
      ...played.answers.map((answer) => this.answer(answer)),
      ...(cards.length > 0 ? [h("p", { class: "aside" }, `Rests on cards written by hand: ${cards.map((card) => card.name).join(", ")}`)] : []),
    );
  }

  private answer(answer: Answer): HTMLElement {
    const rules = answer.rules.slice(0, 3).map((rule) => button(`Rule ${rule}`, () => this.page.rule(rule), { class: "rule", title: this.played.rules[rule] ?? null }, rule));
    const { step, line } = answer;
    const because = answer.because
      ? h("p", { class: "because" }, spoken(answer.because), step === undefined ? null : button("Show the step", () => this.stepper.go(step + 1), { class: "link" }))
      : null;
    const words: Record<string, string> = { "not as expected": "Not as expected: ", todo: "Known gap: " };
    const said = h("p", { class: "said" }, h("span", {}, words[answer.state] ?? "", spoken(answer.sentence)), h("span", { class: "rules" }, rules));
    const box = h("article", { class: `answer ${answer.state.replaceAll(" ", "-")}` }, said, because);
    const go = this.page.line;
    if (line !== undefined && go) box.append(button(`Line ${line}`, () => go(line), { class: "link place" }));
    return box;
  }
}

function verdictClass(verdict: string): string {
  return verdict === "answered as expected" ? "good" : verdict === "unsettled" || verdict === "undecided" ? "open" : "bad";
}

/** Puts the parts of a view where they belong. */
export function lay(into: HTMLElement, view: View, ...more: (HTMLElement | null)[]): void {
  const { panel, board, whole } = view.stepper;
  // Where nothing was played there is nothing to step through.
  const parts = [view.answers, ...more, ...(view.played.boards.length > 0 ? [panel, board, whole] : [])];
  into.replaceChildren(...parts.filter((part): part is HTMLElement => part !== null));
}

/** Keys that step, wherever nothing is typed. */
export function listen(stepper: () => Stepper | undefined): void {
  document.addEventListener("keydown", (event) => {
    const target = event.composedPath()[0];
    if (target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName))) return;
    if (document.querySelector("dialog[open]")) return;
    if (stepper()?.key(event)) event.preventDefault();
  });
}

/** Which of several scenarios is shown, and by whose eyes. */
export function chooser(label: string, options: [string, string][], chosen: string, changes: (value: string) => void): HTMLElement {
  const select = h("select", { "aria-label": label }, options.map(([value, words]) => h("option", { value, selected: value === chosen }, words)));
  select.addEventListener("change", () => changes(select.value));
  return h("label", { class: "chooser" }, h("span", {}, label), select);
}
