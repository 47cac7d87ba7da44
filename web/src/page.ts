// The page: a scenario at the left; its answers, the board and the steps at the right.

import * as api from "./api";
import { showBank } from "./bank";
import { button, dialog, h, spoken } from "./dom";
import { Editor } from "./editor";
import { showRule } from "./rule";
import type { Card, Document, Fault, Played, Words } from "./types";
import { chooser, lay, listen, View } from "./view";

/** How long nobody types before it is played. */
const PAUSE = 20;

/** How much longer before faults take the place of answers: what is half written is none. */
const PATIENCE = 450;

const BEGIN = `scenario  Which creature survives?
question  AP casts Lightning Bolt on NAP's creature, and NAP makes it larger in response. Does it survive?
AP
  hand         Lightning Bolt
NAP
  hand         Giant Growth
  battlefield  Grizzly Bears

AP casts Lightning Bolt -> Grizzly Bears
in response NAP casts Giant Growth -> Grizzly Bears
expect Grizzly Bears on the battlefield
`;

/** The page with a server behind it. */
class Desk {
  private words: Words | undefined;
  private readonly right = h("div", { class: "right", id: "result" });
  private readonly bar = h("div", { class: "bar" });
  private readonly said = h("p", { class: "unseen", role: "status", "aria-live": "polite" });
  private readonly editor: Editor;
  private file: string | undefined;
  private readOnly = true;
  private viewer = "";
  private detail = false;
  private which = 0;
  private document: Document | undefined;
  private view: View | undefined;
  private timer: number | undefined;
  private asking: AbortController | undefined;
  private readonly title = h("span", { class: "file" });
  private readonly save = button("Save", () => void this.keep());

  constructor() {
    const host = h("div", { class: "editor" });
    const left = h("section", { class: "left", "aria-label": "Scenario" }, host);
    const tools = h(
      "nav",
      { class: "tools", "aria-label": "Scenario files" },
      button("Scenarios", () => showBank((file) => void this.open(file))),
      button("New", () => this.fresh()),
      h("a", { href: "/quiz" }, "Quiz"),
      this.save,
      this.title,
    );
    document.body.append(
      h("a", { class: "skip", href: "#result" }, "To the answers"),
      h("header", { class: "top" }, h("h1", {}, "headjudge"), tools, this.bar, button("Help", () => help(), { class: "help" }, "?")),
      h("main", {}, left, this.right),
      this.said,
    );
    this.save.hidden = true;
    this.editor = new Editor(host, BEGIN, {
      words: () => this.words,
      cards: (begun) => api.cards(begun).catch(() => []),
      changed: () => this.later(),
      run: () => void this.play(),
    });
    listen(() => this.view?.stepper);
    void api.words().then((words) => (this.words = words));
    void api.about().then((about) => {
      this.readOnly = about.read_only;
      this.save.hidden = this.readOnly;
    });
    window.addEventListener("hashchange", () => this.fromAddress());
    if (!this.fromAddress()) void this.play();
  }

  private fromAddress(): boolean {
    const file = new URLSearchParams(location.hash.slice(1)).get("file");
    if (!file || file === this.file) return false;
    void this.open(file);
    return true;
  }

  private async open(file: string): Promise<void> {
    try {
      const { text } = await api.file(file);
      this.file = file;
      this.which = 0;
      this.viewer = "";
      location.hash = new URLSearchParams({ file }).toString();
      this.title.textContent = file;
      this.view = undefined;
      this.editor.text = text;
      await this.play();
    } catch (error) {
      this.trouble(error);
    }
  }

  private fresh(): void {
    this.file = undefined;
    this.title.textContent = "";
    history.replaceState(null, "", location.pathname);
    this.view = undefined;
    this.which = 0;
    this.editor.text = BEGIN;
    this.editor.view.focus();
  }

