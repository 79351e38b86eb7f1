import { formatCount } from "#platform/text/text.ts";
import { NOT_SUPPLIED } from "#features/asset-reports/labels.ts";
import { kindOf } from "#features/borrowers/labels.ts";
import { NOT_GIVEN, ownerWords, typeWords, warningWords } from "#features/underwriting/labels.ts";
import type { Fonts } from "#platform/server/document/fonts.ts";
import type { Block } from "#platform/server/document/sheet.ts";
import { type Column, remainingWidth } from "#platform/server/document/table.ts";
import { listItem, paragraph, section } from "#platform/server/document/text-blocks.ts";
import { STYLE } from "#platform/server/document/typesetting.ts";
import type { DocumentAccount, DocumentIndex } from "./document-index.ts";
import { type DocumentInput, table } from "./schema.ts";
import { amountOr, dollars, HEADINGS, UNKNOWN } from "./document-labels.ts";

const COLUMNS: readonly Column[] = [
  { label: "", width: 16 },
  { label: "Account", width: remainingWidth(16, 34, 58, 76, 26, 62, 62) },
  { label: "Number", width: 34 },
  { label: "Kind", width: 58, style: STYLE.softCell },
  { label: "Owner", width: 76, style: STYLE.softCell },
  { label: "Days", width: 26, figures: true, style: STYLE.softCell },
  { label: "Balance", width: 62, figures: true },
  { label: "Counts as", width: 62, figures: true },
];

/** Every account of the report: its owner, how many days it shows, its balance, and how much of it counts. */
export function* accountsTable(fonts: Fonts, { evaluation }: DocumentInput, index: DocumentIndex): Generator<Block> {
  const { accounts, report } = index;
  const remark = `${formatCount(accounts.length, "account")} at ${formatCount(report.items.length, "institution")}`;
  yield section(fonts, HEADINGS.accounts, { remark, needs: 60, before: 28, strong: true });
  const rows = accounts.map(({ ref, source, item, row, owner }) => [
    ref,
    `${source.name}, ${item.institutionName}`,
    source.mask ?? NOT_GIVEN,
    kindOf(source),
    owner === undefined ? UNKNOWN : ownerWords(owner, source),
    row === undefined ? UNKNOWN : String(row.daysShown),
    amountOr(source.currentCents, source.currency),
    row === undefined || !row.isCounted ? UNKNOWN : dollars(row.countsCents),
  ]);
  yield* table(fonts, COLUMNS, rows, "No accounts provided.");
  if (rows.length > 0) yield* paragraph(fonts, LEGEND, STYLE.aside, { before: 5 });
  for (const { accountId, countedAccountId, isSure } of evaluation.figures.seenTwice)
    yield* listItem(
      fonts,
      UNKNOWN,
      `${index.accountRef(accountId)} ${isSure ? "is" : "may be"} the same account as ${index.accountRef(countedAccountId)}. It is counted once.`,
      { before: 3 },
    );
  yield* totals(fonts, accounts);
  if (report.warnings.length === 0) return;
  yield section(fonts, NOT_SUPPLIED, { needs: 40 });
  for (const [place, words] of warningWords(report).entries())
    yield* listItem(fonts, UNKNOWN, words, { before: place === 0 ? 6 : 1.5 });
}

const LEGEND =
  "Days: the days of data shown. Counts as: what the account counts for before money is taken off; each account's page says why.";

const TOTAL_COLUMNS: readonly Column[] = [
  { label: "Type", width: remainingWidth(60, 90, 100) },
  { label: "Accounts", width: 60, figures: true },
  { label: "Without a balance", width: 90, figures: true },
  { label: "Current balances", width: 100, figures: true },
];

interface Total {
  readonly type: string;
  readonly currency: string | null;
  accounts: number;
  withoutBalance: number;
  cents: number | null;
}

/** Current balances by type and currency; an account that two sign-ins show is added once. */
function* totals(fonts: Fonts, accounts: readonly DocumentAccount[]): Generator<Block> {
  const byType = new Map<string, Total>();
  for (const { source, row } of accounts) {
    if (row === undefined) continue;
    const { type, currency, currentCents } = source;
    const key = JSON.stringify([type, currency]);
    const total = byType.get(key) ?? { type, currency, accounts: 0, withoutBalance: 0, cents: null };
    total.accounts += 1;
    if (currentCents === null) total.withoutBalance += 1;
    else total.cents = (total.cents ?? 0) + currentCents;
    byType.set(key, total);
  }
  if (byType.size === 0) return;
  yield section(fonts, HEADINGS.totals, { remark: "Each account once", needs: 50 });
  const rows = [...byType.values()].map(({ type, currency, accounts: number, withoutBalance, cents }) => [
    currency === "USD" ? typeWords(type) : `${typeWords(type)}, ${currency ?? "currency not provided"}`,
    String(number),
    withoutBalance === 0 ? "" : String(withoutBalance),
    amountOr(cents, currency),
  ]);
  yield* table(fonts, TOTAL_COLUMNS, rows, "");
}
