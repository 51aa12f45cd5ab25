import type { Studio } from "./studio";

/** The four kinds of themes by VS Code's class for them, with the default theme of each kind. */
const THEMES = {
  "hc-light": "Default High Contrast Light",
  "hc-black": "Default High Contrast",
  vs: "Default Light Modern",
  "vs-dark": "Default Dark Modern",
} as const;

/**
 * Shows a scene in the light, dark, and both high-contrast themes, saves screenshots, and runs `check`; ends with the
 * dark theme.
 */
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
