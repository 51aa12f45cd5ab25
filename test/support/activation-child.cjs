// Loads and activates the built extension with a stub of the API, and prints what the extension did.
const Module = require("node:module");
const { relative, resolve } = require("node:path");

const root = resolve(__dirname, "../..");
const entry = resolve(root, process.argv[2]);
const commands = [];
const touched = [];

// Every property of the API stub can be called, constructed, and accessed further.
const anything = new Proxy(function stand() {}, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => "stand-in" : name === "then" ? undefined : anything),
  apply: () => anything,
  construct: () => anything,
  set: () => true,
});
const api = new Proxy(
  {},
  {
    get: (_, name) =>
      name === "commands"
        ? {
            registerCommand: (id) => {
              commands.push(id);
              return anything;
            },
            executeCommand: async () => undefined,
          }
        : name === "workspace"
          ? workspace
          : anything,
  },
);
const workspace = new Proxy(
  {},
  {
    get: (_, name) =>
      name === "getConfiguration" ? () => ({ get: () => undefined, inspect: () => undefined }) : anything,
  },
);

const load = Module._load;
Module._load = (request, ...rest) => (request === "vscode" ? api : load(request, ...rest));

const { activate } = require(entry);
watch(
  "node:fs",
  "node:fs/promises",
  "node:child_process",
  "node:net",
  "node:http",
  "node:https",
  "node:dns",
  "node:worker_threads",
);
const context = {
  subscriptions: [],
  extensionUri: anything,
  globalStorageUri: anything,
  storageUri: anything,
  secrets: anything,
  workspaceState: anything,
  globalState: anything,
  extension: { packageJSON: { version: "0.0.0" } },
};
const result = activate(context);
const loaded = Object.keys(require.cache)
  .filter((file) => file.startsWith(resolve(root, "dist")))
  .map((file) => relative(root, file))
  .sort();
process.stdout.write(JSON.stringify({ loaded, touched: [...touched], commands, api: Object.keys(result).sort() }), () =>
  process.exit(0),
);

function watch(...names) {
  for (const name of names) {
    const module = require(name);
    for (const [key, value] of Object.entries(module)) {
      if (typeof value !== "function" || /^[A-Z]/.test(key)) continue;
      module[key] = (...args) => {
        touched.push(`${name}.${key}`);
        return value.apply(module, args);
      };
    }
  }
}
