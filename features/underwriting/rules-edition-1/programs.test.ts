import { expect, test } from "vitest";
import { Program } from "#features/underwriting/contract.ts";
import { PROGRAMS } from "./programs.ts";

test("each program has its place", () => {
  expect([...PROGRAMS].sort()).toEqual([...Program.options].sort());
});
