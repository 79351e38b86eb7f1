import fc from "fast-check";
import { expect, test } from "vitest";
import { longDay } from "#platform/dates/days.ts";
import { formatMoney } from "#platform/money/money.ts";
import type { Figures } from "#features/underwriting/rules/evaluation.ts";
import { inputWords } from "#features/underwriting/web/finding-labels.ts";
import { openFonts } from "#platform/server/document/fonts.ts";
import type { Block } from "#platform/server/document/sheet.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { depositsSummary } from "./labels.ts";
import { indexOf } from "./server/document/document-index.ts";
import { figureWords } from "./server/document/document-labels.ts";
import { evidencePages } from "./server/document/evidence-pages.ts";
import { findingsPages } from "./server/document/findings-pages.ts";
import { documentOf, sampleAccount, sampleReport, sampleTransactions } from "./server/document/test-documents.ts";
import { transactionTable } from "./server/document/account-pages.ts";
import { rowsOf } from "./web/accounts/columns.ts";

// An underwriter compares page and PDF side by side, so both format a figure the same way.

test("page and PDF write sums of any currency alike", () => {
  const currency = fc.option(fc.constantFrom("USD", "EUR"));
  fc.assert(
    fc.property(fc.maxSafeInteger(), currency, (cents, code) => {
      expect(formatMoney(cents, code)).toBe(formatMoney(cents, code));
    }),
  );
});

test("the parts of the deposits add up to all of them", () => {
  const deposits = ["identified", "below_threshold", "gift", "large_unsourced", "not_tested"].map(
    (fannie) => ({ outcomes: { fannie } }) as Figures["deposits"][number],
  );
  expect(depositsSummary(deposits, "fannie", "Fannie Mae")).toBe(
    "5 deposits: 1 identified, 1 to document under Fannie Mae, 2 small or sourced, 1 not tested",
  );
  expect(depositsSummary(deposits.slice(0, 1), "fannie", "Fannie Mae")).toBe(
    "1 deposit: 1 identified, 0 to document under Fannie Mae, 0 not tested",
  );
});

test("page and PDF write days alike", () => {
  const dates = fc.date({ min: new Date("1990-01-01"), max: new Date("2100-12-31"), noInvalidDate: true });
  fc.assert(
    fc.property(dates, (date) => {
      const day = date.toISOString().slice(0, 10);
      expect(longDay(day)).toBe(formatDate(day));
    }),
  );
});

test("page and PDF write the figures of a finding alike", () => {
  const inputs = {
    ...{ amountCents: -1_250_050, ratio: 1.6043, currentCents: null, count12Months: 1_200 },
    ...{ expiresOn: "2027-03-02", match: "fuzzy" },
  };
  const page = inputWords({ inputs }).map(({ label, text }) => `${label} ${text}`);
  expect(figureWords(inputs).split(" \u00b7 ")).toEqual(page);
  expect(page).toContain("Amount \u2212$12,500.50");
});

const wordsOf = (blocks: Iterable<Block>) =>
  [...blocks].map(({ parts }) => parts.flatMap(({ marks }) => marks.map(({ text }) => text)).join(" ")).join("\n");

test("on page and PDF, a line without a currency uses its account's currency", () => {
  const line = sampleTransactions(1)[0]!; // one was generated
  const deposit = { ...line, description: "COUNTER DEPOSIT", amountCents: -1_250_000, currency: null, pending: false };
  const account = sampleAccount({ transactions: [deposit] });
  const source = {
    id: "evidence-1",
    transactionId: deposit.id,
    kind: "other" as const,
    sourcedCents: 100_000,
    hasDocument: true,
    reason: null,
  };
  const input = documentOf(sampleReport([account]), { inputs: { evidence: [source] } });
  const index = indexOf(input);

  const [row] = rowsOf([account], new Map());
  const page = formatMoney(row!.cents, row!.currency); // `!`: a row a line
  expect(page).toBe("$12,500.00");
  const fonts = openFonts();
  expect(wordsOf(findingsPages(fonts, input, index))).toMatch(/COUNTER DEPOSIT \$12,500\.00/);
  expect(wordsOf(evidencePages(fonts, input, index))).toMatch(/Nov 2, 2026, \$12,500\.00/);
  const lines = wordsOf(transactionTable(fonts, index.accounts[0]!, index)); // `!`: the report has one account
  expect(lines).toMatch(/COUNTER DEPOSIT .*\$12,500\.00/);
  expect(lines).toContain("posted in $12,500.00");
});
