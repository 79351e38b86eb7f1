// WCAG 2.1.4: single-key shortcuts can be turned off.
import { readStored, removeStored, writeStored } from "../storage.ts";

const KEY = "singleKeyShortcuts";

export function areSingleKeysOn(): boolean {
  return readStored(KEY) !== "off";
}

export function turnSingleKeys(isOn: boolean): void {
  if (isOn) removeStored(KEY);
  else writeStored(KEY, "off");
}
