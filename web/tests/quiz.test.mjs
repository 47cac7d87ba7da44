// The quiz in a browser: questions, a course with a line to write, and what was wrong.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { browser, headjudge, serve } from "./served.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const shots = new URL("../shots/", import.meta.url).pathname;

const BOLT = `scenario  A bolt for the Bears
question  AP casts Lightning Bolt on NAP's Grizzly Bears. Do they survive?
answer    No. 3 damage is more than enough.
AP
  hand         Lightning Bolt
NAP
  battlefield  Grizzly Bears

AP casts Lightning Bolt -> Grizzly Bears
expect Grizzly Bears in NAP's graveyard [704.5g]
expect NAP life 20
`;

const ORDER = `scenario  Two on the stack
AP
  hand  Shock
NAP
  hand  Giant Growth
  battlefield  Grizzly Bears

AP casts Shock -> Grizzly Bears
in response NAP casts Giant Growth -> Grizzly Bears
  expect stack Shock; Giant Growth
expect Grizzly Bears is 5/5
`;

const COURSE = `course  Bolts
about   For the test.
part    One
text    A word before.
ruling  bolt.scn
text    A word between.
write   Save the Bears.
  hint    What is larger survives more.
  answer  in response NAP casts Giant Growth -> Grizzly Bears
  wrong   resolve
  play
    scenario  The Bears are saved
    AP
      hand         Lightning Bolt
    NAP
      hand         Giant Growth
      battlefield  Grizzly Bears

    AP casts Lightning Bolt -> Grizzly Bears
    ...
    expect Grizzly Bears on the battlefield
text    A word at the end.
`;

let chrome, bank, own, shown, folder, data;

before(async () => {
  mkdirSync(shots, { recursive: true });
  folder = mkdtempSync(join(tmpdir(), "headjudge-quiz-"));
  data = mkdtempSync(join(tmpdir(), "headjudge-data-"));
  writeFileSync(join(folder, "bolt.scn"), BOLT);
  writeFileSync(join(folder, "order.scn"), ORDER);
  writeFileSync(join(folder, "bolts.course"), COURSE);
  [chrome, bank, own, shown] = await Promise.all([browser(), serve(".", "--data", mkdtempSync(join(data, "bank-"))), serve(folder, "--data", data), serve(folder, "--read-only")]);
});

after(async () => {
  await chrome?.close();
  for (const served of [bank, own, shown]) served?.end();
  for (const its of [folder, data]) if (its) rmSync(its, { recursive: true });
});

async function opened(address, hash = "", { width = 1280, height = 900, dark = false } = {}) {
  const context = await chrome.newContext({ viewport: { width, height }, colorScheme: dark ? "dark" : "light" });
  const page = await context.newPage();
  if (process.env.FRESH) {
    for (const name of ["quiz.js", "page.css"]) await page.route(`**/${name}`, (route) => route.fulfill({ path: new URL(`../dist/${name}`, import.meta.url).pathname }));
  }
  page.setDefaultTimeout(60_000);
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && page.faults.push(message.text()));
  page.on("request", (request) => {
    if (!request.url().startsWith(address) && !request.url().startsWith("data:")) page.faults.push(request.url());
  });
  await page.goto(`${address}quiz${hash}`);
  await page.waitForSelector("main h2");
  return page;
}

