// Owns the choice between light, dark and what the system says; kept in the browser, seen on `html[data-theme]`.
import { readStored, removeStored, writeStored } from "./storage.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEY = "theme";

export function storedTheme(): Theme {
  const stored = readStored(KEY);
  return stored === "light" || stored === "dark" ? stored : "system";
}

/** Shows a theme without keeping it. */
export function showTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

export function chooseTheme(theme: Theme): void {
  if (theme === "system") removeStored(KEY);
  else writeStored(KEY, theme);
  showTheme(theme);
}
