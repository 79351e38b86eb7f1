// Owns the state of an attempt, kept by the browser that started it: who comes back without it comes from elsewhere.
import { readStored, removeStored, writeStored } from "#kit/web/storage.ts";

const KEY = "socialState";

export function storeSocialState(state: string): void {
  writeStored(KEY, state);
}

/** Whether this is the stored state. Whoever asks forgets it then: it is good once. */
export function isSocialState(state: string | undefined): boolean {
  return state !== undefined && state !== "" && state === readStored(KEY);
}

export function forgetSocialState(): void {
  removeStored(KEY);
}
