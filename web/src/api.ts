// What the page asks of `headjudge serve`.

import type { Asked, Course, CourseEntry, Document, Judged, Listed, Played, Recorded, RulePage, Words } from "./types";

async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await fetch(path, signal ? { signal } : {});
  const value = (await response.json()) as T & { error?: string };
  if (!response.ok) throw new Error(value.error ?? response.statusText);
  return value;
}

async function send<T>(method: string, path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const response = await fetch(path, { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), ...(signal ? { signal } : {}) });
  const value = (await response.json()) as T & { error?: string };
  if (!response.ok) throw new Error(value.error ?? response.statusText);
  return value;
}

export interface Asking {
  text: string;
  file?: string | undefined;
  as?: string | undefined;
  detail?: boolean;
  words?: boolean;
}

export const about = (): Promise<{ headjudge: string; edition: string; read_only: boolean }> => get("/api");
export const words = (): Promise<Words> => get("/api/words");
export const cards = (name: string): Promise<string[]> => get(`/api/cards?name=${encodeURIComponent(name)}`);
export const rule = (number: string): Promise<RulePage> => get(`/api/rule?number=${encodeURIComponent(number)}`);
export const file = (path: string): Promise<{ text: string }> => get(`/api/file?path=${encodeURIComponent(path)}`);
export const keep = (path: string, text: string): Promise<unknown> => send("PUT", `/api/file?path=${encodeURIComponent(path)}`, { text });
export const play = (asking: Asking, signal?: AbortSignal): Promise<Document> => send("POST", "/api/play", asking, signal);
export const list = (search: { words?: string; folder?: string; rule?: string }, signal?: AbortSignal): Promise<Listed> => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (value) query.set(name, value);
  return get(`/api/files?${query}`, signal);
};

const query = (values: Record<string, string | undefined>): string =>
  new URLSearchParams(Object.entries(values).filter((pair): pair is [string, string] => Boolean(pair[1]))).toString();

/** Which questions are drawn. */
export type Wishes = Partial<Record<"topic" | "rule" | "level" | "seed" | "count" | "wrong", string>>;

export const draw = (wishes: Wishes): Promise<{ seed: string; questions: Asked[] }> => get(`/api/quiz?${query(wishes)}`);
export const question = (of: { file: string; title?: string; words?: string }): Promise<{ asked?: Asked; played?: Played }> => get(`/api/quiz/question?${query(of)}`);
export const reply = (to: { file: string; title: string; words: string }, its: string | null): Promise<Judged> => send("POST", "/api/quiz/reply", { ...to, reply: its });
export const record = (): Promise<Recorded> => get("/api/quiz/record");
export const courses = (): Promise<CourseEntry[]> => get("/api/quiz/courses");
export const course = (file: string): Promise<Course> => get(`/api/quiz/course?${query({ file })}`);
export const write = (course: string, step: number, lines: string): Promise<{ right?: boolean; no_move?: string; played?: Played }> => send("POST", "/api/quiz/write", { course, step, lines });
export const example = (course: string, step: number): Promise<{ answer: string }> => send("POST", "/api/quiz/write", { course, step });
