import { expect, test } from "vitest";
import { StatementProblem } from "#features/asset-reports/contract.ts";
import { BANK_STATEMENT_ERROR_CODES } from "#providers/statement-files/statement.ts";

test("the contract declares each reason for which a file is refused, and only one of its own", () => {
  expect([...StatementProblem.shape.code.options].sort()).toEqual([...BANK_STATEMENT_ERROR_CODES, "HOLDER"].sort());
});
