// The board: zones as a table shows them, and cards as we draw them.

import { dialog, h, spoken, symbol } from "./dom";
import type { Board, Card, Played, Seat } from "./types";

/** What a board is drawn for. */
export interface Drawn {
  played: Played;
  board: Board;
  /** The numbers of the cards that the step is about. */
  about: Set<number>;
  /** The board before, to say what is otherwise. */
  before: Board | undefined;
  /** Gets what cards say, where that is not there yet. */
  words?: ((number: number) => Promise<Card | undefined>) | undefined;
}

export function drawBoard(drawn: Drawn): HTMLElement {
  const { board } = drawn;
  const when = board.turn === 0 ? "Before the game" : `Turn ${board.turn}, ${board.active}'s ${board.step}`;
  const players = [...board.players];
  // Who looks sits below; else the active player does.
  const below = drawn.played.viewer ?? board.active;
  const own = players.filter((seat) => seat.name === below);
  const others = players.filter((seat) => seat.name !== below).reverse();
  const [stack, exile, command] = [drawStack(drawn), drawExile(drawn), drawShared(drawn)];
  const middle = h("div", { class: "middle" }, stack, exile, command);
  return h(
    "section",
    { class: "board", "aria-label": "Board" },
    h("p", { class: "when" }, h("span", {}, when), board.priority ? h("span", { class: "aside" }, `${board.priority} has priority`) : null, board.ended ? h("strong", {}, board.ended) : null),
    others.map((seat) => drawSeat(drawn, seat, true)),
    middle.childElementCount > 0 ? middle : null,
    own.map((seat) => drawSeat(drawn, seat, false)),
  );
}

function drawSeat(drawn: Drawn, seat: Seat, far: boolean): HTMLElement {
  const before = drawn.before?.players.find((other) => other.name === seat.name);
  const changed = before !== undefined && before.life !== seat.life;
  const more = changed && before ? seat.life - before.life : 0;
  const head = h(
    "header",
    {},
    h("h2", {}, seat.name),
    h("span", { class: changed ? "life changed" : "life", "aria-label": `life ${seat.life}` }, `♥ ${seat.life}`, more !== 0 ? h("span", { class: "more" }, more > 0 ? `+${more}` : `−${-more}`) : null),
    (seat.counters ?? []).map(([kind, count]) => h("span", { class: "tag" }, `${count} ${kind}`)),
    seat.mana ? h("span", { class: "tag" }, "mana ", spoken(seat.mana)) : null,
    !seat.library?.length && seat.endless_after !== undefined ? h("span", { class: "tag" }, "library: unknown cards") : null,
    seat.gone ? h("span", { class: "tag" }, "has left the game") : null,
  );
  const field = drawField(drawn, seat);
  const aside = h("div", { class: "asides" }, drawHand(drawn, seat), drawLibrary(drawn, seat), drawGraveyard(drawn, seat));
  const asides = aside.childElementCount > 0 ? aside : null;
  const parts = far ? [head, asides, field] : [head, field, asides];
  return h("section", { class: far ? "seat far" : "seat", "aria-label": seat.name }, ...parts);
}

/** The permanents in rows: what fights in front, then what else there is, and lands behind. */
function drawField(drawn: Drawn, seat: Seat): HTMLElement {
  const groups = seat.battlefield ?? [];
  const row = (group: number[]): number => {
    const types = drawn.played.cards[group[0] ?? -1]?.types ?? "";
    return /Creature|Planeswalker|Battle/.test(types) ? 0 : /Land/.test(types) ? 2 : 1;
  };
  const rows = [0, 1, 2].map((place) => groups.filter((group) => row(group) === place)).filter((found) => found.length > 0);
  return h(
    "div",
    { class: "field", role: "group", "aria-label": `${seat.name}'s battlefield` },
    rows.length === 0 ? h("p", { class: "none" }, "no permanents") : null,
    rows.map((found) => h("ul", { class: "row" }, alike(drawn, found).map(([group, count]) => drawGroup(drawn, group, count)))),
  );
}

