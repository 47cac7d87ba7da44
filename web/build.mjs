// Bundles the page into `dist/`, which is committed: the binary holds it. The same sources give the same bytes.
import { build } from "esbuild";

const common = { bundle: true, minify: true, legalComments: "none", charset: "utf8", logLevel: "warning" };
await build({
  ...common,
  entryPoints: ["src/page.ts"],
  outfile: "dist/page.js",
  format: "iife",
  target: ["chrome111", "firefox113", "safari16.4"],
  banner: { js: "/* headjudge's page, made of web/src by web/build.mjs. With CodeMirror and Lezer: MIT, Marijn Haverbeke and others. */" },
});
for (const name of ["lesson", "quiz"]) {
  await build({
    ...common,
    entryPoints: [`src/${name}.ts`],
    outfile: `dist/${name}.js`,
    format: "iife",
    target: ["chrome111", "firefox113", "safari16.4"],
  });
}
await build({ ...common, entryPoints: ["src/page.css"], outfile: "dist/page.css", target: ["chrome111", "firefox113", "safari16.4"] });
