// The quiz: questions with a board and without an answer, courses, and lines to write, which the server plays.

import * as api from "./api";
import { drawBoard } from "./board";
import { button, h, spoken } from "./dom";
import * as own from "./own";
import { replying } from "./reply";
import { showRule } from "./rule";
import type { Asked, Course, CourseStep, Exercise, Played, Recorded, Wrong } from "./types";
import { lay, listen, View } from "./view";

/** Something to be done: a question, an exercise, or a scenario to look at. */
interface Task {
  heading: string;
  /** What is said before it. */
  before: HTMLElement[];
  put: (task: Task) => Promise<void> | void;
}

/** The page of the quiz. */
class Quiz {
  private readonly main = h("main", { class: "quiz", id: "quiz" });
  private readonly said = h("p", { class: "unseen", role: "status", "aria-live": "polite" });
  private readonly score = h("span", { class: "file" });
  private view: View | undefined;
  private keeps = false;
  private asked = 0;
  private right = 0;
  private wrong: string[] = [];
  private tasks: Task[] = [];
  private at = 0;
  private ends: () => HTMLElement[] = () => [];

  constructor() {
    const tools = h("nav", { class: "tools", "aria-label": "Pages" }, h("a", { href: "/" }, "Scenarios"), button("Quiz", () => this.go({})), this.score);
    document.body.append(h("a", { class: "skip", href: "#quiz" }, "To the question"), h("header", { class: "top" }, h("h1", {}, "headjudge quiz"), tools), this.main, this.said);
    listen(() => this.view?.stepper);
    window.addEventListener("hashchange", () => void this.fromAddress());
    void api.about().then((about) => {
      this.keeps = !about.read_only;
      return this.fromAddress();
    }).catch((error: unknown) => this.trouble(error));
  }

  /** Goes to a quiz, a course, or to where one chooses. */
  private go(to: Record<string, string>): void {
    const hash = new URLSearchParams(Object.entries(to).filter(([, value]) => value)).toString();
    if (location.hash.slice(1) === hash) void this.fromAddress();
    else location.hash = hash;
  }

  private async fromAddress(): Promise<void> {
    const its = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
    // A link within the page leads nowhere else.
    if (location.hash === "#quiz") return;
    [this.asked, this.right, this.wrong, this.tasks, this.at, this.view] = [0, 0, [], [], 0, undefined];
    try {
      if (its["course"]) await this.course(its["course"], Number(its["step"] ?? 1));
      else if (its["file"]) this.begin([this.question({ file: its["file"], title: its["title"] ?? "", words: its["words"] ?? "" }, "One question")], () => []);
      else if (its["seed"] || its["wrong"]) await this.draw(its);
      else await this.start(its);
    } catch (error) {
      this.trouble(error);
    }
  }

  private trouble(error: unknown): void {
    const words = error instanceof Error ? error.message : String(error);
    this.main.querySelector(".trouble")?.remove();
    this.main.prepend(h("p", { class: "trouble", role: "alert" }, words));
  }

  private async record(): Promise<Recorded> {
    return this.keeps ? api.record() : own.recorded();
  }

  /** Where one chooses what is asked. */
  private async start(chosen: Record<string, string>): Promise<void> {
    this.score.textContent = "";
    const [record, courses, listed] = await Promise.all([this.record().catch(() => undefined), api.courses(), api.list({})]);
    const topics = [...new Set(listed.folders.map(([name]) => name.split("/").at(-1) ?? "").filter(Boolean))].sort();
    const option = (value: string, words: string, of?: string): HTMLElement => h("option", { value, selected: value === (of ?? "") }, words);
    const topic = h("select", { name: "topic" }, option("", "all topics"), topics.map((its) => option(its, its, chosen["topic"])));
    const level = h("select", { name: "level" }, [["", "all levels"], ["1", "1: one action"], ["2", "2: two or three"], ["3", "3: more"]].map(([value = "", words = ""]) => option(value, words, chosen["level"])));
    const rule = h("input", { type: "text", name: "rule", placeholder: "such as 613.7", value: chosen["rule"], autocomplete: "off" });
    const count = h("input", { type: "number", name: "count", min: 1, max: 30, value: chosen["count"] ?? "10", required: true });
    const seed = h("input", { type: "number", name: "seed", min: 0, step: 1, placeholder: "any", value: chosen["seed"] });
    const field = (words: string, input: HTMLElement): HTMLElement => h("label", {}, h("span", {}, words), input);
    const form = h("form", { class: "wishes" }, field("Topic", topic), field("Rule", rule), field("Level", level), field("Questions", count), field("Seed", seed), h("button", { type: "submit", class: "pick" }, "Begin"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.go({ topic: topic.value, rule: rule.value.trim(), level: level.value, count: count.value, seed: seed.value || chance() });
    });
    const each = courses.map((its) =>
      h("li", {}, button(its.title, () => this.go({ course: its.file, step: "1" }), { class: "link" }), h("span", { class: "aside" }, ` ${its.steps} steps. ${plain(its.about)}`)),
    );
    this.main.replaceChildren(
      h("section", { class: "sheet-like" }, h("h2", {}, "Questions"), h("p", { class: "aside" }, "A board and what happens; you say what comes of it. The same seed asks the same."), form),
      h("section", { class: "sheet-like" }, h("h2", {}, "Courses"), each.length > 0 ? h("ul", { class: "courses" }, each) : h("p", { class: "none" }, "The folder has no course: its file's name would end in `.course`.")),
      this.recordShown(record),
    );
  }

