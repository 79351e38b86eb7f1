import { expect, test } from "vitest";
import { requireWithinLimit } from "./errors.ts";

test("there is room for the last one, and for no more", () => {
  expect(() => requireWithinLimit(49, 50)).not.toThrow();
  expect(() => requireWithinLimit(50, 50)).toThrow("LIMIT_REACHED");
  expect(() => requireWithinLimit(47, 50, 3)).not.toThrow();
  expect(() => requireWithinLimit(48, 50, 3)).toThrow("LIMIT_REACHED");
});
