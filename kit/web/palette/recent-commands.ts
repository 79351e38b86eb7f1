// Owns which commands were used last on this browser, by their ids; forgotten with the session.
import { readStored, removeStored, writeStored } from "../storage.ts";

const KEY = "recentCommands";
const KEPT = 5;

/** The last used first; what is stored broken is as if nothing were. */
export function recentCommands(): string[] {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((id) => typeof id === "string").slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

export function rememberCommand(id: string): void {
  const others = recentCommands().filter((one) => one !== id);
  writeStored(KEY, JSON.stringify([id, ...others].slice(0, KEPT)));
}

export function forgetCommands(): void {
  removeStored(KEY);
}
