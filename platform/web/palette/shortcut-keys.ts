import { overlayStore } from "../overlay.ts";
import { isPaletteKey } from "./palette-keys.ts";
import { closePalette, openPalette, openShortcuts, paletteView } from "./palette-view.ts";
import { readStored, removeStored, writeStored } from "../storage.ts";

const PAUSE_MS = 1500; // the longest between two keys of one shortcut
const FIELD =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]:not([contenteditable="false"])';

/** Listens until the returned function is called. @param onKeys called with the shortcut of `known` that was pressed */
export function listenForShortcuts(known: readonly string[], onKeys: (keys: string) => void): () => void {
  let before = { keys: "", at: 0 };

  function onKeyDown(event: KeyboardEvent): void {
    // Autofill sends events of this name without a key.
    if (!(event instanceof KeyboardEvent) || event.defaultPrevented || event.isComposing || event.repeat) return;
    if (isPaletteKey(event)) togglePalette(event);
    else if (isMeant(event)) follow(event);
  }

  function follow(event: KeyboardEvent): void {
    const key = event.shiftKey ? event.key : event.key.toLowerCase();
    const isSecond = before.keys !== "" && event.timeStamp - before.at < PAUSE_MS;
    const keys = isSecond ? `${before.keys} ${key}` : key;
    const isStart = known.some((one) => one.startsWith(`${keys} `));
    before = { keys: isStart ? keys : "", at: event.timeStamp };
    if (keys === "?") openShortcuts();
    else if (keys === "/") {
      if (!focusSearch()) return;
    } else if (known.includes(keys)) onKeys(keys);
    else return;
    event.preventDefault();
  }

  document.addEventListener("keydown", onKeyDown);
  return () => document.removeEventListener("keydown", onKeyDown);
}

/** Does what a key was meant for that was pressed before anybody listened. */
export function runPreHydrationKey(event: KeyboardEvent): void {
  if (isPaletteKey(event)) togglePalette(event);
  else if (event.key === "?" && isMeant(event)) openShortcuts();
}

function togglePalette(event: KeyboardEvent): void {
  if (paletteView.get() === "palette") closePalette();
  else if (isCovered()) return;
  else openPalette();
  event.preventDefault(); // some browsers keep their own search there
}

/** A key pressed without modifiers, with no dialog open, that is not typed into a field. */
function isMeant({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (key.length !== 1 || ctrlKey || metaKey || altKey || isCovered() || !areSingleKeysOn()) return false;
  return !(target instanceof Element) || target.closest(`${FIELD}, [popover]`) === null;
}

function isCovered(): boolean {
  return overlayStore.get() !== null || document.querySelector("dialog[open]") !== null;
}

/** Whether the page has a search to go to. */
function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>('main input[type="search"]');
  search?.focus();
  search?.select();
  return search !== null;
}

// WCAG 2.1.4: single-key shortcuts can be turned off.
const KEY = "singleKeyShortcuts";

export function areSingleKeysOn(): boolean {
  return readStored(KEY) !== "off";
}

export function turnSingleKeys(isOn: boolean): void {
  if (isOn) removeStored(KEY);
  else writeStored(KEY, "off");
}
