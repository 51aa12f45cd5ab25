const anyOf = (words: readonly string[]): string => `(?:${words.join("|")})`;

/** What is said about a secret by the words behind its name: `password_length`, `secretName`, `api_key_path`. */
const aspects = anyOf([
  "name", "length", "len", "type", "min", "max", "count", "policy", "strength", "field", "label", "hint", "placeholder", "input", "selector", "element", "button", "form", "page", "view", "component",
  "file", "path", "store", "url", "uri", "version", "rotation", "expir\\w*", "ttl", "hash_?algo\\w*", "algorithm", "required", "enabled", "reset", "manager", "provider", "ref", "arn", "source", "mode",
  "method", "scheme", "format", "regex", "pattern", "rule", "env", "var", "error", "message", "text", "title", "icon", "column", "attribute", "param", "prop", "schema", "valid\\w*", "visible", "confirm\\w*",
]);
const secrets = anyOf(["key", "secret", "password", "passwd", "pwd", "auth", "credentials?", "session", "signature", "salt", "pin"]);

/** Tokens that language models and parsers count. */
const countedBefore = anyOf(["max", "min", "num", "n", "total", "prompt", "completion", "input", "output", "cache\\w*", "next", "page", "continuation", "special", "eos", "bos", "pad", "unk", "mask", "stop"]);
const countedAfter = anyOf(["count", "limit", "usage", "type", "budget", "ratio", "index", "length", "size", "name", "id$", "url", "endpoint", "expir", "ttl", "estimate"]);

const harmlessNames = new RegExp(
  [
    "tokens$", "tokeni[sz]", `tokens?[_-]?${countedAfter}`, `(?<![A-Za-z])${countedBefore}[_-]?tokens?\\b`,
    `${secrets}[_-]?${aspects}`, "(?:existing|image_?pull|tls)_?secrets?$", "^(?:old)?pwd$",
    "(?:public|primary|foreign|sort|partition|cache|hot|short)[_-]?key",
  ].join("|"),
  "i",
);

/** Counts, limits and settings about secrets are not secrets. */
export const isHarmlessName = (name: string): boolean => harmlessNames.test(name);

const types = ["str", "string", "text", "bytes?", "buffer", "bool", "boolean", "number", "int", "integer", "float", "char", "varchar\\w*", "any", "unknown", "object", "array", "list", "dict", "map", "secretstr", "void"];
const literals = ["null", "none", "nil", "undefined", "true", "false", "yes", "no", "on", "off"];
const keywords = ["readonly", "const", "let", "var", "self", "this", "new", "await", "async", "return", "process", "import", "export", "function", "default", "interface", "type", "class", "struct", "enum", "public", "private", "protected", "static", "final", "option", "optionals?"];
const states = ["required", "optional", "hidden", "empty", "missing", "invalid", "wrong", "incorrect", "redacted", "masked", "sensitive", "set", "unset", "ok", "failed", "expired", "valid", "changed"];
const places = ["env", "environment", "vault", "file", "keychain", "prompt", "ask", "see", "todo", "tbd", "n\\/a"];
const methods = ["basic", "bearer", "oauth2?", "jwt", "ssh", "sha\\d*", "md5", "bcrypt", "argon2\\w*", "hs256", "rs256", "password"];
const smallWords = ["not", "the", "an?", "is", "in", "for", "from", "of", "and", "or", "to", "with"];

const harmlessWords = new RegExp(`^${anyOf([types, literals, keywords, states, places, methods, smallWords].flat())}$`, "i");

/** Words that stand where a secret will be, or say something about it. */
export const isHarmlessWord = (value: string): boolean => harmlessWords.test(value);
