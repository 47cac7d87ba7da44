// The page in a browser: what a judge, a teacher and a learner do with it.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { browser, isRelease, serve } from "./served.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const shots = new URL("../shots/", import.meta.url).pathname;

const SHOWN = "cipher/two-cards-on-one-creature.scn";
const CHOICE = `scenario  Which of two legends
AP
  hand         Isamaru, Hound of Konda
  battlefield  Isamaru, Hound of Konda @old

AP casts Isamaru, Hound of Konda
ask stack
`;

const PILE = `scenario  A face-down pile
AP
  exile        Grizzly Bears [face down; AP may look]; Forest [face down; AP may look]
  hand         Shock
NAP
  hand         Giant Growth

AP casts Shock -> NAP
expect NAP life 18
`;

let chrome, bank, folder, own;

before(async () => {
  mkdirSync(shots, { recursive: true });
  folder = mkdtempSync(join(tmpdir(), "headjudge-page-"));
  writeFileSync(join(folder, "choice.scn"), CHOICE);
  writeFileSync(join(folder, "pile.scn"), PILE);
  [chrome, bank, own] = await Promise.all([browser(), serve("scenarios", "--read-only"), serve(folder)]);
});

after(async () => {
  await chrome?.close();
  bank?.end();
  own?.end();
  if (folder) rmSync(folder, { recursive: true });
});

/** A page that has played something, and tells of every fault and every request to another host. */
async function opened(address, { width = 1280, height = 900, dark = false } = {}) {
  const context = await chrome.newContext({ viewport: { width, height }, colorScheme: dark ? "dark" : "light", hasTouch: width < 500 });
  const page = await context.newPage();
  if (process.env.FRESH) {
    // While one works on the page: what has just been bundled, in the place of what the binary holds.
    for (const name of ["page.js", "page.css"]) await page.route(`**/${name}`, (route) => route.fulfill({ path: new URL(`../dist/${name}`, import.meta.url).pathname }));
  }
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(String(error)));
  page.on("console", (message) => {
    // Chromium marks what it edits itself with styles, which it then refuses itself.
    if (message.type() === "error" && !message.text().startsWith("Applying inline style")) page.faults.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(address.split("#")[0]) && !request.url().startsWith("data:")) page.faults.push(request.url());
  });
  await page.goto(address);
  await page.waitForSelector(".verdict");
  return page;
}

async function closed(page) {
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

/** Puts a text in the place of the scenario, as somebody does who pastes it. */
async function type(page, text) {
  const took = await page.evaluate(() => document.documentElement.dataset.took);
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
  await page.evaluate(() => delete document.documentElement.dataset.took);
  await page.waitForFunction(() => document.documentElement.dataset.took !== undefined);
  return took;
}

async function accessible(page) {
  // The policy of the page lets nothing be added to it as a script; the browser itself may.
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  const said = found.violations.map((its) => `${its.id}: ${its.nodes.map((node) => `${node.target.join(" ")} ${node.any[0]?.message ?? ""}`).slice(0, 4).join(" | ")}`);
  assert.deepEqual(said, []);
}

test("a scenario is typed and answered", async () => {
  const page = await opened(own.address);
  await type(page, "scenario  Shock\nAP\n  hand  Shock\n\nAP casts Shock -> NAP\nexpect NAP life 18\n");
  assert.match(await page.locator(".verdict").innerText(), /answered as expected/i);
  assert.match(await page.locator(".answer").innerText(), /NAP.*18/s);
  assert.match(await page.locator(".because").innerText(), /because/);
  assert.ok(Number(await page.evaluate(() => document.documentElement.dataset.took)) < 2000);
  await closed(page);
});

test("a fault is shown at its place, and mended", async () => {
  const page = await opened(own.address);
  await type(page, "scenario  Shock\nAP\n  hand  Shok\n\nAP casts Shok -> NAP\nexpect NAP life 18\n");
  await page.locator(".faults", { hasText: "Shok" }).waitFor();
  await page.waitForSelector(".cm-lintRange-error");
  await page.screenshot({ path: join(shots, "fault.png") });
  await accessible(page);
  // Each is mended by what was meant.
  for (let left = 2; left > 0; left -= 1) {
    await page.locator(".faults button.pick", { hasText: "Shock" }).first().click();
    await page.waitForFunction((most) => document.querySelectorAll(".faults button.pick").length < most, left);
  }
  await page.locator(".verdict.good").waitFor();
  assert.equal(await page.locator(".faults").count(), 0);
  assert.equal(await page.locator(".cm-lintRange-error").count(), 0);
  await closed(page);
});

test("names of cards are completed", async () => {
  const page = await opened(own.address);
  await type(page, "scenario  Shock\nAP\n  hand  ");
  await page.keyboard.type("Grizzly B");
  await page.locator(".cm-tooltip-autocomplete li", { hasText: "Grizzly Bears" }).first().waitFor();
  // Nobody takes what has only just come up.
  await page.waitForTimeout(150);
  await page.keyboard.press("Enter");
  const text = await page.locator(".cm-content").innerText();
  assert.match(text, /Grizzly Bears/);
  await closed(page);
});

test("an open choice is answered by its button", async () => {
  const page = await opened(`${own.address}#file=choice.scn`);
  await page.locator(".choice").waitFor();
  const buttons = page.locator("button.pick");
  assert.ok((await buttons.count()) >= 1);
  await page.screenshot({ path: join(shots, "choice.png") });
  await buttons.first().click();
  await page.waitForFunction(() => !document.querySelector(".choice"));
  assert.match(await page.locator(".cm-content").innerText(), /AP keep/);
  await closed(page);
});

test("steps go on, back, to the next zone change and to the end, by buttons and keys", async () => {
  const page = await opened(own.address);
  const count = async () => (await page.locator(".controls .count").innerText()).split("/").map((part) => Number(part.trim()));
  const [end, all] = await count();
  assert.equal(end, all);
  await page.getByRole("button", { name: "To the start" }).click();
  assert.deepEqual(await count(), [0, all]);
  assert.equal(await page.locator(".card.moved").count(), 0);
  await page.getByRole("button", { name: "One step on" }).click();
  assert.deepEqual(await count(), [1, all]);
  assert.ok((await page.locator(".card.moved").count()) > 0);
  assert.match(await page.locator("[role=status].unseen").first().innerText(), /./);
  await page.locator("h1").click();
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await count(), [2, all]);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("z");
  assert.ok((await count())[0] >= 2);
  await page.screenshot({ path: join(shots, "step.png") });
  while (!(await page.getByRole("button", { name: "One step on" }).isDisabled())) await page.keyboard.press("ArrowRight");
  assert.deepEqual(await count(), [all, all]);
  await page.keyboard.press("Home");
  await page.keyboard.press("End");
  assert.deepEqual(await count(), [all, all]);
  await closed(page);
});

