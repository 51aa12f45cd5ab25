import { describe, expect, it } from "vitest";
import { redactSecrets } from "../../../src/core/redact/secrets";

describe("redactSecrets", () => {
  it.each([
    [
      "a user and password for curl",
      "curl -u admin:hunter2 https://api.test/v1",
      "curl -u admin:[REDACTED] https://api.test/v1",
    ],
    ["a cookie header", "curl -H 'Cookie: sid=abc123; theme=dark' http://h", "curl -H 'Cookie: [REDACTED]' http://h"],
    ["a connection string", "postgres://app:s3cr3t@db:5432/shop", "postgres://app:[REDACTED]@db:5432/shop"],
    [
      "a quoted value with a telling name",
      '{"db_password": "hunter2", "user": "app"}',
      '{"db_password": "[REDACTED]", "user": "app"}',
    ],
    ["an environment variable", "export DB_PASSWORD=hunter", "export DB_PASSWORD=[REDACTED]"],
    ["an authorization header", "Authorization: Bearer abc.def-123456", "Authorization: Bearer [REDACTED]"],
    ["a sentence", "The password is hunter2.", "The password is [REDACTED]."],
    ["a Chinese sentence", "密码是 hunter2，请保密", "密码是 [REDACTED]，请保密"],
    [
      "a private key",
      "-----BEGIN RSA PRIVATE KEY-----\nMIIEfakefakefakefakefake\n-----END RSA PRIVATE KEY-----\nafter",
      "-----BEGIN RSA PRIVATE KEY-----[REDACTED]-----END RSA PRIVATE KEY-----\nafter",
    ],
    [
      "a private key that was cut off",
      "-----BEGIN PRIVATE KEY-----\nMIIEfakefakefakefakefake\nthen some prose",
      "-----BEGIN PRIVATE KEY-----[REDACTED]\nthen some prose",
    ],
  ])("takes out %s and keeps what stands around it", (_name, text, expected) => {
    expect(redactSecrets(text)).toBe(expected);
  });

  it.each([
    "MAX_TOKENS = 4096",
    "cache_read_input_tokens: 17000",
    "password: string",
    "const password = readPassword();",
    "grep -- '-----BEGIN PRIVATE KEY-----' notes.md",
    "",
  ])("leaves %j alone", (text) => {
    expect(redactSecrets(text)).toBe(text);
  });

  it("changes nothing the second time", () => {
    const once = redactSecrets("password=hunter2 curl -u a:b1234 http://x; 密码：abc12345\nCookie: a=b; c=d");
    expect(redactSecrets(once)).toBe(once);
  });

  it.each([
    "a",
    " ",
    "password ",
    "token: ",
    "curl ",
    "-----BEGIN PRIVATE KEY-----",
    "http://a:",
    "cookie: ",
    "密码",
    "eyJ",
    "mysql ",
    "-----END PRIVATE KEY-----",
    "A",
    "_",
    "ab-",
    "\n",
    "\\n",
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n",
    "|password|a|\n",
    "password\ttoken\n",
    "password: |\n",
    "password='",
    'auth("a","',
    "(a) values (",
    "seed phrase ",
    "login a/",
    "$6$",
    "curl -u ",
    "MIIEowIBAA\n",
  ])("finds a secret behind a megabyte of %j", (unit) => {
    const text = `${unit.repeat(Math.ceil(1_000_000 / unit.length))}\nDB_PASSWORD=hunter2`;
    expect(redactSecrets(text).slice(-23)).toBe("\nDB_PASSWORD=[REDACTED]");
  });
});
