import { expect, test } from "vitest";
import { isAdultBirthDate, PersonIdentity } from "./contract.ts";

const NOW = new Date("2026-11-27T23:00:00Z");

test.each([
  ["2008-11-27", true, "18 today"],
  ["2008-11-28", false, "18 tomorrow"],
  ["1905-11-28", true, "121 tomorrow"],
  ["1905-11-27", false, "121 today"],
  ["2090-01-01", false, "not born yet"],
  ["1826-01-01", false, "200 years old"],
])("someone born on %s can sign a loan: %s, as they are %s", (dateOfBirth, can) => {
  expect(isAdultBirthDate(dateOfBirth, NOW)).toBe(can);
});

test("an identity with a birth date in the future is refused at that field", () => {
  const identity = { phone: "+14155550123", street: "1 Main St", city: "Reno", state: "NV", zip: "89501" };
  const { error } = PersonIdentity.safeParse({ ...identity, dateOfBirth: "2090-01-01" });
  expect(error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
    ["dateOfBirth", "INVALID_VALUE"],
  ]);
});
