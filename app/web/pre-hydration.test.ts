import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { fireEvent } from "@testing-library/react";
import {
  holdPreHydrationClicks,
  holdPreHydrationKeys,
  firstInteraction,
  type PreHydrationClicks,
  type PreHydrationKeys,
} from "./pre-hydration.ts";
import { closePalette, paletteView } from "#platform/web/palette/palette-view.ts";
import { listenForShortcuts, runPreHydrationKey, turnSingleKeys } from "#platform/web/palette/shortcut-keys.ts";

describe("clicks before hydration", () => {
  let followed: string[];
  let left: string[];
  let clicks: PreHydrationClicks;

  beforeEach(() => {
    vi.useFakeTimers();
    followed = [];
    left = [];
    document.body.innerHTML = `
    <a id="within" href="/auth/login?from=home">Log In</a>
    <a id="beside" href="/terms-and-conditions" target="_blank">Terms</a>
    <a id="down" href="#main">Skip</a>
    <a id="away" href="https://elsewhere.example/">Elsewhere</a>`;
    // The test's own document must not go anywhere.
    document.addEventListener("click", (event) => event.preventDefault(), { once: true });
    clicks = holdPreHydrationClicks((href) => left.push(href));
  });

  afterEach(() => {
    clicks.release(() => undefined);
    vi.useRealTimers();
  });

  const click = (id: string, how: MouseEventInit = {}) =>
    document.getElementById(id)!.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...how })); // written above
  const release = () => clicks.release((href) => followed.push(href));

  test("a click on a link within the site is followed once the site runs", () => {
    click("within");
    expect([followed, left]).toEqual([[], []]);
    release();
    vi.runAllTimers();
    expect([followed, left]).toEqual([["/auth/login?from=home"], []]);
  });

  test("a click does not wait forever for a site that does not load", () => {
    click("within");
    vi.advanceTimersByTime(3_000);
    expect(left).toEqual(["/auth/login?from=home"]);
  });

  test.each(["beside", "down", "away"])("the link %s is left to the browser", (id) => {
    click(id);
    release();
    expect(followed).toEqual([]);
  });

  test("a click with a key held down is left to the browser", () => {
    click("within", { ctrlKey: true });
    release();
    expect(followed).toEqual([]);
  });

  test("once the site runs, clicks are left alone", () => {
    release();
    click("within");
    vi.runAllTimers();
    expect([followed, left]).toEqual([[], []]);
  });
});

describe("keys before hydration", () => {
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
});

describe("first interaction", () => {
  test.each(["pointermove", "touchstart", "keydown", "focusin", "scroll"])("a %s is a move", async (kind) => {
    const page = new EventTarget();
    const moved = firstInteraction(page);
    page.dispatchEvent(new Event(kind));
    await moved;
  });

  test("nothing else is", async () => {
    const page = new EventTarget();
    let hasMoved = false;
    void firstInteraction(page).then(() => (hasMoved = true));
    page.dispatchEvent(new Event("load"));
    await new Promise((resolve) => setTimeout(resolve));
    expect(hasMoved).toBe(false);
  });
});