async function closed(page) {
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

async function accessible(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  const said = found.violations.map((its) => `${its.id}: ${its.nodes.map((node) => `${node.target.join(" ")} ${node.any[0]?.message ?? ""}`).slice(0, 4).join(" | ")}`);
  assert.deepEqual(said, []);
}

/** What the server answers; where the machine is busy it says so, and is asked again. */
async function answered(address) {
  for (let tries = 0; ; tries += 1) {
    const response = await fetch(address);
    if (response.status !== 503 || tries >= 5) return response.json();
  }
}

const narrow = async (page) => {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(over <= 0, `${over} pixels too wide`);
};

/** Answers the question that is shown as somebody does who knows, or as somebody who does not. */
async function reply(page, knows) {
  const words = await page.locator("#question").innerText();
  if (!knows) await page.getByRole("button", { name: "I don't know" }).click();
  else if (words.startsWith("Where")) await page.getByRole("button", { name: "graveyard", exact: true }).click();
  else if (words.startsWith("How much life")) {
    await page.locator(".reply input").fill("20");
    await page.keyboard.press("Enter");
  } else await page.getByRole("button", { name: "No", exact: true }).click();
  await page.locator(".judged").waitFor();
  return words;
}

const BOLT_QUESTION = `#${new URLSearchParams({ file: "bolt.scn", title: "A bolt for the Bears", words: "Where is Grizzly Bears?" })}`;

test("a question has a board and no answer, then the answer and the steps", async () => {
  const page = await opened(own.address, BOLT_QUESTION);
  await page.locator("#question").waitFor();
  assert.match(await page.locator(".board").innerText(), /Grizzly Bears/);
  const seen = await page.locator("main").innerText();
  assert.match(seen, /AP casts Lightning Bolt/);
  assert.doesNotMatch(seen, /expect|3 damage|704\.5g|answered/);
  await accessible(page);
  await page.getByRole("button", { name: "graveyard", exact: true }).click();
  await page.locator(".judged.good", { hasText: "Right: graveyard." }).waitFor();
  assert.match(await page.locator(".controls .count").innerText(), /^0 \/ \d+$/);
  await page.keyboard.press("End");
  assert.match(await page.locator(".controls .count").innerText(), /^(\d+) \/ \1$/);
  await accessible(page);
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.getByRole("heading", { name: "1 of 1 right." }).waitFor();
  await closed(page);
});

test("the page asks what the terminal asks with the same seed", async () => {
  const typed = headjudge("quiz", "scenarios/cipher", "--seed", "7", "--count", "3", "--data", data);
  assert.match(typed, /Question 1 of at most 3/);
  const served = await serve("scenarios/cipher", "--read-only");
  const { questions } = await answered(`${served.address}api/quiz?seed=7&count=3`);
  served.end();
  // Nothing is typed there, so that it ends behind the first.
  assert.ok(typed.includes(questions[0].words), `${typed}\n${questions[0].words}`);
  assert.equal(questions.length, 3);
});

test("one chooses what is asked, and what was wrong comes again until it is right", async () => {
  const page = await opened(own.address);
  await page.getByRole("heading", { name: "What was wrong" }).waitFor();
  await accessible(page);
  await page.getByLabel("Seed").fill("4");
  await page.getByLabel("Level").selectOption("1");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.locator("#question").waitFor();
  assert.match(await page.locator("main").innerText(), /Question 1 of 1/);
  const words = await reply(page, false);
  await page.locator(".judged.bad").waitFor();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.getByRole("heading", { name: "0 of 1 right." }).waitFor();
  await page.getByRole("button", { name: "Choose again" }).click();
  // The terminal knows of it as well.
  assert.ok(headjudge("quiz", "--record", "--data", data).includes(words));
  await page.getByRole("button", { name: "Ask what was wrong again" }).click();
  await page.locator("#question", { hasText: words }).waitFor();
  await reply(page, true);
  await page.locator(".judged.good").waitFor();
  assert.match(headjudge("quiz", "--record", "--data", data), /wrong when asked last 0/);
  await closed(page);
});

test("where nothing is kept the browser keeps what was wrong", async () => {
  const page = await opened(shown.address, BOLT_QUESTION);
  await page.locator("#question").waitFor();
  await reply(page, false);
  await page.getByRole("button", { name: "Quiz" }).click();
  await page.getByText("1 asked, 1 wrong").waitFor();
  await page.reload();
  await page.getByText("1 asked, 1 wrong").waitFor();
  await page.getByRole("button", { name: "Ask what was wrong again" }).click();
  await page.locator("#question", { hasText: "Where is Grizzly Bears?" }).waitFor();
  await reply(page, true);
  await page.getByRole("button", { name: "Quiz" }).click();
  await page.getByText("1 asked, 0 wrong").waitFor();
  await closed(page);
});

test("things are put in order with the keyboard", async () => {
  const page = await opened(own.address, `#${new URLSearchParams({ file: "order.scn", title: "Two on the stack", words: "In which order do these lie on the stack, the lowest first?" })}`);
  await page.locator("#question").waitFor();
  assert.deepEqual(await page.locator(".ordering li > span").allInnerTexts(), ["1. Giant Growth", "2. Shock"]);
  await accessible(page);
  await page.getByRole("button", { name: "Down: Giant Growth" }).focus();
  await page.keyboard.press("Enter");
  assert.deepEqual(await page.locator(".ordering li > span").allInnerTexts(), ["1. Shock", "2. Giant Growth"]);
  await page.getByRole("button", { name: "Answer" }).click();
  await page.locator(".judged.good", { hasText: "Shock; Giant Growth" }).waitFor();
  await closed(page);
});

test("a course has words between its steps, and a line to write that is played", async () => {
  const page = await opened(own.address);
  await page.getByRole("button", { name: "Bolts" }).click();
  await page.getByText("A word before.").waitFor();
  assert.match(await page.locator("main").innerText(), /Step 1 of 2/);
  await page.locator("#question").waitFor();
  await reply(page, true);
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.getByText("A word between.").waitFor();
  assert.match(page.url(), /step=2/);
  await accessible(page);
  const write = async (line) => {
    await page.getByLabel("What stands in place of the dots").fill(line);
    await page.getByRole("button", { name: "Play it" }).click();
  };
  await write("expect AP life 3");
  await page.locator(".judged.bad", { hasText: "Not played: it expects or asks something" }).waitFor();
  await write("in response NAP casts Giant Grwth -> Grizzly Bears");
  await page.locator(".faults", { hasText: "Grwth" }).waitFor();
  await write("resolve");
  await page.locator(".judged.bad", { hasText: "Not so" }).waitFor();
  await page.locator(".controls").waitFor();
  await page.getByRole("button", { name: "Hint" }).click();
  await page.getByText("What is larger survives more.").waitFor();
  await page.getByRole("button", { name: "Show an answer" }).click();
  await page.locator(".hints pre", { hasText: "in response NAP casts Giant Growth" }).waitFor();
  await page.screenshot({ path: join(shots, "quiz-write.png"), fullPage: true });
  await write("in response NAP casts Giant Growth -> Grizzly Bears");
  await page.locator(".judged.good", { hasText: "Right" }).waitFor();
  await accessible(page);
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.getByRole("heading", { name: "1 of 2 right." }).waitFor();
  await page.getByText("A word at the end.").waitFor();
  await closed(page);
});

test("the courses of the project are there, and each of their steps comes up", async () => {
  const courses = await answered(`${bank.address}api/quiz/courses`);
  assert.ok(courses.length >= 7);
  const equipment = courses.find((its) => its.file === "courses/equipment.course");
  const page = await opened(bank.address, "#course=courses/equipment.course&step=1");
  for (let step = 1; step <= equipment.steps; step += 1) {
    await page.getByText(`Step ${step} of ${equipment.steps}`).waitFor();
    assert.equal(await page.locator(".trouble").count(), 0);
    if (step === 1) await page.screenshot({ path: join(shots, "quiz-course.png"), fullPage: true });
    await page.getByRole("button", { name: /^(Skip|Next)$/ }).click();
  }
  await page.getByRole("heading", { name: "Nothing was answered." }).waitFor();
  await closed(page);
});

for (const [width, height] of [[360, 740], [800, 1000], [1600, 1000]]) {
  for (const dark of [false, true]) {
    test(`the quiz at ${width} pixels, ${dark ? "dark" : "light"}`, async () => {
      const page = await opened(bank.address, "", { width, height, dark });
      await page.getByRole("heading", { name: "Courses" }).waitFor();
      await narrow(page);
      await accessible(page);
      const shot = (what) => page.screenshot({ path: join(shots, `quiz-${what}-${width}-${dark ? "dark" : "light"}.png`), fullPage: width < 500 });
      await shot("start");
      await page.evaluate(() => (location.hash = "topic=cipher&seed=3&count=2"));
      await page.locator("#question").waitFor();
      await narrow(page);
      await accessible(page);
      await shot("asked");
      await page.getByRole("button", { name: "I don't know" }).click();
      await page.locator(".judged").waitFor();
      await page.locator("h1").click();
      for (let steps = 0; steps < 4; steps += 1) await page.keyboard.press("ArrowRight");
      await narrow(page);
      await accessible(page);
      await shot("answered");
      await closed(page);
    });
  }
}
