import { fireEvent } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closePalette, paletteView } from "#kit/web/palette/palette-view.ts";
import { listenForShortcuts, obeyEarlyKey } from "#kit/web/palette/shortcut-keys.ts";
import { turnSingleKeys } from "#kit/web/palette/single-keys.ts";
import { holdEarlyKeys, type EarlyKeys } from "./early-keys.ts";

const CTRL_K = { key: "k", ctrlKey: true };
const QUESTION = { key: "?", shiftKey: true };
let keys: EarlyKeys;

beforeEach(() => {
  document.body.innerHTML = `<input aria-label="Email" />`;
  keys = holdEarlyKeys();
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
  keys.release(obeyEarlyKey);
  expect(paletteView.get()).toBe(view);
});

test("other keys, and whoever has gone on to something else, are left alone", () => {
  for (const key of ["a", "Tab", "k"]) expect(fireEvent.keyDown(document.body, { key })).toBe(true);
  fireEvent.keyDown(document.body, CTRL_K);
  fireEvent.keyDown(document.body, { key: "Escape" });
  fireEvent.keyDown(document.body, new Event("keydown")); // a form that is filled in by itself
  keys.release(obeyEarlyKey);
  expect(paletteView.get()).toBeNull();
});

test("a question mark that was typed, or is no shortcut, opens nothing", () => {
  fireEvent.keyDown(document.querySelector("input")!, QUESTION); // written above
  keys.release(obeyEarlyKey);
  expect(paletteView.get()).toBeNull();
  keys = holdEarlyKeys();
  turnSingleKeys(false);
  fireEvent.keyDown(document.body, QUESTION);
  keys.release(obeyEarlyKey);
  expect(paletteView.get()).toBeNull();
});

test("a key that the site has heard already is not obeyed a second time", () => {
  const stop = listenForShortcuts([], () => undefined);
  fireEvent.keyDown(document.body, QUESTION);
  expect(paletteView.get()).toBe("shortcuts");
  closePalette();
  keys.release(obeyEarlyKey);
  expect(paletteView.get()).toBeNull();
  stop();
});