  private recordShown(record: Recorded | undefined): HTMLElement {
    const where = this.keeps ? "It is kept in your data folder, as that of the terminal." : "It is kept by this browser alone.";
    if (!record) return h("section", { class: "sheet-like" }, h("h2", {}, "What was wrong"), h("p", { class: "none" }, "The record can't be read: `headjudge quiz --record` says why."));
    const wrong = record.wrong;
    return h(
      "section",
      { class: "sheet-like" },
      h("h2", {}, "What was wrong"),
      h("p", { class: "aside" }, record.asked === 0 ? `Nothing has been asked yet. ${where}` : `${record.asked} asked, ${wrong.length} wrong when asked last. ${where}`),
      wrong.length > 0 ? h("p", { class: "picks" }, button("Ask what was wrong again", () => this.go({ wrong: "1", count: "10", seed: chance() }), { class: "pick" })) : null,
      wrong.length > 0 ? h("ul", { class: "courses" }, wrong.slice(0, 50).map((its) => this.wrongLine(its))) : null,
    );
  }

  private wrongLine(its: Wrong): HTMLElement {
    const step = /^Step (\d+) of /.exec(its.title)?.[1];
    const to = its.file.endsWith(".course") ? { course: its.file, step: step ?? "1" } : { file: its.file, title: its.title, words: its.words };
    return h("li", {}, button(its.words, () => this.go(to), { class: "link" }), h("span", { class: "aside" }, ` ${its.title}; asked ${its.asked}, wrong ${its.wrong}`));
  }

  /** Draws questions and asks them. */
  private async draw(wishes: Record<string, string>): Promise<void> {
    this.main.replaceChildren(h("p", { class: "aside" }, "Questions are drawn …"));
    let tasks: Task[];
    if (wishes["wrong"] && !this.keeps) {
      const wrong = own.recorded().wrong.filter((its) => !its.file.endsWith(".course")).slice(0, Number(wishes["count"] ?? 10));
      tasks = wrong.map((its, place) => this.question(its, `Question ${place + 1} of ${wrong.length}`));
    } else {
      const { questions } = await api.draw(wishes);
      tasks = questions.map((asked, place) => ({ heading: `Question ${place + 1} of ${questions.length}: ${asked.topic}, level ${asked.level}`, before: [], put: (task) => this.ask(task, asked) }));
    }
    if (tasks.length === 0) {
      const none = wishes["wrong"] ? "Nothing of what was wrong is left." : "No scenario of the folder fits and has something to ask.";
      this.main.replaceChildren(h("section", { class: "sheet-like" }, h("h2", {}, none), h("p", { class: "picks" }, button("Choose again", () => this.go({})))));
      return;
    }
    this.begin(tasks, () => [button("Other questions", () => this.go({ ...wishes, seed: chance() }), { class: "pick" }), button("Choose again", () => this.go({}))]);
  }

  /** A question that is known by its words. */
  private question(its: { file: string; title: string; words: string }, heading: string): Task {
    return {
      heading,
      before: [],
      put: async (task) => {
        const { asked } = await api.question(its);
        if (asked) this.ask(task, asked);
      },
    };
  }

