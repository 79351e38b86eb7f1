import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { captchaToken, preloadCaptcha } from "./captcha.ts";
import { readTestConfig } from "../test-http.ts";

const execute = vi.fn(async (_siteKey: string, _options: { action: string }) => "a-token");

/** Lets the check's script run, or be blocked, as soon as it is added to the page. */
function theScript(event: "load" | "error") {
  return vi.spyOn(document.head, "append").mockImplementation((script) => {
    if (event === "load") Object.assign(window, { grecaptcha: { ready: (act: () => void) => act(), execute } });
    (script as HTMLScriptElement).dispatchEvent(new Event(event));
  });
}

beforeEach(() => readTestConfig());
afterEach(() => {
  vi.restoreAllMocks();
  execute.mockClear();
  Reflect.deleteProperty(window, "grecaptcha");
});

test.each(["true", "0", ""])(
  "with sb-testing stored as %j the token is the configured one, nothing runs",
  async (value) => {
    const added = theScript("load");
    localStorage.setItem("sb-testing", value);
    expect(await captchaToken()).toBe("{secret}");
    await readTestConfig({ captchaTestToken: "another" });
    expect(await captchaToken()).toBe("another");
    expect(added).not.toHaveBeenCalled();
    expect(execute).not.toHaveBeenCalled();
  },
);

test("a blocked check is reported as SCRIPT_BLOCKED", async () => {
  theScript("error");
  await expect(captchaToken()).rejects.toThrow("SCRIPT_BLOCKED https://check.example/recaptcha.js?render=site-key");
});

test("else the check's script is loaded once and executed with the site key and the action 'subscribe'", async () => {
  const added = theScript("load");
  expect(await captchaToken()).toBe("a-token");
  expect(await captchaToken()).toBe("a-token");
  expect(added).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ src: "https://check.example/recaptcha.js?render=site-key" }),
  );
  expect(execute).toHaveBeenCalledWith("site-key", { action: "subscribe" });
});

test("the check is loaded once the page is idle; if it is blocked, a warning is logged and the page goes on", async () => {
  const idle: (() => void)[] = [];
  vi.stubGlobal("requestIdleCallback", (act: () => void) => idle.push(act));
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const { scripts } = await readTestConfig();
  await readTestConfig({ scripts: { ...scripts, recaptcha: "https://check.example/blocked.js" } });
  const added = theScript("error");
  preloadCaptcha();
  if (document.readyState !== "complete") window.dispatchEvent(new Event("load"));
  expect(added).not.toHaveBeenCalled();
  for (const act of idle) act();
  expect(added).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(warned).toHaveBeenCalledTimes(1), 5_000);
  theScript("load");
  expect(await captchaToken(), "tried again at the act").toBe("a-token");
  vi.unstubAllGlobals();
});
