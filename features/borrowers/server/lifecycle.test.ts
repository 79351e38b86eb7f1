import { expect, test } from "vitest";
import { BORROWER_STATUSES } from "#features/borrowers/contract.ts";
import { requireOpen } from "./lifecycle.ts";

test("a closed borrower alone is not open", () => {
  for (const status of BORROWER_STATUSES) {
    if (status === "closed") expect(() => requireOpen({ status })).toThrow("INVALID_STATUS_TRANSITION");
    else expect(() => requireOpen({ status })).not.toThrow();
  }
});
