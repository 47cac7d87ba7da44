// The editor of a scenario: colours, completion, faults at their places.

import { autocompletion, closeBrackets, completionKeymap, type Completion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { history, historyKeymap, standardKeymap } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, syntaxHighlighting, type StringStream } from "@codemirror/language";
import { lintGutter, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { EditorState, type Text } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightSpecialChars, keymap, lineNumbers, placeholder } from "@codemirror/view";
import { tags } from "@lezer/highlight";

import type { Edit, Fault, Place, Words } from "./types";

/** What the editor asks for and tells. */
export interface Asked {
  words: () => Words | undefined;
  cards: (begun: string) => Promise<string[]>;
  changed: () => void;
  run: () => void;
}

interface Where {
  /** Whether the lines are those of a card's form. */
  card: boolean;
}

const HEAD = /^(scenario|question|answer|source|rules|tags|edition|format|players|mana|turn|day|night|unsettled|include|examples)(?=\s|$)/;
const ZONE = /^(library|hand|battlefield|graveyard|stack|exile|command|ante|outside|deck|life|poison|energy|experience|rad|speed|tempted)(?=\s|$)/;
const VERB = /^(casts?|activates?|plays?|attacks?|blocks?|turns?|suspends?|foretells?|plots?|unlocks?|puts?|rolls?|concedes?|starts?|passes|pass|repeats?|proposes?|shortens?|chooses?|choose|tries|resolve|go|next|event|in response|with|to)(?=[\s:]|$)/;

