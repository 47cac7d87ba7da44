// What `headjudge lesson` writes, opened from the disk.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { browser, headjudge } from "./served.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const shots = new URL("../shots/", import.meta.url).pathname;

let chrome, folder;

before(async () => {
  mkdirSync(shots, { recursive: true });
  folder = mkdtempSync(join(tmpdir(), "headjudge-lesson-"));
  headjudge("lesson", "courses/exile.course", "--out", join(folder, "course"));
  headjudge("lesson", "scenarios/cipher/two-cards-on-one-creature.scn", "--out", join(folder, "one"));
  chrome = await browser();
});

after(async () => {
  await chrome?.close();
  if (folder) rmSync(folder, { recursive: true });
});

/** A page from the disk, and what is wrong with it: faults, and whatever it asks for that is not the page itself. */
async function opened(file, { width = 1280, height = 900, scripts = true } = {}) {
  const context = await chrome.newContext({ viewport: { width, height }, javaScriptEnabled: scripts });
  const page = await context.newPage();
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && page.faults.push(message.text()));
  page.on("request", (request) => {
    if (!/^(file|data):/.test(request.url())) page.faults.push(request.url());
  });
  await page.goto(pathToFileURL(join(folder, file)).href);
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

for (const width of [360, 800, 1600]) {
  test(`a lesson is stepped through at ${width} px`, async () => {
    const page = await opened("one/two-cards-on-one-creature.html", { width });
    const count = () => page.locator(".count").first().innerText();
    assert.match(await page.locator(".verdict").innerText(), /answered as expected/i);
    assert.match(await page.locator(".controls .count").innerText(), /^0 \/ \d+$/);
    await page.keyboard.press("ArrowRight");
    assert.match(await page.locator(".controls .count").innerText(), /^1 \/ /);
    await page.keyboard.press("End");
    const [at, all] = (await page.locator(".controls .count").innerText()).split(" / ");
    assert.equal(at, all);
    assert.equal(await page.locator(".sheet").isVisible(), false);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${wide} px`);
    assert.ok(await count());
    await page.screenshot({ path: join(shots, `lesson-${width}.png`), fullPage: true });
    await accessible(page);
    await closed(page);
  });
}

test("a rule says what it decides, and a player sees what they may", async () => {
  const page = await opened("one/two-cards-on-one-creature.html");
  await page.locator(".answer .rule").first().click();
  assert.ok((await page.locator("dialog .gist").innerText()).length > 10);
  await page.keyboard.press("Escape");
  await page.locator(".bar select").selectOption({ label: "Two cards on one creature, as NAP" });
  await page.keyboard.press("Home");
  assert.match(await page.locator(".board").innerText(), /4 unknown|unknown/i);
  await closed(page);
});

test("a lesson is printed as a sheet", async () => {
  const page = await opened("one/two-cards-on-one-creature.html");
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator(".sheet").isVisible(), true);
  assert.equal(await page.locator(".controls").isVisible(), false);
  assert.equal(await page.locator(".sheet svg").count(), 2);
  await page.screenshot({ path: join(shots, "lesson-print.png"), fullPage: true });
  await closed(page);
});

test("where no script runs the sheet is shown", async () => {
  const page = await opened("one/two-cards-on-one-creature.html", { scripts: false });
  assert.equal(await page.locator(".sheet").isVisible(), true);
  await closed(page);
});

test("the index of a course leads to its pages", async () => {
  const page = await opened("course/index.html", { width: 800 });
  await page.screenshot({ path: join(shots, "lesson-index.png"), fullPage: true });
  await accessible(page);
  await page.locator("a").first().click();
  await page.waitForSelector(".verdict");
  assert.match(await page.locator("h1").first().innerText(), /Exiled for good/);
  await closed(page);
});