/** Groups that nothing tells apart together, with how many there are. */
function alike(drawn: Drawn, groups: number[][]): [number[], number][] {
  const found: [string, number[], number][] = [];
  const keys = new Map<number[], string>();
  for (const group of groups) {
    const looks = group.map((place) => ({ ...drawn.played.cards[place], number: 0 }));
    const marked = group.some((place) => drawn.about.has(drawn.played.cards[place]?.number ?? 0));
    const key = marked || group.length > 1 ? `own ${group.join()}` : JSON.stringify(looks);
    keys.set(group, key);
    const same = found.find(([its]) => its === key);
    if (same) same[2] += 1;
    else found.push([key, group, 1]);
  }
  // Lands are many, and of tokens one is like the other; what else there is stands by itself, so that its number is seen.
  const plain = (group: number[]): boolean => {
    const card = drawn.played.cards[group[0] ?? -1];
    return card !== undefined && (card.sort === "token" || /Land/.test(card.types ?? ""));
  };
  const out: [number[], number][] = [];
  for (const [key, group, count] of found) {
    if (count < 2 || count > 4 || plain(group)) out.push([group, count]);
    else for (const own of groups) if (keys.get(own) === key) out.push([own, 1]);
  }
  return out;
}

function drawGroup(drawn: Drawn, group: number[], count: number): HTMLElement {
  const [first, ...attached] = group;
  return h(
    "li",
    { class: attached.length > 0 ? "group bears" : "group" },
    first === undefined ? null : drawCard(drawn, first, count),
    attached.length > 0 ? h("ul", { class: "attached" }, attached.map((place) => h("li", {}, drawCard(drawn, place, 1)))) : null,
  );
}

function zone(name: string, words: string, ...children: (Node | null)[]): HTMLElement {
  return h("section", { class: "zone", "aria-label": words }, h("h3", {}, name), ...children);
}

function cards(drawn: Drawn, lying: number[]): HTMLElement {
  return h("ul", { class: "row" }, lying.map((place) => h("li", { class: "group" }, place < 0 ? back(-place) : drawCard(drawn, place, 1))));
}

/** Cards that who looks does not know. */
function back(count: number): HTMLElement {
  const words = count === 1 ? "an unknown card" : `${count} unknown cards`;
  return h("span", { class: "card back", role: "img", "aria-label": words }, count === 1 ? "?" : `${count} ×  ?`);
}

function drawHand(drawn: Drawn, seat: Seat): HTMLElement | null {
  const hand = seat.hand ?? [];
  return hand.length > 0 ? zone("Hand", `${seat.name}'s hand`, cards(drawn, hand)) : null;
}

function drawLibrary(drawn: Drawn, seat: Seat): HTMLElement | null {
  const lying = seat.library ?? [];
  const count = lying.reduce((sum, place) => sum + (place < 0 ? -place : 1), 0);
  if (count === 0) return null;
  const number = seat.endless_after === undefined ? `${count}` : `${count} and unknown cards`;
  return zone(`Library · ${number}`, `${seat.name}'s library, the top first`, cards(drawn, lying));
}

function drawGraveyard(drawn: Drawn, seat: Seat): HTMLElement | null {
  const lying = seat.graveyard ?? [];
  return lying.length > 0 ? zone(`Graveyard · ${lying.length}`, `${seat.name}'s graveyard, the top first`, cards(drawn, lying)) : null;
}

function drawStack(drawn: Drawn): HTMLElement | null {
  const stack = drawn.board.stack ?? [];
  if (stack.length === 0) return null;
  const list = h("ol", { class: "row stack" }, stack.map((place) => h("li", { class: "group" }, place < 0 ? back(-place) : drawCard(drawn, place, 1))));
  return zone("Stack", "Stack, the top first", list);
}

function drawExile(drawn: Drawn): HTMLElement | null {
  const piles = drawn.board.exile ?? [];
  if (piles.length === 0) return null;
  const pile = (pile: { why?: string; face_down?: true; cards: number[] }): HTMLElement =>
    h("div", { class: pile.face_down ? "heap down" : "heap" }, pile.why || pile.face_down ? h("p", { class: "why" }, pile.why ? spoken(pile.why) : "face down") : null, cards(drawn, pile.cards));
  return zone("Exile", "Exile", h("div", { class: "heaps" }, piles.map(pile)));
}

function drawShared(drawn: Drawn): HTMLElement | null {
  const { command = [], ante = [] } = drawn.board;
  if (command.length + ante.length === 0) return null;
  const parts: HTMLElement[] = [];
  if (command.length > 0) parts.push(zone("Command", "Command zone", cards(drawn, command)));
  if (ante.length > 0) parts.push(zone("Ante", "Ante", cards(drawn, ante)));
  return h("div", {}, parts);
}

