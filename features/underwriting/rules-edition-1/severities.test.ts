import { expect, test } from "vitest";
import { Severity } from "#features/underwriting/contract.ts";
import { SEVERITIES } from "./severities.ts";

test("each severity has its place", () => {
  expect([...SEVERITIES].sort()).toEqual([...Severity.options].sort());
});
