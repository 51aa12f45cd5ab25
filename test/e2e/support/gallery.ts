import type { Studio } from "./studio";

/** The four kinds of theme by the class VS Code gives its window, with the default theme of each kind. */
const THEMES = {
  "hc-light": "Default High Contrast Light",
  "hc-black": "Default High Contrast",
  vs: "Default Light Modern",
  "vs-dark": "Default Dark Modern",
} as const;

/** The same scene in light, dark and both high contrasts, as artifacts to look at and for `check` to test; ends in the dark one. */
export async function shootInAllThemes(studio: Studio, scene: string, check?: () => Promise<void>): Promise<void> {
  for (const [kind, theme] of Object.entries(THEMES)) {
    await studio.inHost(
      async (api, name) =>
        api.workspace.getConfiguration("workbench").update("colorTheme", name, api.ConfigurationTarget.Global),
      theme,
    );
    await studio.page.locator(`.monaco-workbench.${kind}`).waitFor();
    await studio.screenshot(`${scene}-${kind}`);
    await check?.();
  }
}
