import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { guardSinks, loadScript, trustedScriptUrl } from "./load-script.ts";
import { trackLogIn, trackPageView, trackSignUp, trackSubscribe } from "./analytics.ts";
import "./no-eval.ts";

describe("loading a script", () => {
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
        const reported = expect(loadScript("http://test/slow.js")).rejects.toThrow(
          "SCRIPT_BLOCKED http://test/slow.js",
        );
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
});

describe("guarded sinks", () => {
  interface Rules {
    createHTML(text: string): string | null;
    createScript(text: string): string | null;
    createScriptURL(url: string): string | null;
  }

  /** What the browser would ask at each sink. */
  let rules: Rules;
  const createPolicy = vi.fn((_name: string, made: Rules) => (rules = made));

  function openAt(path: string): void {
    window.history.replaceState(null, "", path);
    guardSinks({
      runsProviderScript: (at) => at === "/card",
      scriptsFrom: () => ["https://card.example", "https://*.card.example", "https://big.example/check/"],
    });
  }

  beforeEach(() => {
    Object.assign(window, { trustedTypes: { createPolicy } });
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
  });
  afterEach(() => {
    Reflect.deleteProperty(window, "trustedTypes");
    vi.restoreAllMocks();
  });

  test("the page's one policy leaves text that would run to the browser, which refuses and reports it", () => {
    openAt("/plain");
    expect(createPolicy.mock.calls.at(-1)?.[0]).toBe("default");
    expect([
      rules.createHTML("<img onerror=x>"),
      rules.createScript("1"),
      rules.createScriptURL("https://evil.example/"),
    ]).toEqual([null, null, null]);
  });

  test("scripts come only from the site and the configured origins", () => {
    openAt("/plain");
    for (const url of [
      "/assets/part.js",
      "https://card.example/v3/",
      "https://m.card.example/inner.js",
      "https://big.example/check/api.js?render=key",
    ]) {
      expect(trustedScriptUrl(url)).toBe(url);
      expect(rules.createScriptURL(url)).toBe(url);
    }
    for (const url of [
      "https://evil.example/x.js",
      "https://card.example.evil.example/",
      "http://card.example/",
      "https://big.example/jsonp?callback=alert",
      "https://big.example/check/../jsonp",
      "data:text/javascript,1",
      "blob:https://card.example/1",
      "//evil.example/",
      "https://[",
    ])
      expect(() => trustedScriptUrl(url), url).toThrow("UNTRUSTED_SCRIPT_URL");
  });

  test("each page is judged by its own path, also where the person went on without a new document", () => {
    openAt("/plain");
    window.history.replaceState(null, "", "/card");
    expect(rules.createHTML("<b>")).toBe("<b>"); // the headers would refuse what the provider may do here
    openAt("/card");
    expect(rules.createHTML("<b>")).toBeNull(); // the headers only report
    window.history.replaceState(null, "", "/plain");
    expect(() => rules.createHTML("<b>")).toThrow("UNTRUSTED_HTML"); // they still only report
  });

  test("a browser without trusted types gets the same addresses and the same refusals", () => {
    Reflect.deleteProperty(window, "trustedTypes");
    openAt("/plain");
    expect(trustedScriptUrl("https://card.example/v3/")).toBe("https://card.example/v3/");
    expect(() => trustedScriptUrl("https://evil.example/x.js")).toThrow("UNTRUSTED_SCRIPT_URL");
  });
});

describe("analytics", () => {
  beforeEach(() => Reflect.deleteProperty(window, "dataLayer"));

  const reported = () => (window.dataLayer ?? []).map((entry) => Array.from(entry as ArrayLike<unknown>));

  test("each event is an entry as gtag makes it: the arguments of a command", () => {
    trackLogIn("password");
    trackSignUp();
    trackPageView("/terms-and-conditions");
    trackSubscribe(4_500);
    expect(reported()).toEqual([
      ["event", "login", { method: "password" }],
      ["event", "sign_up", {}],
      ["event", "page_view", { page_path: "/terms-and-conditions" }],
      ["event", "subscribe", { value: 45, currency: "USD" }],
    ]);
    expect(Object.prototype.toString.call(window.dataLayer?.[0])).toBe("[object Arguments]");
  });

  test("what an analytics script has put there before stays", () => {
    const before = [["js", "now"]];
    window.dataLayer = before;
    trackSignUp();
    expect(window.dataLayer).toBe(before);
    expect(reported().map(([, name]) => name)).toEqual(["now", "sign_up"]);
  });
});

describe("no eval", () => {
  test("zod takes the setting up", async () => {
    const z = await import("zod/mini");
    expect(z.config().jitless).toBe(true);
  });
});
