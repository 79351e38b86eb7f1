import { afterEach, expect, test, vi } from "vitest";
import { loadScript } from "./load-script.ts";

/** Lets each script that is added to the page load or fail at once. */
function scriptsThat(event: "load" | "error") {
  return vi.spyOn(document.head, "append").mockImplementation((script) => {
    (script as HTMLScriptElement).dispatchEvent(new Event(event));
  });
}

afterEach(() => void vi.restoreAllMocks());

test("a script is loaded once, however often it is requested", async () => {
  const added = scriptsThat("load");
  await Promise.all([loadScript("http://test/once.js"), loadScript("http://test/once.js")]);
  await loadScript("http://test/once.js");
  expect(added).toHaveBeenCalledTimes(1);
});

test("a blocked script is reported and can be loaded again", async () => {
  scriptsThat("error");
  await expect(loadScript("http://test/blocked.js")).rejects.toThrow("SCRIPT_BLOCKED http://test/blocked.js");
  scriptsThat("load");
  await expect(loadScript("http://test/blocked.js")).resolves.toBeUndefined();
});

test("a script that neither loads nor fails is reported after a while, and is still loaded only once", async () => {
  vi.useFakeTimers();
  try {
    const added = vi.spyOn(document.head, "append").mockImplementation(() => undefined);
    for (let tries = 0; tries < 2; tries++) {
      const reported = expect(loadScript("http://test/slow.js")).rejects.toThrow("SCRIPT_BLOCKED http://test/slow.js");
      await vi.advanceTimersByTimeAsync(15_000);
      await reported;
    }
    expect(added).toHaveBeenCalledTimes(1);
    const wanted = loadScript("http://test/slow.js");
    (added.mock.calls[0]?.[0] as HTMLScriptElement).dispatchEvent(new Event("load"));
    await expect(wanted).resolves.toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});
