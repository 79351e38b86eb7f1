import { expect, test } from "vitest";
import { hasTarget, isInside, storeTarget, takeTarget } from "./return-target.ts";

test("the stored target is used once, then the start page", () => {
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
])("a target outside the site is refused and replaced by the start page: %j", (target) => {
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
])("a sign-in never leads back to a sign-in or error page: %s", (target) => {
  storeTarget("/account/borrowers/all");
  storeTarget(target);
  expect(takeTarget(), "the target before it stays").toBe("/account/borrowers/all");
  localStorage.setItem("redirectURL", target); // as an earlier release stored it
  expect(hasTarget()).toBe(false);
  expect(takeTarget()).toBe("/");
});

test.each(["/auth/invitation", "/authors", "/errors/1"])("%s is a valid target", (target) => {
  storeTarget(target);
  expect(hasTarget()).toBe(true);
  expect(takeTarget()).toBe(target);
});
