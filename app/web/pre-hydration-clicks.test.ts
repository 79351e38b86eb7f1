import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { holdPreHydrationClicks, type PreHydrationClicks } from "./pre-hydration-clicks.ts";

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
