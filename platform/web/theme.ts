import { nextFrame } from "./next-frame.ts";
import { readStored, removeStored, writeStored } from "./storage.ts";
import { makeStore } from "./store.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEY = "theme";
const choices = makeStore(0);

/** The chosen theme, for components that show it. */
export const themeStore = { initial: "system" as Theme, get: storedTheme, subscribe: choices.subscribe };

export function storedTheme(): Theme {
  const stored = readStored(KEY);
  return stored === "light" || stored === "dark" ? stored : "system";
}

/** Shows a theme without keeping it. */
export function showTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

/** The control that was pressed is drawn first: every color of a long page takes more than a frame. */
export async function chooseTheme(theme: Theme): Promise<void> {
  if (theme === "system") removeStored(KEY);
  else writeStored(KEY, theme);
  choices.set(choices.get() + 1);
  await nextFrame();
  showTheme(theme);
}
