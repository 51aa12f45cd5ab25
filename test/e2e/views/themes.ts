/** The colors VS Code hands to a webview, for its four default themes; only those the views use. */
export type ThemeName = "dark" | "light" | "hc-dark" | "hc-light";

export const THEME_NAMES: readonly ThemeName[] = ["dark", "light", "hc-dark", "hc-light"];

/** Classes VS Code puts on the body. */
export const BODY_CLASS: Readonly<Record<ThemeName, string>> = {
  dark: "vscode-dark", light: "vscode-light", "hc-dark": "vscode-high-contrast", "hc-light": "vscode-high-contrast vscode-high-contrast-light",
};

const FONTS = { "font-family": "DejaVu Sans, sans-serif", "font-size": "13px", "font-weight": "normal", "editor-font-family": "DejaVu Sans Mono, monospace" };

const DARK = {
  foreground: "#cccccc", descriptionForeground: "#9d9d9d", errorForeground: "#f85149", focusBorder: "#0078d4", "icon-foreground": "#cccccc",
  "sideBar-background": "#181818", "editor-background": "#1f1f1f", "input-background": "#313131", "input-border": "#3c3c3c", "input-foreground": "#cccccc", "input-placeholderForeground": "#989898",
  "button-background": "#0078d4", "button-foreground": "#ffffff", "button-hoverBackground": "#026ec1", "button-border": "#ffffff12",
  "button-secondaryBackground": "#313131", "button-secondaryForeground": "#cccccc", "button-secondaryHoverBackground": "#3c3c3c",
  "textLink-foreground": "#4daafc", "textPreformat-foreground": "#d0d0d0", "textPreformat-background": "#3c3c3c", "textCodeBlock-background": "#2b2b2b", "textBlockQuote-border": "#616161",
  "widget-border": "#313131", "widget-shadow": "#0000005c", "list-hoverBackground": "#2a2d2e", "toolbar-hoverBackground": "#5a5d5e50",
  "charts-red": "#f85149", "charts-blue": "#59a4f9", "charts-yellow": "#cca700", "charts-green": "#89d185", "charts-purple": "#b180d7",
  "editorWarning-foreground": "#cca700", "gitDecoration-addedResourceForeground": "#81b88b", "gitDecoration-deletedResourceForeground": "#e0796a", "testing-iconPassed": "#73c991",
  "quickInput-background": "#222222", "quickInput-foreground": "#cccccc", "quickInputList-focusBackground": "#04395e", "quickInputList-focusForeground": "#ffffff",
  "terminal-ansiRed": "#cd3131", "terminal-ansiGreen": "#0dbc79", "terminal-ansiYellow": "#e5e510", "terminal-ansiBlue": "#2472c8", "terminal-ansiMagenta": "#bc3fbc", "terminal-ansiCyan": "#11a8cd", "terminal-ansiBrightBlack": "#666666",
  "debugTokenExpression-string": "#ce9178", "debugTokenExpression-number": "#b5cea8", "debugTokenExpression-name": "#c586c0", "inputValidation-warningBorder": "#b89500",
};

const LIGHT = {
  ...DARK,
  foreground: "#3b3b3b", descriptionForeground: "#3b3b3b", focusBorder: "#005fb8", "icon-foreground": "#3b3b3b",
  "sideBar-background": "#f8f8f8", "editor-background": "#ffffff", "input-background": "#ffffff", "input-border": "#cecece", "input-foreground": "#3b3b3b", "input-placeholderForeground": "#767676",
  "button-background": "#005fb8", "button-hoverBackground": "#0258a8", "button-border": "#0000001a",
  "button-secondaryBackground": "#e5e5e5", "button-secondaryForeground": "#3b3b3b", "button-secondaryHoverBackground": "#cccccc",
  "textLink-foreground": "#005fb8", "textPreformat-foreground": "#3b3b3b", "textPreformat-background": "#0000001f", "textCodeBlock-background": "#f8f8f8", "textBlockQuote-border": "#e5e5e5",
  "widget-border": "#e5e5e5", "widget-shadow": "#00000029", "list-hoverBackground": "#f2f2f2", "toolbar-hoverBackground": "#b8b8b850",
  "charts-red": "#f85149", "charts-blue": "#0063d3", "charts-yellow": "#bf8803", "charts-green": "#388a34", "charts-purple": "#652d90",
  "editorWarning-foreground": "#8a6100", "gitDecoration-addedResourceForeground": "#587c0c", "gitDecoration-deletedResourceForeground": "#ad0707", "testing-iconPassed": "#388a34",
  "quickInput-background": "#f8f8f8", "quickInput-foreground": "#3b3b3b", "quickInputList-focusBackground": "#e8e8e8", "quickInputList-focusForeground": "#000000",
  "terminal-ansiGreen": "#107c10", "terminal-ansiYellow": "#949800", "terminal-ansiBlue": "#0451a5", "terminal-ansiMagenta": "#bc05bc", "terminal-ansiCyan": "#0598bc",
  "debugTokenExpression-string": "#a31515", "debugTokenExpression-number": "#098658", "debugTokenExpression-name": "#9b46b0",
};

