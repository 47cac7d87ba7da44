// The steps: forward, back, to the next zone change, to either end; by buttons, keys and swipes.

import { drawBoard } from "./board";
import { button, h, sign, spoken } from "./dom";
import type { Card, Played, Step } from "./types";

/** A step as a sentence. */
export function sentence(step: Step): string {
  const became = step.became ? ` ${step.became}` : "";
  if (!step.why) return `${step.subject}${became}`;
  const goesOn = /^(by|in|as) /.test(step.why);
  return `${step.subject}${became}${goesOn ? " " : ", "}${step.why}`;
}

export interface Shown {
  rule: (number: string) => void;
  words?: ((number: number) => Promise<Card | undefined>) | undefined;
}

/** A played scenario to step through: the board in one place, the steps in another. */
export class Stepper {
  readonly board = h("div", { class: "table" });
  /** Where it is, and what goes on from there. */
  readonly panel: HTMLElement;
  /** All steps. */
  readonly whole: HTMLElement;
  /** How many steps have been taken. */
  at: number;
  private readonly list = h("ol", { class: "steps", tabindex: 0, "aria-label": "All steps" });
  private readonly now = h("div", { class: "now" });
  private readonly live = h("p", { class: "unseen", "aria-live": "polite", role: "status" });
  private readonly items: HTMLElement[] = [];
  private readonly controls: Record<"start" | "back" | "on" | "zone" | "end", HTMLButtonElement>;
  private readonly count = h("span", { class: "count" });

  constructor(
    private readonly played: Played,
    private readonly shown: Shown,
    at = played.steps.length,
  ) {
    this.at = Math.min(at, played.steps.length);
    this.controls = {
      start: button("To the start", () => this.go(0), { "data-key": "Home" }, sign("start")),
      back: button("One step back", () => this.go(this.at - 1), { "data-key": "ArrowLeft" }, sign("back")),
      on: button("One step on", () => this.go(this.at + 1), { "data-key": "ArrowRight" }, sign("on")),
      zone: button("On to the next zone change", () => this.go(this.nextMove()), { "data-key": "z" }, sign("zone")),
      end: button("To the end", () => this.go(played.steps.length), { "data-key": "End" }, sign("end")),
    };
    played.steps.forEach((step, place) => {
      const heading = step.number === undefined;
      const item = h(
        "li",
        { class: heading ? "heading" : "step" },
        heading
          ? h("span", {}, sentence(step))
          : h("button", { type: "button", click: () => this.go(place + 1) }, h("span", { class: "place" }, step.number ?? ""), h("span", {}, spoken(sentence(step)))),
        heading ? null : this.rules(step.rules),
      );
      item.classList.add(`deep-${Math.min(step.depth, 4)}`);
      this.items.push(item);
      this.list.append(item);
    });
    const { start, back, on, zone, end } = this.controls;
    this.panel = h(
      "section",
      { class: "stepping", "aria-label": "Step through" },
      h("div", { class: "controls", role: "group", "aria-label": "Steps on and back" }, start, back, this.count, on, zone, end),
      this.now,
      this.live,
    );
    this.whole = h("section", { class: "whole", "aria-label": "All steps" }, this.list);
    this.swipes();
    this.draw();
  }

  /** Goes to where so many steps have been taken. */
  go(at: number): void {
    const place = Math.max(0, Math.min(at, this.played.steps.length));
    const on = place > this.at;
    this.at = place;
    // A heading by itself shows nothing new.
    while (this.at > 0 && this.at < this.played.steps.length && this.played.steps[this.at - 1]?.number === undefined) this.at += on ? 1 : -1;
    this.draw();
    const step = this.played.steps[this.at - 1];
    this.live.textContent = step ? `Step ${step.number ?? ""}: ${sentence(step)}. ${step.rules.join(", ")}` : "The start";
  }