function token(stream: StringStream, where: Where): string | null {
  if (stream.sol()) {
    if (/^\S/.test(stream.string)) where.card = /^card\s/.test(stream.string);
    if (stream.match(/^#.*/)) return "comment";
    if (stream.match(/^card(?=\s)/)) return "keyword";
    if (!where.card && stream.match(HEAD)) {
      const word = stream.current();
      if (/^(scenario|question|answer|source|tags|unsettled)$/.test(word)) {
        // What follows is prose.
        return "keyword";
      }
      return "keyword";
    }
  }
  if (where.card) {
    if (stream.match(/^\s*#.*/)) return "comment";
    if (stream.match(/^[\w-]+(?=:)/)) return "propertyName";
    if (stream.match(/^\{[^{}\s]*\}/)) return "atom";
    if (stream.match(/^"[^"]*"/)) return "string";
    stream.next();
    return null;
  }
  if (/^(question|answer|source|scenario)\s/.test(stream.string)) {
    stream.skipToEnd();
    return "string";
  }
  const indented = /^\s/.test(stream.string);
  if (stream.eatSpace()) return null;
  if (stream.match(/^#(?=\s).*/)) return "comment";
  if (indented && stream.column() === stream.string.search(/\S/) && stream.match(ZONE)) return "propertyName";
  if (stream.match(/^@[\w-]+/)) return "labelName";
  if (stream.match(/^->|^>|^;/)) return "operator";
  if (stream.match(/^\{[^{}\s]*\}/)) return "atom";
  if (stream.match(/^\[[^\]]*\]/)) return "meta";
  if (stream.match(/^(expect|ask)(?=\s)/)) return "keyword";
  if (stream.match(/^(AP|NAP)\b/)) return "typeName";
  if (stream.match(VERB)) return "operatorKeyword";
  if (stream.match(/^[^\s;>@{[\]-]+/)) return null;
  stream.next();
  return null;
}

const language = StreamLanguage.define<Where>({
  name: "scenario",
  startState: () => ({ card: false }),
  token,
  languageData: { commentTokens: { line: "#" } },
});

const colours = HighlightStyle.define([
  { tag: tags.keyword, class: "tok-keyword" },
  { tag: tags.propertyName, class: "tok-zone" },
  { tag: tags.operatorKeyword, class: "tok-verb" },
  { tag: tags.operator, class: "tok-operator" },
  { tag: tags.typeName, class: "tok-player" },
  { tag: tags.labelName, class: "tok-label" },
  { tag: tags.atom, class: "tok-symbol" },
  { tag: tags.meta, class: "tok-rule" },
  { tag: tags.string, class: "tok-prose" },
  { tag: tags.comment, class: "tok-comment" },
]);

// The style sheet of the page does not reach into the shadow in which the editor stands.
const look = EditorView.theme({
  "&": { height: "100%", fontSize: "var(--code-size)", color: "var(--ink)", backgroundColor: "var(--paper)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--ink)", padding: "0.6rem 0" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--faint)", border: "none" },
  ".cm-activeLine": { backgroundColor: "var(--line)" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": { backgroundColor: "var(--select)" },
  ".cm-tooltip": { backgroundColor: "var(--raised)", color: "var(--ink)", border: "1px solid var(--edge)", borderRadius: "6px", maxWidth: "min(34rem, 92vw)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-completionDetail": { color: "var(--aside)", fontStyle: "normal", fontFamily: "var(--sans)", fontSize: "0.85em" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected] .cm-completionDetail": { color: "var(--on-accent)" },
  ".cm-diagnostic": { fontFamily: "var(--sans)", padding: "0.4rem 0.6rem", whiteSpace: "pre-wrap" },
  ".cm-placeholder": { color: "var(--aside)" },
  ".tok-keyword": { color: "var(--c-keyword)", fontWeight: "600" },
  ".tok-zone": { color: "var(--c-zone)" },
  ".tok-verb": { color: "var(--c-verb)" },
  ".tok-operator": { color: "var(--c-operator)" },
  ".tok-player": { color: "var(--c-player)", fontWeight: "600" },
  ".tok-label": { color: "var(--c-label)" },
  ".tok-symbol": { color: "var(--c-label)" },
  ".tok-rule": { color: "var(--c-rule)" },
  ".tok-prose": { color: "var(--c-prose)" },
  ".tok-comment": { color: "var(--aside)", fontStyle: "italic" },
});

/** The names and labels that stand in the text already. */
function own(text: string): string[] {
  const found = new Set<string>();
  for (const line of text.split("\n")) {
    const zone = /^\s+(?:library|hand|battlefield|graveyard|stack|exile|command|outside)\s+(.*)$/.exec(line);
    for (const item of zone?.[1]?.split(";") ?? []) {
      const name = item.replace(/\[[^\]]*\]/g, "").replace(/@[\w-]+/g, "").replace(/^\s*\d+\s+/, "").trim();
      if (name && name !== "...") found.add(name);
    }
    for (const label of line.match(/@[\w-]+/g) ?? []) found.add(label);
    const card = /^card\s+(.+)$/.exec(line);
    if (card?.[1]) found.add(card[1].trim());
  }
  return [...found];
}

async function complete(asked: Asked, context: CompletionContext): Promise<CompletionResult | null> {
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  const words = asked.words();
  if (/^(question|answer|source|scenario|#)/.test(before)) return null;
  const options: Completion[] = [];
  const add = (list: [string, string][] | undefined, type: string, apply?: (word: string) => string): void => {
    for (const [word, detail] of list ?? []) options.push({ label: word, detail, type, ...(apply ? { apply: apply(word) } : {}) });
  };
  const names = own(context.state.doc.toString());
  const players = playersOf(context.state.doc.toString());
  const rest = /^(\s*)(\S*)$/.exec(before);
  if (rest) {
    // The first word of a line.
    const [, indent = "", word = ""] = rest;
    if (!context.explicit && word.length < 1) return null;
    for (const name of players) options.push({ label: name, type: "class", detail: "player" });
    if (indent === "") {
      add(words?.head, "keyword", (it) => it.padEnd(9) + " ");
      options.push({ label: "expect", type: "keyword", detail: "says what has to be so", apply: "expect " }, { label: "ask", type: "keyword", detail: "asks what is so", apply: "ask " });
      add(words?.statements.filter(([form]) => !form.startsWith("P ")), "function", (it) => it.replace(/ [A-Z].*$/, " "));
    } else {
      add(words?.zones, "property", (it) => it.padEnd(12) + " ");
      add(words?.player_lines, "property", (it) => `${it} `);
      options.push({ label: "expect", type: "keyword", apply: "expect " }, { label: "ask", type: "keyword", apply: "ask " });
    }
    return { from: context.pos - word.length, options, validFor: /^[\w']*$/ };
  }
  const verb = /^(\s*)(\S+)\s+(\w*)$/.exec(before);
  if (verb && players.includes(verb[2] ?? "")) {
    const word = verb[3] ?? "";
    if (verb[1]) add(words?.choices, "keyword", (it) => `${it}: `);
    else for (const third of words?.verbs ?? []) options.push({ label: third, type: "function", apply: `${third} ` });
    return { from: context.pos - word.length, options, validFor: /^\w*$/ };
  }
  // A name: what stands behind the last sign or the last word of the language.
  const last = /(?:;|->|>|:|\[|^\s+(?:library|hand|battlefield|graveyard|stack|exile|command|outside|deck)\s|\b(?:casts|activates|plays|attacks|blocks|suspends|foretells|plots|unlocks|with|expect|ask|cast|activate|play|from|to|on|by)\s)\s*(?:\d+\s+)?([^;>:[\]]*)$/.exec(before);
  const begun = (last?.[1] ?? "").trimStart();
  if (!last || (begun.length < 2 && !begun.startsWith("@") && !context.explicit)) return null;
  const lower = begun.toLowerCase();
  for (const name of names) {
    if (name.toLowerCase().startsWith(lower) && name !== begun) options.push({ label: name, type: name.startsWith("@") ? "variable" : "constant", boost: 10 });
  }
  if (/^go to \S*$|^turn \S+ \S*$/.test(before.trimStart())) add(words?.steps, "keyword");
  if (/expect|ask/.test(before)) for (const name of players) options.push({ label: name, type: "class" });
  if (begun.length >= 2 && !begun.startsWith("@")) {
    for (const name of await asked.cards(begun)) if (!names.includes(name)) options.push({ label: name, type: "constant", detail: "card" });
  }
  return options.length > 0 ? { from: context.pos - begun.length, options, filter: false } : null;
}

function playersOf(text: string): string[] {
  const line = /^players\s+(.+)$/m.exec(text);
  return line?.[1] ? line[1].split(";").map((name) => name.trim()).filter(Boolean) : ["AP", "NAP"];
}

/** The place of a line and column, both from 1, columns in characters. */
function place(doc: Text, line: number, column: number): number {
  const its = doc.line(Math.min(Math.max(line, 1), doc.lines));
  const before = [...its.text].slice(0, Math.max(column - 1, 0)).join("");
  return Math.min(its.from + before.length, its.to);
}

export class Editor {
  readonly view: EditorView;

  constructor(parent: HTMLElement, text: string, asked: Asked) {
    const root = parent.attachShadow({ mode: "open" });
    this.view = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(),
          highlightSpecialChars(),
          history(),
          drawSelection(),
          highlightActiveLine(),
          closeBrackets(),
          language,
          syntaxHighlighting(colours),
          lintGutter(),
          autocompletion({ override: [(context) => complete(asked, context)], icons: false }),
          placeholder("scenario  What happens?"),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ "aria-label": "Scenario", spellcheck: "false", tabindex: "0", autocorrect: "off", autocapitalize: "off" }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) asked.changed();
          }),
          keymap.of([
            {
              key: "Mod-Enter",
              run: () => {
                asked.run();
                return true;
              },
            },
            ...completionKeymap,
            ...historyKeymap,
            ...standardKeymap,
          ]),
          look,
        ],
      }),
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  set text(text: string) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, selection: { anchor: 0 } });
  }

  /** Writes something where it belongs, and shows it. */
  write(edit: Edit, labels: Edit[]): void {
    const { doc } = this.view.state;
    // A line that does not end is ended first where another is to follow.
    const change = ({ line, column, text, takes }: Edit) => {
      const from = line > doc.lines ? doc.length : place(doc, line, column);
      return { from, to: from + (takes ?? 0), insert: text };
    };
    const changes = this.view.state.changes([change(edit), ...labels.map(change)]);
    const anchor = changes.mapPos(change(edit).from, -1) + edit.text.trimEnd().length;
    this.view.dispatch({ changes, selection: { anchor }, scrollIntoView: true });
  }

  /** Puts something in the place of what stands there. */
  replace(at: Place, text: string): void {
    const { doc } = this.view.state;
    const [from, to] = [place(doc, at.line, at.column), place(doc, at.end_line, at.end_column)];
    this.view.dispatch({ changes: { from, to, insert: text }, selection: { anchor: from + text.length } });
  }

  show(faults: Fault[]): void {
    const { doc } = this.view.state;
    const found: Diagnostic[] = [];
    for (const fault of faults) {
      if (!fault.place) continue;
      const from = place(doc, fault.place.line, fault.place.column);
      const to = Math.max(place(doc, fault.place.end_line, fault.place.end_column), from);
      const message = [fault.message, ...(fault.help ?? [])].join("\n");
      // What is only open is no fault of the writer's.
      const severity = fault.code === "open-choice" ? "info" : fault.severity;
      found.push({ from, to, severity, message });
    }
    this.view.dispatch(setDiagnostics(this.view.state, found));
  }

  /** Puts the cursor to a line. */
  goTo(line: number): void {
    const { doc } = this.view.state;
    const at = doc.line(Math.min(Math.max(line, 1), doc.lines)).from;
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "start", yMargin: 40 }) });
  }
}