/** A card in words, for who does not see it. */
export function inWords(card: Card): string {
  const size = card.power !== undefined ? `${card.power}/${card.toughness ?? 0}` : "";
  const parts = [
    card.name,
    size,
    card.types ?? "",
    card.sort && card.sort !== "token" ? card.sort : "",
    card.face_down ? "face down" : "",
    card.tapped ? "tapped" : "",
    card.phased_out ? "phased out" : "",
    ...(card.counters ?? []).map(([kind, count]) => `${count} ${kind} counter${count === 1 ? "" : "s"}`),
    card.damage ? `${card.damage} damage` : "",
    card.attached_to ? `attached to ${card.attached_to}` : "",
    card.attacks ? `attacks ${card.attacks}` : "",
    ...(card.blocks ?? []).map((name) => `blocks ${name}`),
    ...(card.targets ?? []).map((name) => `targets ${name}`),
    ...(card.linked ?? []).map((name) => `with ${name}`),
    ...(card.remarks ?? []),
  ];
  return parts.filter((part) => part !== "").join(", ");
}

function drawCard(drawn: Drawn, place: number, count: number): HTMLElement {
  const card = drawn.played.cards[place];
  if (!card) return h("span", {});
  const colors = card.colors ?? "";
  const tint = card.face_down && !colors ? "down" : colors.length > 1 ? "M" : colors || (/Land/.test(card.types ?? "") ? "L" : "C");
  const classes = ["card", `tint-${tint}`];
  if (card.tapped) classes.push("tapped");
  if (card.phased_out) classes.push("phased");
  if (card.face_down) classes.push("hidden-face");
  if (card.sort) classes.push(`is-${card.sort}`);
  if (drawn.about.has(card.number)) classes.push("moved");
  const cost = (card.cost ?? "").match(/\{[^}]*\}/g) ?? [];
  const facts: (Node | string)[] = [];
  const tag = (words: string, sort = ""): number => facts.push(h("span", { class: `tag ${sort}` }, spoken(words)));
  if (card.tapped) tag("tapped");
  for (const [kind, number] of card.counters ?? []) tag(`${number} ${kind}`, "counter");
  if (card.damage) tag(`${card.damage} damage`, "damage");
  if (card.attacks) tag(`attacks ${card.attacks}`, "fights");
  for (const name of card.blocks ?? []) tag(`blocks ${name}`, "fights");
  if (card.phased_out) tag("phased out");
  for (const word of card.remarks ?? []) tag(word);
  for (const name of card.targets ?? []) tag(`→ ${name}`, "fights");
  for (const name of card.linked ?? []) tag(`with ${name}`, "linked");
  if (card.owner && card.controller) tag(`${card.owner}'s`);
  else if (card.owner) tag(`${card.owner}'s`);
  if (card.may_look) tag(`${card.may_look.join(", ")} may look`);
  const size = card.power !== undefined ? h("span", { class: "size" }, `${card.power}/${card.toughness ?? 0}`) : null;
  const types = card.sort === "ability" ? `${card.controller ?? ""}'s ability` : (card.types ?? "");
  const keywords = (card.keywords ?? []).join(", ");
  return h(
    "button",
    { type: "button", click: () => void showCard(drawn, card), class: classes.join(" "), "data-number": card.number },
    drawn.about.has(card.number) ? h("span", { class: "unseen" }, "in this step: ") : null,
    h("span", { class: "name" }, h("span", {}, card.sort === "ability" ? (card.name.replace(/#\d+/g, "")) : card.name), h("span", { class: "cost" }, cost.map((of) => symbol(of.slice(1, -1))))),
    types ? h("span", { class: "types" }, card.sort === "token" ? `${types} (token)` : types) : null,
    keywords ? h("span", { class: "keywords" }, keywords) : null,
    facts.length > 0 ? h("span", { class: "facts" }, facts.filter((fact): fact is Node => typeof fact !== "string")) : null,
    h("span", { class: "foot" }, count > 1 ? h("span", { class: "count" }, `× ${count}`) : h("span", { class: "number" }, `#${card.number}`), size),
  );
}

async function showCard(drawn: Drawn, card: Card): Promise<void> {
  const said = h("div", { class: "said" });
  const box = dialog(card.name, h("p", { class: "aside" }, spoken([card.cost ?? "", card.types ?? "", card.power !== undefined ? `${card.power}/${card.toughness ?? 0}` : ""].filter(Boolean).join(" · "))), said, h("p", { class: "aside" }, `number ${card.number}`));
  const rest = inWords(card).split(", ").slice(1).join(", ");
  if (rest) box.append(h("p", { class: "aside" }, rest));
  const full = card.text || !drawn.words ? card : ((await drawn.words(card.number)) ?? card);
  const lines = full.text ?? full.keywords ?? [];
  said.replaceChildren(...(lines.length > 0 ? lines.map((line) => h("p", {}, spoken(line))) : [h("p", { class: "none" }, "no abilities")]));
}
