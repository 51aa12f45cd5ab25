// Builds everything that ships: the files of the extension host, its workers, and the webview pages. `--dev` keeps
// names readable.
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { build, transform } from "esbuild";
import { root } from "./scripts/places.mjs";

const out = join(root, "dist");
const isDev = process.argv.includes("--dev");

/** The runtimes of the oldest VS Code version that package.json allows. */
const HOST_TARGET = "node22";
const WEBVIEW_TARGET = "chrome138";

/** Resolved at run time: the VS Code API, and a program for which VS Code's own copy is preferred. */
const HOST_EXTERNALS = ["vscode", "@vscode/ripgrep"];

/** @type {import("esbuild").BuildOptions & { metafile: true }} */
const common = {
  absWorkingDir: root,
  bundle: true,
  minify: !isDev,
  metafile: true,
  logLevel: "warning",
  legalComments: "none",
};

for (const folder of ["chunks", "workers", "webview", "web"])
  rmSync(join(out, folder), { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const metafiles = [await buildHost(), await buildWorkers(), await buildWeb(), await buildPages()];
copyFileSync(join(root, "node_modules/sql.js/dist/sql-wasm.wasm"), join(out, "sql-wasm.wasm"));
writeFileSync(join(out, "meta.json"), JSON.stringify(merge(metafiles)));

/**
 * esbuild cannot split CommonJS, and bundling each lazy file on its own would duplicate shared classes, so `instanceof`
 * would fail between the copies. So the host is split as ES modules first, and each file is then converted to CommonJS.
 */
async function buildHost() {
  const { outputFiles, metafile } = await build({
    ...common,
    entryPoints: { extension: "src/extension.ts" },
    outdir: out,
    chunkNames: "chunks/[name]-[hash]",
    write: false,
    format: "esm",
    splitting: true,
    platform: "node",
    target: HOST_TARGET,
    external: HOST_EXTERNALS,
    mainFields: ["module", "main"],
  });
  for (const { path, text } of outputFiles) {
    const { code } = await transform(text, {
      format: "cjs",
      platform: "node",
      target: HOST_TARGET,
      minify: !isDev,
      legalComments: "none",
      supported: { "dynamic-import": false },
      define: { "import.meta.url": "moduleUrl" },
      banner: moduleUrlBanner(text),
    });
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code);
  }
  return metafile;
}

/**
 * Each `*-worker.ts`, and the server that other agents start, becomes one self-contained file in dist/workers, which is
 * started by its path.
 */
async function buildWorkers() {
  const entryPoints = Object.fromEntries(
    listFiles(join(root, "src"))
      .filter((file) => /-worker\.ts$|\bcontext-server\.ts$/.test(file))
      .map((file) => [basename(file, ".ts"), file]),
  );
  const { metafile } = await build({
    ...common,
    entryPoints,
    outdir: join(out, "workers"),
    format: "cjs",
    platform: "node",
    target: HOST_TARGET,
  });
  return metafile;
}

/** What runs where there is no Node: one file, in which an import of a Node module fails the build. */
async function buildWeb() {
  const { metafile } = await build({
    ...common,
    entryPoints: ["src/vscode/web/extension.ts"],
    outdir: join(out, "web"),
    format: "cjs",
    platform: "browser",
    target: WEBVIEW_TARGET,
    external: ["vscode"],
  });
  return metafile;
}

/** Each folder of webview-ui with a `main.tsx` is a page: `<folder>.js` and, if it imports styles, `<folder>.css`. */
async function buildPages() {
  const folders = readdirSync(join(root, "webview-ui")).filter((name) =>
    existsSync(join(root, "webview-ui", name, "main.tsx")),
  );
  const { metafile } = await build({
    ...common,
    entryPoints: Object.fromEntries(folders.map((name) => [name, `webview-ui/${name}/main.tsx`])),
    outdir: join(out, "webview"),
    format: "iife",
    platform: "browser",
    target: WEBVIEW_TARGET,
    jsx: "automatic",
    jsxImportSource: "preact",
    alias: { react: "preact/compat", "react-dom": "preact/compat", "react/jsx-runtime": "preact/jsx-runtime" },
    loader: { ".ttf": "file", ".svg": "file" },
    assetNames: "[name]",
  });
  return metafile;
}

/** @param {string} text */
function moduleUrlBanner(text) {
  return text.includes("import.meta.url") ? `const moduleUrl=require("node:url").pathToFileURL(__filename).href;` : "";
}

/**
 * Merges the metafiles into one, with the sizes of the files as written.
 * @param {readonly import("esbuild").Metafile[]} metafiles
 */
function merge(metafiles) {
  const outputs = Object.assign({}, ...metafiles.map((metafile) => metafile.outputs));
  for (const [path, output] of Object.entries(outputs))
    outputs[path] = { ...output, bytes: statSync(join(root, path)).size };
  return { inputs: Object.assign({}, ...metafiles.map((metafile) => metafile.inputs)), outputs };
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? listFiles(join(folder, entry.name)) : [relative(root, join(folder, entry.name))],
  );
}
