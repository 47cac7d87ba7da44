// A served folder and a browser for the tests.
import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("../..", import.meta.url));

function binary() {
  const found = [process.env.HEADJUDGE, `${root}target/release/headjudge`, `${root}target/debug/headjudge`].find((path) => path && existsSync(path));
  if (!found) throw new Error("no binary: build headjudge, or say where it is with HEADJUDGE");
  return found;
}

/** Whether the binary is one that users have, so that it can be asked how fast it is. */
export const isRelease = () => binary().includes("release");

/** Serves a folder; gives the address and what ends it. */
export async function serve(folder, ...more) {
  const child = spawn(binary(), ["serve", folder, "--port", "0", ...more], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (data) => {
      said += data;
      const found = /http:\/\/[^/\s]+\//.exec(said);
      if (found) resolve(found[0]);
    });
    child.on("exit", (code) => reject(new Error(`it has ended with ${code}`)));
  });
  return { address, end: () => child.kill() };
}

/** Does what a command line says, and waits for it. */
export function headjudge(...words) {
  return execFileSync(binary(), words, { cwd: root, encoding: "utf8" });
}

/** Debian's Chromium, or one that is named. */
export function browser() {
  const executablePath = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => path && existsSync(path));
  return chromium.launch({
    executablePath,
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
}
