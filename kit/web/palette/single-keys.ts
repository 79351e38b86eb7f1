// Owns whether single keys are shortcuts: who speaks to the machine, or slips, can turn them off (WCAG 2.1.4).
import { readStored, removeStored, writeStored } from "../storage.ts";

const KEY = "singleKeyShortcuts";

export function areSingleKeysOn(): boolean {
  return readStored(KEY) !== "off";
}

export function turnSingleKeys(isOn: boolean): void {
  if (isOn) removeStored(KEY);
  else writeStored(KEY, "off");
}
