import { readStored, removeStored, writeStored } from "#platform/web/storage.ts";

const KEY = "socialState";

export function storeSocialState(state: string): void {
  writeStored(KEY, state);
}

/** Whether this is the stored state. Deletes it, because it is valid once. */
export function isSocialState(state: string | undefined): boolean {
  return state !== undefined && state !== "" && state === readStored(KEY);
}

export function forgetSocialState(): void {
  removeStored(KEY);
}
