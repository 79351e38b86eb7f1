import { expect, test } from "vitest";
import { isInside, storeTarget, takeTarget } from "./return-target.ts";

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