  /** Does what a key stands for; says whether it stands for anything. */
  key(event: KeyboardEvent): boolean {
    if (event.altKey || event.ctrlKey || event.metaKey) return false;
    const control = Object.values(this.controls).find((its) => its.dataset["key"] === event.key);
    if (!control) return false;
    if (!control.disabled) control.click();
    return true;
  }

  private nextMove(): number {
    const next = this.played.steps.findIndex((step, place) => place >= this.at && step.moves);
    return next < 0 ? this.played.steps.length : next + 1;
  }

  private rules(rules: string[]): HTMLElement | null {
    if (rules.length === 0) return null;
    return h("span", { class: "rules" }, rules.map((rule) => button(`Rule ${rule}`, () => this.shown.rule(rule), { class: "rule", title: this.played.rules[rule] ?? null }, rule)));
  }

  /** Whether the board of the step is older than the step, as no more boards were kept. */
  private isBehind(): boolean {
    const { steps, boards, cut_short } = this.played;
    const lastKept = boards.length - 2;
    return cut_short === true && this.at > 1 && this.at < steps.length && steps[this.at - 1]?.board === lastKept && steps[this.at - 2]?.board === lastKept;
  }

  private draw(): void {
    const { steps, boards } = this.played;
    const step = steps[this.at - 1];
    const before = steps[this.at - 2];
    const board = boards[step ? step.board : 0];
    const { start, back, on, zone, end } = this.controls;
    const taken = (count: number): number => steps.slice(0, count).filter((its) => its.number !== undefined).length;
    this.count.textContent = `${taken(this.at)} / ${taken(steps.length)}`;
    for (const control of [start, back]) control.disabled = this.at === 0;
    for (const control of [on, zone, end]) control.disabled = this.at >= steps.length;
    this.items.forEach((item, place) => {
      item.classList.toggle("current", place === this.at - 1);
      item.classList.toggle("to-come", place >= this.at);
      const own = item.querySelector("button");
      if (place === this.at - 1) own?.setAttribute("aria-current", "step");
      else own?.removeAttribute("aria-current");
    });
    const gist = step?.rules[0] ? this.played.rules[step.rules[0]] : undefined;
    this.now.replaceChildren(
      ...(step
        ? [
            h("p", {}, h("span", { class: "place" }, step.number ?? ""), " ", spoken(sentence(step)), " ", this.rules(step.rules) ?? ""),
            gist ? h("p", { class: "gist" }, h("b", {}, step.rules[0] ?? ""), ` ${gist}`) : "",
          ]
        : [h("p", { class: "aside" }, "The start: nothing has happened yet.")]),
      this.isBehind() ? h("p", { class: "aside" }, "So many things have happened that not every board is kept: the one shown is that of an earlier step. The last step shows the board at the end.") : "",
    );
    if (board) {
      const words = this.shown.words ? { words: this.shown.words } : {};
      this.board.replaceChildren(drawBoard({ played: this.played, board, about: new Set(step?.about ?? []), before: step ? boards[before ? before.board : 0] : undefined, ...words }));
    } else {
      this.board.replaceChildren(h("p", { class: "none" }, "Nothing has been played."));
    }
    const current = this.items[this.at - 1];
    // Only the list scrolls, never the page.
    if (current && this.list.scrollHeight > this.list.clientHeight) this.list.scrollTop = current.offsetTop - this.list.offsetTop - this.list.clientHeight / 3;
  }

  private swipes(): void {
    let from: [number, number] | undefined;
    this.board.addEventListener("touchstart", (event) => {
      const touch = event.touches[0];
      from = touch && event.touches.length === 1 ? [touch.clientX, touch.clientY] : undefined;
    }, { passive: true });
    this.board.addEventListener("touchend", (event) => {
      const touch = event.changedTouches[0];
      if (!from || !touch) return;
      const [across, down] = [touch.clientX - from[0], touch.clientY - from[1]];
      from = undefined;
      if (Math.abs(across) < 60 || Math.abs(down) > Math.abs(across) / 2) return;
      this.go(this.at + (across < 0 ? 1 : -1));
    }, { passive: true });
  }
}
