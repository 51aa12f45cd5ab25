/** Up to here a link is one of ours: no scheme, no anchor of the same page. */
const LINK = /(!?)\[([^\]]*)\]\((?![a-z]+:|#)([^)\s]+)\)/g;

/**
 * README.md for the page of an installed extension. VS Code loads pictures there over HTTPS only, and drops relative
 * addresses and `data:`; so pictures and links lead to the repository. While the repository has no address, a picture
 * would be a broken frame and a link would lead nowhere: neither is shown.
 * @param {string} text
 * @param {string | undefined} repository
 */
export function readmeForExtensionPage(text, repository) {
  const linked = text.replace(LINK, (_, picture, words, path) => {
    if (repository === undefined) return picture ? "" : words;
    return `${picture}[${words}](${repository}/${picture ? "raw" : "blob"}/HEAD/${path})`;
  });
  return linked.replace(/\n{3,}/g, "\n\n");
}
