// An underwriter holds page and document side by side: the same figures read the same on both.
import fc from "fast-check";
import { expect, test } from "vitest";
import { inputWords } from "#features/underwriting/web/finding-words.ts";
import { longDay } from "#kit/server/document/dates.ts";
import { openFaces } from "#kit/server/document/faces.ts";
import { money } from "#kit/server/document/money.ts";
import type { Block } from "#kit/server/document/sheet.ts";
import { formatDate } from "#kit/web/format/dates.ts";
import { formatMoney } from "#kit/web/format/money.ts";
import { evidenceTable } from "./server/document/evidence-table.ts";
import { figureWords } from "./server/document/finding-words.ts";
import { findingsPages } from "./server/document/findings-pages.ts";
import {
  documentOf,
  sampleAccount,
  sampleCover,
  sampleInputs,
  sampleReport,
  sampleTransactions,
} from "./server/document/sample-report.ts";
import { transactionTable } from "./server/document/transaction-table.ts";
import { rowsOf } from "./web/accounts/transaction-row.ts";

test("sums of any currency", () => {
  const currency = fc.option(fc.constantFrom("USD", "EUR"));
  fc.assert(
    fc.property(fc.maxSafeInteger(), currency, (cents, code) => {
      expect(money(cents, code)).toBe(formatMoney(cents, code));
    }),
  );
});

test("days", () => {
  const dates = fc.date({ min: new Date("1990-01-01"), max: new Date("2100-12-31"), noInvalidDate: true });
  fc.assert(
    fc.property(dates, (date) => {
      const day = date.toISOString().slice(0, 10);
      expect(longDay(day)).toBe(formatDate(day));
    }),
  );
});

test("the figures of a finding", () => {
  const inputs = {
    ...{ amountCents: -1_250_050, ratio: 1.6043, currentCents: null, count12Months: 1_200 },
    ...{ expiresOn: "2027-03-02", match: "fuzzy", missing: "holder, endingBalance" },
  };
  const page = inputWords({ inputs }).map(({ label, text }) => `${label} ${text}`);
  expect(figureWords(inputs).split(" \u00b7 ")).toEqual(page);
  expect(page).toContain("Amount \u2212$12,500.50");
});

const wordsOf = (blocks: Iterable<Block>) =>
  [...blocks].map(({ parts }) => parts.flatMap(({ marks }) => marks.map(({ text }) => text)).join(" ")).join("\n");

test("a line whose currency the bank does not name, which is its account's then", () => {
  const line = sampleTransactions(1)[0]!; // one was asked for
  const deposit = { ...line, description: "COUNTER DEPOSIT", amountCents: -1_250_000, currency: null, pending: false };
  const account = sampleAccount({ transactions: [deposit] });
  const grounds = sampleInputs({ evidence: [{ transactionId: deposit.id, kind: "other", sourcedCents: 100_000 }] });
  const input = documentOf(sampleReport([account]), sampleCover(), grounds);

  const [row] = rowsOf([account], new Map());
  const page = formatMoney(row!.cents, row!.currency); // `!`: a row a line
  expect(page).toBe("$12,500.00");
  const faces = openFaces();
  for (const blocks of [findingsPages(faces, input), evidenceTable(faces, input)])
    expect(wordsOf(blocks)).toMatch(/COUNTER DEPOSIT,? \$12,500\.00/);
  const lines = wordsOf(transactionTable(faces, account, new Map()));
  expect(lines).toMatch(/COUNTER DEPOSIT .*\$12,500\.00/);
  expect(lines).toContain("posted in $12,500.00");
});
