import { expect, test } from "vitest";
import { hasTarget, isInside, storeTarget, takeTarget } from "./return-target.ts";

test("S4.8 the stored target is used once, then home", () => {
  storeTarget("/account/borrowers/all?a=1&b=2");
  expect(takeTarget()).toBe("/account/borrowers/all?a=1&b=2");
  expect(takeTarget()).toBe("/");
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "",
  "/\t/evil.example",
  "\\\\evil.example",
  " /account",
  "/a\n//evil.example",
  "account",
])("a target outside the site is refused, and home taken: %j", (target) => {
  expect(isInside(target)).toBe(false);
  storeTarget(target);
  expect(takeTarget()).toBe("/");
});

test.each([
  "/auth/logout",
  "/auth/login?a=1",
  "/auth",
  "/AUTH/logout",
  "/account/../auth/logout",
  "/auth/invitation/../logout",
  "/error/401",
  "/error/404#top",
])("a log-in never leads back to where one gets in or out, or to an error: %s", (target) => {
  storeTarget("/account/borrowers/all");
  storeTarget(target);
  expect(takeTarget(), "the target before it stays").toBe("/account/borrowers/all");
  localStorage.setItem("redirectURL", target); // as by a release before this one
  expect(hasTarget()).toBe(false);
  expect(takeTarget()).toBe("/");
});

test.each(["/auth/invitation", "/authors", "/errors/1"])("%s is a target as any other", (target) => {
  storeTarget(target);
  expect(hasTarget()).toBe(true);
  expect(takeTarget()).toBe(target);
});