  private async course(file: string, from: number): Promise<void> {
    const course: Course = await api.course(file);
    const taken = course.steps.filter((step) => step.ruling ?? step.write).length;
    const tasks: Task[] = [];
    let before: HTMLElement[] = [h("h2", {}, course.title), h("p", {}, plain(course.about))];
    for (const step of course.steps) {
      if (step.part !== undefined) before.push(h("h2", {}, step.part));
      else if (step.text !== undefined) before.push(h("p", {}, spoken(plain(step.text))));
      else {
        const number = tasks.length + 1;
        tasks.push({ heading: `Step ${number} of ${taken}`, before, put: (task) => this.step(task, file, number, step) });
        before = [];
      }
    }
    const last = before;
    this.begin(tasks, () => [...last, button("Other courses", () => this.go({}))], Math.max(1, Math.min(from, taken)) - 1, (place) => {
      // Who comes back comes back to this step.
      history.replaceState(null, "", `#${new URLSearchParams({ course: file, step: String(place + 1) }).toString()}`);
    });
  }

  private async step(task: Task, course: string, number: number, step: CourseStep): Promise<void> {
    if (step.write) return this.exercise(task, course, number, step.write);
    const { file, title } = step.ruling ?? {};
    if (!file) throw new Error("this scenario of the course lies outside the folder that is served");
    const found = await api.question(title ? { file, title } : { file });
    if (found.asked) this.ask(task, found.asked);
    else if (found.played) this.look(task, found.played);
  }

  private moved: (place: number) => void = () => undefined;

  private begin(tasks: Task[], ends: () => HTMLElement[], at = 0, moved: (place: number) => void = () => undefined): void {
    [this.tasks, this.ends, this.at, this.moved] = [tasks, ends, at, moved];
    this.tell();
    void this.put();
  }

  private tell(): void {
    this.score.textContent = this.asked > 0 ? `${this.right} of ${this.asked} right` : "";
  }

  private async put(): Promise<void> {
    this.view = undefined;
    const task = this.tasks[this.at];
    if (!task) return this.finish();
    this.moved(this.at);
    try {
      await task.put(task);
    } catch (error) {
      this.main.replaceChildren(h("p", { class: "aside" }, task.heading), ...task.before, h("p", { class: "picks" }, button("Go on", () => this.next())));
      this.trouble(error);
    }
  }

  private next(): void {
    this.at += 1;
    void this.put();
  }

  private finish(): void {
    const words = this.asked === 0 ? "Nothing was answered." : `${this.right} of ${this.asked} right.`;
    const heading = h("h2", { tabindex: -1 }, words);
    const wrong = this.wrong.length > 0 ? [h("p", {}, "Wrong:"), h("ul", { class: "courses" }, this.wrong.map((its) => h("li", {}, its)))] : [];
    this.main.replaceChildren(h("section", { class: "sheet-like" }, heading, ...wrong, ...this.ends()));
    this.said.textContent = words;
    heading.focus();
  }

  /** Counts how something was answered; that it was, once. */
  private count(words: string, right: boolean): void {
    this.asked += 1;
    this.right += right ? 1 : 0;
    if (!right) this.wrong.push(words);
    this.tell();
  }

  private lead(task: Task): HTMLElement[] {
    return [h("p", { class: "aside" }, task.heading), ...task.before];
  }

  private ask(task: Task, asked: Asked): void {
    const question = h("h2", { id: "question", tabindex: -1 }, asked.words);
    const place = h("div", { class: "told" });
    const answer = async (reply: string | null): Promise<void> => {
      try {
        const judged = await api.reply({ file: asked.file, title: asked.title, words: asked.words }, reply);
        if (!this.keeps) own.keep(asked, judged.right);
        this.count(asked.words, judged.right);
        place.replaceChildren();
        means.remove();
        board.remove();
        this.result(place, judged.right ? "Right" : "Wrong", judged.right, `${judged.said}.`, judged.played);
      } catch (error) {
        this.trouble(error);
      }
    };
    const means = replying(asked, "question", (reply) => void answer(reply), () => this.next());
    const first = asked.board.boards[0];
    const board = h("div", { class: "table" }, first ? drawBoard({ played: asked.board, board: first, about: new Set(), before: undefined }) : null);
    const scene = h("pre", { class: "scene" }, asked.scene.trimEnd());
    this.main.replaceChildren(h("section", { class: "sheet-like" }, ...this.lead(task), scene, question, means, place), board);
    question.focus();
    this.main.scrollTop = 0;
  }

