import { fireEvent } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closePalette, paletteView } from "#platform/web/palette/palette-view.ts";
import { listenForShortcuts, runPreHydrationKey, turnSingleKeys } from "#platform/web/palette/shortcut-keys.ts";
import { holdPreHydrationKeys, type PreHydrationKeys } from "./pre-hydration-keys.ts";

const CTRL_K = { key: "k", ctrlKey: true };
const QUESTION = { key: "?", shiftKey: true };
let keys: PreHydrationKeys;

beforeEach(() => {
  document.body.innerHTML = `<input aria-label="Email" />`;
  keys = holdPreHydrationKeys();
});
afterEach(() => {
  keys.release(() => undefined);
  closePalette();
});

test.each([
  ["Ctrl-K", CTRL_K, "palette"],
  ["?", QUESTION, "shortcuts"],
] as const)("%s is obeyed when the site runs, once", (_name, key, view) => {
  const isLeftToBrowser = fireEvent.keyDown(document.body, key);
  expect(isLeftToBrowser).toBe(key !== CTRL_K);
  expect(paletteView.get()).toBeNull();
  keys.release(runPreHydrationKey);
  expect(paletteView.get()).toBe(view);
});

test("other keys are ignored, and a later key cancels a held one", () => {
  for (const key of ["a", "Tab", "k"]) expect(fireEvent.keyDown(document.body, { key })).toBe(true);
  fireEvent.keyDown(document.body, CTRL_K);
  fireEvent.keyDown(document.body, { key: "Escape" });
  fireEvent.keyDown(document.body, new Event("keydown")); // a form that is filled in by itself
  keys.release(runPreHydrationKey);
  expect(paletteView.get()).toBeNull();
});

test("a question mark that was typed, or is no shortcut, opens nothing", () => {
  fireEvent.keyDown(document.querySelector("input")!, QUESTION); // written above
  keys.release(runPreHydrationKey);
  expect(paletteView.get()).toBeNull();
  keys = holdPreHydrationKeys();
  turnSingleKeys(false);
  fireEvent.keyDown(document.body, QUESTION);
  keys.release(runPreHydrationKey);
  expect(paletteView.get()).toBeNull();
});

test("a key that the site has already handled does not act twice", () => {
  const stop = listenForShortcuts([], () => undefined);
  fireEvent.keyDown(document.body, QUESTION);
  expect(paletteView.get()).toBe("shortcuts");
  closePalette();
  keys.release(runPreHydrationKey);
  expect(paletteView.get()).toBeNull();
  stop();
});
