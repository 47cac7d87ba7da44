// What was asked and what was wrong, kept by the browser where the server keeps nothing.

import type { Recorded, Wrong } from "./types";

interface Kept extends Wrong {
  right: boolean;
}

const PLACE = "headjudge-quiz";

/** The most that is kept; what was asked longest ago goes first. */
const MOST = 2000;

function all(): Kept[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(kept) ? kept.filter((its): its is Kept => typeof its?.file === "string" && typeof its.title === "string" && typeof its.words === "string") : [];
  } catch {
    // A browser may let nothing be kept, and what stands there may be of somebody else.
    return [];
  }
}

/** Keeps how a question was answered. */
export function keep(of: { file: string; title: string; words: string }, right: boolean): void {
  const kept = all();
  const place = kept.findIndex((its) => its.file === of.file && its.title === of.title && its.words === of.words);
  const [old] = place < 0 ? [] : kept.splice(place, 1);
  const { file, title, words } = of;
  kept.push({ file, title, words, asked: (old?.asked ?? 0) + 1, wrong: (old?.wrong ?? 0) + (right ? 0 : 1), right });
  try {
    localStorage.setItem(PLACE, JSON.stringify(kept.slice(-MOST)));
  } catch {
    // Then it is forgotten with the page.
  }
}

/** What is kept, as the server would tell it. */
export function recorded(): Recorded {
  const kept = all();
  return { kept: true, asked: kept.length, wrong: kept.filter((its) => !its.right) };
}