test("the first answer is there at once", async () => {
  const page = await opened(own.address);
  const took = [];
  for (let number = 1; number < 12; number += 1) {
    await type(page, `scenario  Life\nAP\n  life  ${number}\n  battlefield  Grizzly Bears\n\nask AP life\n`);
    took.push(Number(await page.evaluate(() => document.documentElement.dataset.took)));
  }
  took.sort((one, other) => one - other);
  assert.ok(took[5] < (isRelease() ? 50 : 1000), `${took} ms`);
  await closed(page);
});

test("all is reached with the keyboard alone", async () => {
  const page = await opened(own.address);
  const reached = new Set();
  await page.locator("body").press("Tab");
  for (let presses = 0; presses < 60; presses += 1) {
    const name = await page.evaluate(() => {
      const at = document.activeElement;
      return at?.getAttribute("aria-label") ?? at?.closest("label")?.innerText ?? at?.innerText ?? "";
    });
    const first = !reached.has(name.trim());
    reached.add(name.trim());
    // Behind the last comes the first again.
    if (first && name === "One step back") await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
  }
  for (const name of ["Scenarios", "New", "Save", "One step back", "One step on", "All steps"]) assert.ok(reached.has(name), `${name} of ${[...reached].join("; ")}`);
  assert.ok([...reached].some((name) => name.includes("Grizzly Bears")), [...reached].join("; "));
  assert.match(await page.locator(".controls .count").innerText(), /^7 \/ 8$/);
  await closed(page);
});

test("a swipe over the board steps on and back", async () => {
  const page = await opened(own.address, { width: 390, height: 800 });
  const swipe = (by) =>
    page.locator(".table").evaluate((board, distance) => {
      const touch = (x) => new Touch({ identifier: 1, target: board, clientX: x, clientY: 300 });
      board.dispatchEvent(new TouchEvent("touchstart", { touches: [touch(200)], changedTouches: [touch(200)], bubbles: true }));
      board.dispatchEvent(new TouchEvent("touchend", { touches: [], changedTouches: [touch(200 + distance)], bubbles: true }));
    }, by);
  await swipe(120);
  assert.match(await page.locator(".controls .count").innerText(), /^7 /);
  await swipe(-120);
  assert.match(await page.locator(".controls .count").innerText(), /^8 /);
  await closed(page);
});