  private async keep(): Promise<void> {
    const name = this.file ?? (await askName());
    if (!name) return;
    try {
      await api.keep(name, this.editor.text);
      this.file = name;
      this.title.textContent = name;
      this.said.textContent = `${name} is saved`;
    } catch (error) {
      this.trouble(error);
    }
  }

  private later(): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.play(true), PAUSE);
  }

  private request(words: boolean): api.Asking {
    return { text: this.editor.text, ...(this.file ? { file: this.file } : {}), ...(this.viewer ? { as: this.viewer } : {}), detail: this.detail, words };
  }

  private async play(typed = false): Promise<void> {
    window.clearTimeout(this.timer);
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    try {
      const begun = performance.now();
      this.document = await api.play(this.request(false), asking.signal);
      const half = this.document.scenarios.some((its) => its.verdict === "invalid" && its.boards.length === 0);
      if (half && this.view && typed) this.timer = window.setTimeout(() => this.draw(), PATIENCE);
      else this.draw();
      document.documentElement.dataset["took"] = String(Math.round(performance.now() - begun));
    } catch (error) {
      if (!asking.signal.aborted) this.trouble(error);
    }
  }

  /** Says what could not be done; what was there stays. */
  private trouble(error: unknown): void {
    const words = error instanceof Error ? error.message : String(error);
    this.said.textContent = words;
    this.right.querySelector(".trouble")?.remove();
    this.right.prepend(h("p", { class: "trouble", role: "alert" }, words));
  }

  private draw(): void {
    const { document: found } = this;
    if (!found) return;
    this.which = Math.min(this.which, Math.max(found.scenarios.length - 1, 0));
    const played = found.scenarios[this.which];
    this.editor.show(found.scenarios.flatMap((its) => its.faults ?? []));
    this.drawBar(found, played);
    if (!played) {
      this.right.replaceChildren(h("p", { class: "none" }, "Write a scenario: it is played as you type."));
      return;
    }
    // Where somebody has stepped back they stay; else the end is shown.
    const before = this.view;
    const stays = before && before.played.title === played.title && before.stepper.at < before.played.steps.length;
    this.view = new View(played, { rule: (number) => this.rule(number), words: (number) => this.cardWords(number), line: (line) => this.editor.goTo(line) }, stays ? before.stepper.at : undefined);
    const scroll = this.right.scrollTop;
    lay(this.right, this.view, this.open_(played), this.faults(played));
    this.right.scrollTop = scroll;
    const first = played.answers[0]?.sentence ?? played.open?.asks ?? played.faults?.[0]?.message ?? "";
    this.said.textContent = `${played.verdict}. ${first}`;
  }

  private drawBar(found: Document, played: Played | undefined): void {
    const titles: [string, string][] = found.scenarios.map((its, place) => [String(place), its.title || `scenario ${place + 1}`]);
    const players: [string, string][] = (played?.players ?? []).map((name) => [name, name]);
    const parts: HTMLElement[] = [];
    if (titles.length > 1) {
      parts.push(chooser("Scenario", titles, String(this.which), (value) => {
        this.which = Number(value);
        this.draw();
      }));
    }
    if (players.length > 0 || this.viewer) {
      const known: [string, string][] = [["", "the judge"], ...players];
      parts.push(chooser("Seen by", known, this.viewer, (value) => {
        this.viewer = value;
        void this.play();
      }));
    }
    const detail = h("input", { type: "checkbox", checked: this.detail });
    detail.addEventListener("change", () => {
      this.detail = detail.checked;
      void this.play();
    });
    parts.push(h("label", { class: "chooser" }, detail, h("span", {}, "All steps")));
    // A choice that is being made stays where it is.
    if (this.bar.contains(document.activeElement) && this.bar.childElementCount === parts.length) return;
    this.bar.replaceChildren(...parts);
  }

  private open_(played: Played): HTMLElement | null {
    const { open } = played;
    if (!open) return null;
    const answers = open.answers.map(({ words, edit, labels }) =>
      h("li", {}, edit
        ? h("button", { type: "button", class: "pick", click: () => { this.editor.write(edit, labels ?? []); void this.play(); } }, spoken(words))
        : h("span", { class: "pick", title: "nothing that can be written means it" }, spoken(words))),
    );
    const rules = open.rules.map((rule) => button(`Rule ${rule}`, () => this.rule(rule), { class: "rule" }, rule));
    const more = open.left_out ? h("p", { class: "aside" }, `and ${open.left_out} more`) : null;
    return h("section", { class: "choice", "aria-label": "Open choice" }, h("h2", {}, spoken(open.asks.replaceAll("`", ""))), h("span", { class: "rules" }, rules), h("ul", { class: "picks" }, answers), more);
  }

  private faults(played: Played): HTMLElement | null {
    const faults = (played.faults ?? []).filter((fault) => !(played.open && fault.code === "open-choice"));
    if (faults.length === 0) return null;
    const each = faults.map((fault) =>
      h(
        "li",
        { class: fault.severity },
        fault.place ? button(`Line ${fault.place.line}`, () => { if (fault.place) this.editor.goTo(fault.place.line); this.editor.view.focus(); }, { class: "link place" }) : null,
        h("span", {}, fault.message),
        (fault.rules ?? []).map((rule) => button(`Rule ${rule}`, () => this.rule(rule), { class: "rule" }, rule)),
        (fault.help ?? []).map((line) => this.help(fault, line)),
      ),
    );
    return h("section", { class: "faults", "aria-label": "Faults" }, h("ul", {}, each));
  }

  /** A line of advice; what it says was meant can be put in the place of what is written. */
  private help(fault: Fault, line: string): HTMLElement {
    const { place } = fault;
    const meant = /^did you mean (.*)\?$/.exec(line)?.[1]?.match(/`[^`]+`/g) ?? [];
    if (!place || meant.length === 0) return h("p", { class: "aside" }, line);
    const buttons = meant.map((its) => {
      const words = its.slice(1, -1);
      return h("button", { type: "button", class: "pick", click: () => { this.editor.replace(place, words); void this.play(); } }, words);
    });
    return h("p", { class: "aside" }, "did you mean ", buttons);
  }

  private rule(number: string): void {
    const gist = this.document?.scenarios[this.which]?.rules[number];
    void showRule(number, gist, true, (file) => void this.open(file));
  }

  private full: { text: string; document: Promise<Document> } | undefined;

  private async cardWords(number: number): Promise<Card | undefined> {
    const request = this.request(true);
    const key = JSON.stringify(request);
    if (this.full?.text !== key) this.full = { text: key, document: api.play(request) };
    const found = await this.full.document.catch(() => undefined);
    return found?.scenarios[this.which]?.cards.find((card) => card.number === number && card.text);
  }
}

function askName(): Promise<string | undefined> {
  return new Promise((resolve) => {
    const input = h("input", { type: "text", "aria-label": "File name", placeholder: "subject/name.scn", required: true });
    const form = h("form", { submit: (event) => { event.preventDefault(); resolve(input.value.endsWith(".scn") ? input.value : `${input.value}.scn`); box.close(); } }, input, h("button", { type: "submit" }, "Save"));
    const box = dialog("Save as", form);
    box.addEventListener("close", () => resolve(undefined));
    input.focus();
  });
}

function help(): void {
  const keys: [string, string][] = [
    ["→ / ←", "one step on, one back"],
    ["z", "on to the next zone change"],
    ["Home / End", "to the start, to the end"],
    ["Ctrl-Space", "complete a word or a card's name"],
    ["Ctrl-Enter", "play at once"],
    ["Esc, Tab", "leave the editor"],
  ];
  dialog("Keys", h("dl", { class: "keys" }, keys.flatMap(([key, does]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, does)])), h("p", { class: "aside" }, "On a phone: swipe over the board."));
}

new Desk();