const HC_DARK = {
  ...DARK,
  foreground: "#ffffff", descriptionForeground: "#ffffffb3", errorForeground: "#f48771", focusBorder: "#f38518", contrastBorder: "#6fc3df", contrastActiveBorder: "#f38518", "icon-foreground": "#ffffff",
  "sideBar-background": "#000000", "editor-background": "#000000", "input-background": "#000000", "input-border": "#6fc3df", "input-foreground": "#ffffff", "input-placeholderForeground": "#ffffffb3",
  "button-background": "#000000", "button-hoverBackground": "#000000", "button-border": "#6fc3df", "button-secondaryBackground": "#000000", "button-secondaryForeground": "#ffffff", "button-secondaryHoverBackground": "#000000",
  "textLink-foreground": "#21a6ff", "textPreformat-foreground": "#000000", "textPreformat-background": "#ffffff", "textCodeBlock-background": "#000000", "textBlockQuote-border": "#ffffff",
  "widget-border": "#6fc3df", "list-hoverBackground": "#ffffff1a", "toolbar-hoverBackground": "transparent",
  "charts-red": "#f48771", "charts-blue": "#3794ff", "charts-yellow": "#ffd37b", "editorWarning-foreground": "#ffd37b",
  "quickInput-background": "#000000", "quickInput-foreground": "#ffffff", "quickInputList-focusBackground": "transparent",
};

const HC_LIGHT = {
  ...LIGHT,
  foreground: "#292929", descriptionForeground: "#292929", errorForeground: "#b5200d", focusBorder: "#006bbd", contrastBorder: "#0f4a85", contrastActiveBorder: "#006bbd", "icon-foreground": "#292929",
  "sideBar-background": "#ffffff", "editor-background": "#ffffff", "input-border": "#0f4a85", "input-foreground": "#292929", "input-placeholderForeground": "#292929",
  "button-background": "#0f4a85", "button-foreground": "#ffffff", "button-border": "#0f4a85", "button-secondaryBackground": "#ffffff", "button-secondaryForeground": "#292929", "button-secondaryHoverBackground": "#ffffff",
  "textLink-foreground": "#0f4a85", "textPreformat-foreground": "#ffffff", "textPreformat-background": "#09345f", "textCodeBlock-background": "#ffffff", "textBlockQuote-border": "#292929",
  "widget-border": "#0f4a85", "list-hoverBackground": "#0f4a851a", "toolbar-hoverBackground": "transparent",
  "charts-red": "#b5200d", "charts-blue": "#0f4a85", "charts-yellow": "#895503", "charts-green": "#374e06", "editorWarning-foreground": "#895503", "testing-iconPassed": "#374e06",
  "quickInput-background": "#ffffff", "quickInputList-focusBackground": "transparent",
};

const THEMES: Readonly<Record<ThemeName, Readonly<Record<string, string>>>> = { dark: DARK, light: LIGHT, "hc-dark": HC_DARK, "hc-light": HC_LIGHT };

export const themeCss = (name: ThemeName): string =>
  `:root { ${Object.entries({ ...FONTS, ...THEMES[name] }).map(([key, value]) => `--vscode-${key}: ${value};`).join(" ")} }`;
