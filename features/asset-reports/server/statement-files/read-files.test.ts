import { expect, test } from "vitest";
import type { StatementFileInput } from "#features/asset-reports/contract.ts";
import { MAX_LINES } from "#providers/statement-files/statement.ts";
import { readStatementFiles } from "./read-files.ts";
import { sent } from "./test-files.ts";

test("files that have too many lines together are refused, and those after them are not parsed", () => {
  const text = `Date,Description,Amount\n${"09/30/2026,DEPOSIT,5.00\n".repeat(MAX_LINES)}`;
  const all = {
    institution: "First Platypus Bank",
    subtype: "checking",
    holders: ["Nora Whitfield"],
  } satisfies Partial<StatementFileInput>;
  const files = ["0001", "0002", "0003", "0004"].map((mask) =>
    sent(`${mask}.csv`, text, { ...all, mask, openingCents: 0, closingCents: MAX_LINES * 5_00 }),
  );
  const known = { remembered: [], today: "2026-11-27", isStrangers: () => false };
  expect(readStatementFiles(files, known).preview.isComplete).toBe(true);
  const more = [
    ...files,
    sent("next.csv", "Date,Description,Amount\n09/30/2026,DEPOSIT,5.00"),
    sent("a.pdf", "%PDF-1.7"),
  ];
  const { preview } = readStatementFiles(more, known);
  expect(preview.files.map(({ problem }) => problem?.code)).toEqual([
    ...files.map(() => undefined),
    ...["TOO_LARGE", "TOO_LARGE"],
  ]);
});
