/** What makes a key a secret: also in two words. */
export const keyOwners = "api|private|secret|access|account|encryption|signing|master|shared|license";

/** Names that mean a secret by themselves: almost any literal behind them is one. */
export const strongWords = [
  "passwords?",
  "passwd",
  "passphrase",
  "passcode",
  "passkey",
  "(?<![A-Za-z])(?:pass|pw|pwd)(?![A-Za-z]|[_-](?:rate|count|through|by|if|fail|threshold|percent|score|status|mark))",
  "(?<![A-Za-z])psk(?![A-Za-z])",
  "(?:store|key|require|admin|root|user|db|smtp|mail|ftp|ssh|wifi)[_-]?pass(?![A-Za-z])",
  "secret(?!ar)",
  "access[_-]?key[_-]?id",
  `(?:${keyOwners})[ _-]?key`,
  "client[_-]?key[_-]?data",
  "(?:auth|logged[_-]?in|nonce)[_-](?:key|salt)",
  "recovery[ _-]?(?:code|key)",
  "backup[ _-]?code",
  "anti-?forgery[_-]?key",
].join("|");

/** Names that also mean harmless things (lexer tokens, cache keys): the value must look random too. */
export const weakWords = [
  "token",
  "auth(?![a-z])",
  "authkey",
  "credentials?",
  "(?:php|asp(?:\\.net_)?|j)?sess(?:ion)?[_-]?(?:id|key|cookie|data)(?![a-z])",
  "connect\\.sid",
  "[cx]srf",
  "jwt",
  "bearer",
  "signature",
  "hmac",
  "(?<![A-Za-z])(?:sid|nonce|otp|pin|salt|dsn|pat|mfa|totp|2fa)(?![a-z])",
  "webhook",
  "cookie",
  "session(?=[\"']?=)",
  "(?<=[A-Za-z0-9_-])key(?![A-Za-z_-])",
].join("|");

const strongName = new RegExp(`(?:${strongWords})`, "i");

/** A plural names a collection or a policy about secrets, not one. */
export const isStrongName = (name: string): boolean =>
  strongName.test(name) && !/passwordless|(?:secrets|passwords)$/i.test(name);

/** Ids of sessions and requests are written into every log; where they are UUIDs nobody is let in by them. */
export const namesAnId = (name: string): boolean => /sess(?:ion)?(?:[_-]?id)?$|nonce|salt|(?:^|[^a-z])sid$/i.test(name);
