import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { endSession } from "#features/auth/web/session/session.ts";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { keepDraft, restoreDraft, watchDraft } from "#platform/web/form/form-drafts.ts";
import { readTestConfig } from "#platform/web/test-http.ts";
import { toastStore } from "#platform/web/parts/ToastArea.tsx";
import { isChunkLoadError, ChunkLoadError, canRenewPage, watchVersion, reloadPage } from "./reload-on-new-version.ts";

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
  watchVersion({ subscribe } as never, release); // of the router it uses this one
  onRendered();
}

const reported = () => toastStore.get().map(({ header, body }) => `${header} ${body}`);

beforeEach(async () => {
  await readTestConfig();
  vi.stubGlobal("fetch", siteAnswers);
  vi.spyOn(window.location, "reload").mockImplementation(reload);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  endWatch = watchDraft("/create Create", () => ({ firstName: "Half a n" }));
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

test("an old page reloads once, and the new page says so and restores unsaved input", async () => {
  expect(await reloadPage(OLD)).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
  aPageOf(NEW);
  expect(reported()).toEqual(["Keyturn was updated. Your draft is saved."]);
  expect(restoreDraft("/create Create")).toEqual({ firstName: "Half a n" });
  expect(restoreDraft("/create Create")).toBeNull();
  expect(sessionStorage.getItem("keptWords")).toBeNull();
  aPageOf(NEW); // the user reloads it
  expect(reported()).toHaveLength(1);
});

test("input written while the site is being checked is saved too, and input sent by then is not", async () => {
  let written: Record<string, string> | null = { comment: "begun" };
  const ends = [
    watchDraft("/create Comment", () => written),
    watchDraft("/create Note", () => (written ? { note: "sent" } : null)),
  ];
  siteAnswers.mockImplementationOnce(async () => {
    written = null;
    ends.push(watchDraft("/create Comment", () => ({ comment: "begun and ended" })));
    return new Response("1.0.0");
  });
  expect(await reloadPage(OLD)).toBe(true);
  aPageOf(NEW);
  expect(restoreDraft("/create Comment")).toEqual({ comment: "begun and ended" });
  expect(restoreDraft("/create Note")).toBeNull();
  for (const end of ends) end();
});

test("a page reloads only once: a part that is still missing is missing for another reason", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await reloadPage(OLD);
  expect(canRenewPage(OLD)).toBe(false);
  expect(await reloadPage(OLD)).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(canRenewPage(NEW)).toBe(true);
  vi.setSystemTime(Date.now() + 11 * 60_000);
  expect(canRenewPage(OLD)).toBe(true);
});

test("between two releases that are served side by side a page does not reload back and forth forever", async () => {
  for (const release of [OLD, NEW, OLD]) expect(await reloadPage(release)).toBe(true);
  expect(await reloadPage(NEW)).toBe(false);
  expect(reload).toHaveBeenCalledTimes(3);
});

test("the page stays if the site does not answer or the browser cannot store drafts", async () => {
  siteAnswers.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  expect(await reloadPage(OLD)).toBe(false);
  vi.stubGlobal("sessionStorage", {
    getItem: () => null,
    setItem() {
      throw new DOMException("full", "QuotaExceededError");
    },
  });
  expect(await reloadPage(OLD)).toBe(false);
  vi.stubGlobal("sessionStorage", stored);
  expect(reload).not.toHaveBeenCalled();
});

test("another user gets none of the unsaved input", async () => {
  signIn();
  await reloadPage(OLD);
  endSession();
  aPageOf(NEW);
  expect(reported()).toEqual(["Keyturn was updated. You're on the latest version."]);
  expect(restoreDraft("/create Create")).toBeNull();
  expect(sessionStorage.getItem("keptWords")).toBeNull();
});

test("unsaved input is stored for minutes, not for the next visit", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  keepDraft();
  vi.setSystemTime(Date.now() + 3 * 60_000);
  expect(restoreDraft("/create Create")).toBeNull();
});

test("invalid stored values are ignored", () => {
  for (const broken of ["{", "null", "[]", '"text"', '{"release":1}', '{"isFresh":true,"release":"x","at":"y"}']) {
    sessionStorage.setItem("releaseReload", broken);
    sessionStorage.setItem("keptWords", broken);
    expect(() => aPageOf(NEW)).not.toThrow();
    expect(() => canRenewPage(NEW)).not.toThrow();
  }
});

test("a missing part that no page waits for counts too; other failures do not", async () => {
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
  expect(isChunkLoadError(new TypeError(message))).toBe(expected);
  expect(isChunkLoadError(new ChunkLoadError(new Error(message)))).toBe(true);
});
