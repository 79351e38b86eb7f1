import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { endSession } from "#features/identity/web/session/session.ts";
import { signIn } from "#features/identity/web/session/test-sign-in.ts";
import { keepWords, takeWords, watchWords } from "#kit/web/form/kept-words.ts";
import { readTestConfig } from "#kit/web/test-config.ts";
import { toastStore } from "#kit/web/toasts.ts";
import { isMissingPart, MissingPart } from "./missing-part.ts";
import { canRenewPage, followRelease, renewPage } from "./stale-release.ts";

const OLD = "/assets/site-old.js";
const NEW = "/assets/site-new.js";
const reload = vi.fn();
const siteAnswers = vi.fn(async () => new Response("1.0.0"));
const stored = sessionStorage;
let endWatch = () => {};

/** The page that came after a reload, as of this release. */
function aPageOf(release: string): void {
  let onRendered = () => {};
  const subscribe = (_event: string, act: () => void) => {
    onRendered = act;
    return () => {};
  };
  followRelease({ subscribe } as never, release); // of the router it uses this one
  onRendered();
}

const told = () => toastStore.get().map(({ header, body }) => `${header} ${body}`);

beforeEach(async () => {
  await readTestConfig();
  vi.stubGlobal("fetch", siteAnswers);
  vi.spyOn(window.location, "reload").mockImplementation(reload);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  endWatch = watchWords("/create Create", () => ({ firstName: "Half a n" }));
});
afterEach(() => {
  endWatch();
  endSession();
  sessionStorage.clear();
  toastStore.set([]);
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  reload.mockClear();
});

test("an old page is loaded anew, and the newer one tells so and puts the words back, once", async () => {
  expect(await renewPage(OLD)).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
  aPageOf(NEW);
  expect(told()).toEqual(["Keyturn was updated. Your words are kept."]);
  expect(takeWords("/create Create")).toEqual({ firstName: "Half a n" });
  expect(takeWords("/create Create")).toBeNull();
  expect(sessionStorage.getItem("keptWords")).toBeNull();
  aPageOf(NEW); // somebody reloads it
  expect(told()).toHaveLength(1);
});

test("words that are written while the site is asked are kept as well, and those sent meanwhile are not", async () => {
  let written: Record<string, string> | null = { comment: "begun" };
  const ends = [
    watchWords("/create Comment", () => written),
    watchWords("/create Note", () => (written ? { note: "sent" } : null)),
  ];
  siteAnswers.mockImplementationOnce(async () => {
    written = null;
    ends.push(watchWords("/create Comment", () => ({ comment: "begun and ended" })));
    return new Response("1.0.0");
  });
  expect(await renewPage(OLD)).toBe(true);
  aPageOf(NEW);
  expect(takeWords("/create Comment")).toEqual({ comment: "begun and ended" });
  expect(takeWords("/create Note")).toBeNull();
  for (const end of ends) end();
});

test("it is loaded anew once: what is still missing then is missing for another reason", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await renewPage(OLD);
  expect(canRenewPage(OLD)).toBe(false);
  expect(await renewPage(OLD)).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(canRenewPage(NEW)).toBe(true);
  vi.setSystemTime(Date.now() + 11 * 60_000);
  expect(canRenewPage(OLD)).toBe(true);
});

test("between two releases that are served side by side it does not go to and fro for ever", async () => {
  for (const release of [OLD, NEW, OLD]) expect(await renewPage(release)).toBe(true);
  expect(await renewPage(NEW)).toBe(false);
  expect(reload).toHaveBeenCalledTimes(3);
});

test("where the site does not answer, or the browser keeps nothing, the page stays", async () => {
  siteAnswers.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  expect(await renewPage(OLD)).toBe(false);
  vi.stubGlobal("sessionStorage", {
    getItem: () => null,
    setItem() {
      throw new DOMException("full", "QuotaExceededError");
    },
  });
  expect(await renewPage(OLD)).toBe(false);
  vi.stubGlobal("sessionStorage", stored);
  expect(reload).not.toHaveBeenCalled();
});

test("H6 another person gets none of the words", async () => {
  signIn();
  await renewPage(OLD);
  endSession();
  aPageOf(NEW);
  expect(told()).toEqual(["Keyturn was updated. You are on the newest version."]);
  expect(takeWords("/create Create")).toBeNull();
  expect(sessionStorage.getItem("keptWords")).toBeNull();
});

test("words are kept for minutes, not for the next visit", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  keepWords();
  vi.setSystemTime(Date.now() + 3 * 60_000);
  expect(takeWords("/create Create")).toBeNull();
});

test("stored values that are broken change nothing", () => {
  for (const broken of ["{", "null", "[]", '"text"', '{"release":1}', '{"isFresh":true,"release":"x","at":"y"}']) {
    sessionStorage.setItem("releaseReload", broken);
    sessionStorage.setItem("keptWords", broken);
    expect(() => aPageOf(NEW)).not.toThrow();
    expect(() => canRenewPage(NEW)).not.toThrow();
  }
});

test("a part that nobody waited for counts too; other failures do not", async () => {
  aPageOf(OLD);
  const fails = (reason: unknown) => {
    const event = Object.assign(new Event("unhandledrejection"), { reason });
    window.dispatchEvent(event);
  };
  fails(new Error("something else"));
  fails(new TypeError("Failed to fetch dynamically imported module: /assets/part.js"));
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1), 5_000);
});

test.each([
  ["Failed to fetch dynamically imported module: http://x/a.js", true],
  ["error loading dynamically imported module: http://x/a.js", true],
  ["Importing a module script failed.", true],
  ["Unable to preload CSS for /assets/a.css", true],
  ["Failed to fetch", false],
])("%s: a missing part is %s", (message, expected) => {
  expect(isMissingPart(new TypeError(message))).toBe(expected);
  expect(isMissingPart(new MissingPart(new Error(message)))).toBe(true);
});