  /** What came of it, and the steps. */
  private result(place: HTMLElement, word: string, right: boolean, said: string, played: Played | undefined, goesOn = true): void {
    const verdict = h("p", { class: `judged ${right ? "good" : "bad"}`, tabindex: -1 }, h("strong", {}, word), `: ${said}`);
    const onward = h("p", { class: "picks" }, goesOn ? button("Next", () => this.next(), { class: "pick next" }) : null, played?.file ? h("a", { class: "link", href: `/#${new URLSearchParams({ file: played.file }).toString()}` }, "Open the scenario") : null);
    place.replaceChildren(verdict, onward);
    this.show(played);
    this.said.textContent = `${word}: ${said}`;
    verdict.focus();
  }

  /** Shows a played scenario below what is asked, from its beginning. */
  private show(played: Played | undefined): void {
    this.main.querySelector(":scope > .shown")?.remove();
    this.view = undefined;
    if (!played) return;
    const into = h("div", { class: "shown" });
    this.view = new View(played, { rule: (number) => void showRule(number, played.rules[number], true) }, 0);
    // What does not hold stands among the answers already.
    const faults = (played.faults ?? []).filter((fault) => fault.code !== "expectation-failed").map((fault) => h("li", {}, fault.message, (fault.help ?? []).map((line) => h("p", { class: "aside" }, line))));
    lay(into, this.view, faults.length > 0 ? h("section", { class: "faults", "aria-label": "Faults" }, h("ul", {}, faults)) : null);
    this.main.append(into);
  }

  /** A scenario of a course of which nothing can be asked. */
  private look(task: Task, played: Played): void {
    const place = h("div", { class: "told" });
    const heading = h("h2", { tabindex: -1 }, played.question ?? played.title);
    this.main.replaceChildren(h("section", { class: "sheet-like" }, ...this.lead(task), heading, h("p", { class: "picks" }, button("Next", () => this.next(), { class: "pick next" })), place));
    this.show(played);
    heading.focus();
  }

  private exercise(task: Task, course: string, number: number, exercise: Exercise): void {
    const heading = h("h2", { id: "question", tabindex: -1 }, exercise.task);
    const lines = h("textarea", { rows: 4, "aria-label": "What stands in place of the dots", spellcheck: "false", autocapitalize: "off", autocomplete: "off", required: true });
    const place = h("div", { class: "told" });
    const hints = h("ul", { class: "hints", "aria-live": "polite" });
    const left = [...exercise.hints];
    let first = true;
    const help = button("Hint", () => {
      const hint = left.shift();
      if (hint !== undefined) hints.append(h("li", {}, spoken(hint)));
      else {
        help.disabled = true;
        void api.example(course, number).then(({ answer }) => hints.append(h("li", {}, h("pre", {}, answer)))).catch((error: unknown) => this.trouble(error));
      }
      if (left.length === 0 && !help.disabled) help.textContent = "Show an answer";
    });
    if (left.length === 0) help.textContent = "Show an answer";
    const form = h("form", { class: "writing" }, lines, h("p", { class: "picks" }, h("button", { type: "submit", class: "pick" }, "Play it"), help, button("Skip", () => this.next())));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.played(course, number, exercise, lines.value, place, first).then((counted) => (first &&= !counted));
    });
    this.main.replaceChildren(h("section", { class: "sheet-like" }, ...this.lead(task), heading, h("pre", { class: "scene" }, exercise.scene.trimEnd()), form, hints, place));
    heading.focus();
    this.main.scrollTop = 0;
  }

  /** Plays what was written; says whether that counts. */
  private async played(course: string, number: number, exercise: Exercise, lines: string, place: HTMLElement, first: boolean): Promise<boolean> {
    try {
      const { right = false, no_move: why, played } = await api.write(course, number, lines);
      if (first) this.count(exercise.task, right);
      if (why) {
        this.result(place, "Not played", false, `${why}. Write what a player does.`, undefined, false);
        return true;
      }
      if (!this.keeps) own.keep({ file: course, title: `Step ${number} of ${course.split("/").at(-1) ?? course}`, words: exercise.task }, right);
      this.result(place, right ? "Right" : "Not so", right, right ? "it is as wanted." : "see what came of it.", played, right);
      return true;
    } catch (error) {
      this.trouble(error);
      return false;
    }
  }
}

/** Words without the signs that mark code in a file. */
const plain = (words: string): string => words.replaceAll("`", "");

/** A seed of which nobody knows what it asks. */
function chance(): string {
  return String(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0);
}

new Quiz();
