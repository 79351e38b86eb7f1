import { expect, test } from "vitest";
import { holdsCardNumber } from "./card-number.ts";

test.each([
  "4242424242424242",
  "4242 4242 4242 4242",
  "card 4000-0566-5566-5556, exp 12/29 CVC 123",
  "5555555555554444",
  "2223003122003222",
  "378282246310005",
  "3782 822463 10005",
  "6011111111111117",
  "36227206271667",
  "3566002020360505",
  "4222222222222",
  "Paid with 4242424242424242.",
])("%s holds a card's number", (text) => expect(holdsCardNumber(text)).toBe(true));

test.each([
  ["another check digit", "4242424242424241"],
  ["a loan's number in MERS", "100015902347654327"],
  ["no brand", "9999999999999995"],
  ["too few digits", "424242424242"],
  ["too many digits", "42424242424242424242"],
  ["a phone number", "+1 (208) 555-0147"],
  ["an account", "Account 000123456789"],
  ["money and days", "2026-11-02 4,242.42 and 4,242,424.24"],
  ["digits across lines", "4242 4242\n4242 4242"],
  ["an amount", "4242424242424242.00"],
])("%s is none: %s", (_what, text) => expect(holdsCardNumber(text)).toBe(false));
