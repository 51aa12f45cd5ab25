import type { Webview } from "vscode";
import { l10n, Uri } from "vscode";
import type { ViewName } from "../../protocol/messages";
/** Where the build puts the pages. */
export const pageFolder = (extension: Uri): Uri => Uri.joinPath(extension, "dist", "webview");

/**
 * The page of a view. Contains nothing from the network or the conversation; content arrives as messages. Until its
 * script runs, it says that it is about to.
 */
export function renderPage(webview: Webview, extension: Uri, view: ViewName, use?: "reading"): string {
  const uriOf = (file: string) => webview.asWebviewUri(Uri.joinPath(pageFolder(extension), file)).toString();
  const nonce = createNonce();
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    `img-src ${webview.cspSource} data:`,
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${uriOf(`${view}.css`)}">
<title>Hermes</title>
</head>
<body class="hermes-${view}${use === undefined ? "" : ` hermes-${use}`}">
<div id="root"><p class="starting" role="status">${l10n.t("Starting Hermes…")}</p></div>
<script nonce="${nonce}" src="${uriOf(`${view}.js`)}"></script>
</body>
</html>`;
}

const NONCE_BYTES = 16;
/** In hexadecimal digits, which need nothing of Node: pages are also shown where there is none. */
const createNonce = () =>
  [...crypto.getRandomValues(new Uint8Array(NONCE_BYTES))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