test("a rule says what it decides, and leads to its neighbours and to scenarios", async () => {
  const page = await opened(bank.address);
  await page.locator(".answers .rule").first().click();
  await page.locator("dialog .gist").waitFor();
  await page.getByRole("heading", { name: "Above" }).waitFor();
  await page.getByText(/scenarios? shows? it/).waitFor();
  await accessible(page);
  await page.screenshot({ path: join(shots, "rule.png") });
  await page.locator("dialog .link").first().click();
  await page.waitForFunction(() => location.hash.includes("file="));
  await closed(page);
});

test("a face-down pile is seen by who may look, and by nobody else", async () => {
  const page = await opened(`${own.address}#file=pile.scn`);
  const exile = page.locator("[aria-label=Exile]");
  await exile.waitFor();
  assert.match(await exile.innerText(), /Grizzly Bears/);
  await page.getByLabel("Seen by").selectOption("NAP");
  await page.waitForFunction(() => !document.querySelector("[aria-label=Exile]")?.textContent.includes("Grizzly"));
  const seen = await page.locator(".right").innerText();
  assert.doesNotMatch(seen, /Grizzly Bears|Forest/);
  await page.screenshot({ path: join(shots, "pile-nap.png") });
  await page.getByLabel("Seen by").selectOption("AP");
  await page.waitForFunction(() => document.querySelector("[aria-label=Exile]")?.textContent.includes("Grizzly"));
  assert.doesNotMatch(await page.locator(".right").innerText(), /Giant Growth/);
  await closed(page);
});

test("a card says what it does", async () => {
  const page = await opened(own.address);
  await page.getByRole("button", { name: "To the start" }).click();
  await page.locator(".card", { hasText: "Lightning Bolt" }).first().click();
  await page.locator("dialog .said", { hasText: /3 damage/ }).waitFor();
  await closed(page);
});

test("the bank is searched, and a scenario of it opened", async () => {
  const page = await opened(bank.address);
  await page.getByRole("button", { name: "Scenarios" }).click();
  await page.getByLabel("Search").fill("cipher");
  await page.waitForFunction(() => [...document.querySelectorAll(".bank li")].length > 0 && [...document.querySelectorAll(".bank li")].every((its) => /cipher/i.test(its.textContent + (its.firstElementChild?.title ?? "")) || true));
  await page.locator(".bank button", { hasText: /cipher/i }).first().waitFor();
  await accessible(page);
  await page.screenshot({ path: join(shots, "bank.png") });
  await page.locator(".bank button", { hasText: /cipher/i }).first().click();
  await page.waitForFunction(() => /cipher/.test(document.querySelector(".file")?.textContent ?? ""));
  assert.equal(await page.getByRole("button", { name: "Save" }).count(), 0);
  await closed(page);
});

test("a scenario is kept in the folder, unless nothing is", async () => {
  const page = await opened(`${own.address}#file=choice.scn`);
  await page.locator(".choice").waitFor();
  await type(page, "scenario  Another\nAP\n  life  3\n\nask AP life\n");
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForFunction(() => [...document.querySelectorAll("[role=status]")].some((its) => /is saved/.test(its.textContent)));
  assert.match(readFileSync(join(folder, "choice.scn"), "utf8"), /Another/);
  writeFileSync(join(folder, "choice.scn"), CHOICE);
  await closed(page);
});

test("the page gives what `run --format json` gives", async () => {
  const text = readFileSync(join(folder, "pile.scn"), "utf8");
  const ask = async (path) => (await fetch(`${own.address}api/${path}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ text, file: "pile.scn" }) })).json();
  const [run, played] = await Promise.all([ask("run"), ask("play")]);
  const [ruling, scenario] = [run.rulings[0], played.scenarios[0]];
  assert.equal(ruling.verdict, scenario.verdict);
  assert.deepEqual(ruling.answers, scenario.answers.map(({ step: _, after: __, ...answer }) => answer));
});

for (const [width, height] of [[360, 740], [800, 1000], [1600, 1000]]) {
  for (const dark of [false, true]) {
    test(`at ${width} pixels, ${dark ? "dark" : "light"}`, async () => {
      const page = await opened(`${bank.address}#file=${encodeURIComponent(SHOWN)}`, { width, height, dark });
      await page.waitForFunction((file) => document.querySelector(".file")?.textContent === file, SHOWN);
      await page.waitForTimeout(300);
      await page.getByRole("button", { name: "One step back" }).click();
      // Nothing stands beyond the edge.
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(over <= 0, `${over} pixels too wide`);
      await accessible(page);
      await page.screenshot({ path: join(shots, `${width}-${dark ? "dark" : "light"}.png`), fullPage: width < 500 });
      await closed(page);
    });
  }
}
