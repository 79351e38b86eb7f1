import { expect, test } from "vitest";
import { phoneText, toE164 } from "./phone.ts";

test.each([
  ["(555) 010-2030", "+15550102030"],
  ["555.010.2030", "+15550102030"],
  ["1 555 010 2030", "+15550102030"],
  ["+44 20 7946 0018", "+442079460018"],
])("%s is understood", (typed, e164) => {
  expect(toE164(typed)).toBe(e164);
});

test("an unclear number stays as typed, so that the schema can refuse it", () => {
  expect(toE164("010-2030")).toBe("0102030");
  expect(toE164("call her")).toBe("callher");
  expect(toE164("")).toBe("");
});

test("US numbers are shown as people write them, others unchanged", () => {
  expect(phoneText("+15550102030")).toBe("(555) 010-2030");
  expect(phoneText("+442079460018")).toBe("+442079460018");
});
