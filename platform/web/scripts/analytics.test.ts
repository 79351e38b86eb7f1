import { beforeEach, expect, test } from "vitest";
import { trackLogIn, trackPageView, trackSignUp, trackSubscribe } from "./analytics.ts";

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
