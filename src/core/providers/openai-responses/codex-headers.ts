import { objectOf, textOf } from "../../base/json";

/** Claim of the sign-in token that holds the account; the Codex route refuses requests that do not name it. */
const CLAIM = "https://api.openai.com/auth";

/** Headers the ChatGPT Codex route wants beside the token. A token that is no JWT (a gateway's own) gets none. */
export function codexHeaders(token: string): Readonly<Record<string, string>> {
  const account = textOf(objectOf(claimsOf(token)[CLAIM])["chatgpt_account_id"]);
  return account === "" ? {} : { "chatgpt-account-id": account, "openai-beta": "responses=experimental" };
}

function claimsOf(token: string): Readonly<Record<string, unknown>> {
  const payload = token.split(".")[1] ?? "";
  try {
    return objectOf(JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))));
  } catch {
    // Not a JWT: nothing to read from it, and the server will say so if it matters.
    return {};
  }
}
