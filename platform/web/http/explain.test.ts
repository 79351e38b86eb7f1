import { expect, test } from "vitest";
import { ApiError } from "./api-error.ts";
import { explain } from "./explain.ts";

test.each([
  [40, "40 seconds"],
  [900, "15 minutes"],
  [14_400, "4 hours"],
  [86_400, "24 hours"],
])("a lock of %i seconds says how long to wait", (retryAfter, wait) => {
  expect(explain(new ApiError(401, "ACCOUNT_LOCKED", { retryAfter }))).toContain(`Try again in ${wait}`);
});

test("a lock without an end says 15 minutes", () => {
  expect(explain(new ApiError(401, "ACCOUNT_LOCKED"))).toContain("Try again in 15 minutes");
});
