import { makeStore } from "../store.ts";
import { readStored, removeStored, writeStored } from "../storage.ts";

export const paletteView = makeStore<"palette" | "shortcuts" | null>(null);

export function openPalette(): void {
  paletteView.set("palette");
}

export function openShortcuts(): void {
  paletteView.set("shortcuts");
}

export function closePalette(): void {
  paletteView.set(null);
}

const KEY = "recentCommands";
const MAX_STORED = 5;

/** The last used first. Invalid stored data counts as empty. */
export function recentCommands(): string[] {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((id) => typeof id === "string").slice(0, MAX_STORED) : [];
  } catch {
    return [];
  }
}

export function rememberCommand(id: string): void {
  const others = recentCommands().filter((one) => one !== id);
  writeStored(KEY, JSON.stringify([id, ...others].slice(0, MAX_STORED)));
}

export function forgetCommands(): void {
  removeStored(KEY);
}
