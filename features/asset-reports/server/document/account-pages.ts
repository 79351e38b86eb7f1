import { READ_AT } from "#features/asset-reports/words.ts";
import { ownerWords, balanceWords, counted, historyWords, isOwed, NOT_GIVEN } from "#features/underwriting/labels.ts";
import type { ParsedReport, ReportAccount } from "#features/underwriting/rules/parsed-report.ts";
import { kindOf, kindWords, phrase } from "#features/borrowers/labels.ts";
import { balance } from "./balance.ts";
import { balanceLine } from "./balance-line.ts";
import { localMoment } from "#kit/server/document/dates.ts";
import { type Fact, factGrid } from "#kit/server/document/fact-grid.ts";
import type { Faces } from "#kit/server/document/faces.ts";
import { grouped, money } from "#kit/server/document/money.ts";
import { type Block, SHEET, TEXT_WIDTH } from "#kit/server/document/sheet.ts";
import { type Column, remainingWidth, tableHead, tableRow } from "#kit/server/document/table.ts";
import type { ReportFacts } from "./report-facts.ts";
import { transactionTable } from "./transaction-table.ts";
import { paragraph, section } from "#kit/server/document/text-blocks.ts";
import { baseline, fitted, STYLE } from "#kit/server/document/typesetting.ts";

// An account begins where its head, its balances and its owners fit together.
const OPENING = 230;

const NUMBER_WIDTH = 110;

const HOLDING_COLUMNS: readonly Column[] = [
  { label: "Security", width: remainingWidth(60, 80, 84, 84) },
  { label: "Ticker", width: 60 },
  { label: "Quantity", width: 80, figures: true, style: STYLE.softCell },
  { label: "Vested value", width: 84, figures: true, style: STYLE.softCell },
  { label: "Value", width: 84, figures: true },
];

/** All that the report tells of one account: what it is, balances, owners, holdings, the balance line, transactions. */
export function* accountPages(
  faces: Faces,
  { institutionName, lastUpdatedAt }: ParsedReport["items"][number],
  account: ReportAccount,
  facts: ReportFacts,
  timeZone: string,
): Generator<Block> {
  const remark = `${READ_AT} ${localMoment(lastUpdatedAt, timeZone)}`;
  yield section(faces, institutionName, { remark, needs: OPENING, before: 36, strong: true });
  yield* heading(faces, account);
  yield* paragraph(faces, describe(account), { ...STYLE.body, ink: "soft" }, { before: 1 });
  const { currentCents, availableCents, limitCents, currency } = account;
  yield* factGrid(
    faces,
    [
      [balanceWords(account), balance(currentCents, currency)],
      ["Available", balance(availableCents, currency)],
      ...(limitCents === null && !isOwed(account) ? [] : [["Limit", balance(limitCents, currency)] satisfies Fact]),
      ["History", historyWords(account)],
    ],
    { before: 12, figures: true },
  );
  yield* owners(faces, account, facts);
  yield* holdings(faces, account);
  yield* balanceLine(faces, account);
  yield* transactionTable(faces, account, facts.marks);
}

/** The account's name, and at the right the end of its number, which no length of name displaces. */
function* heading(faces: Faces, { name, mask }: ReportAccount): Generator<Block> {
  const blocks = paragraph(faces, name, STYLE.heading, { tag: "H2", width: TEXT_WIDTH - NUMBER_WIDTH, before: 8 });
  const style = { ...STYLE.heading, size: 11, weight: "regular", ink: "soft" } as const;
  const place = { x: SHEET.right - NUMBER_WIDTH, y: baseline(STYLE.heading), width: NUMBER_WIDTH, right: true };
  let number = [fitted(faces, mask === null ? "number not given" : `ending in ${mask}`, style, place)];
  for (const block of blocks) {
    block.parts[0]?.marks.push(...number);
    number = [];
    yield block;
  }
}

function describe(account: ReportAccount): string {
  const { officialName, name, type, currency, ownershipType } = account;
  const kind = kindOf(account);
  const known = [
    officialName === name ? null : officialName,
    kind === kindWords(type) ? kind : `${kind}, ${type}`,
    currency ?? "Currency not given",
    ownershipType === null ? null : `${phrase(ownershipType)} ownership`,
  ];
  return known.filter((words) => words !== null).join(" \u00b7 ");
}

function* owners(faces: Faces, account: ReportAccount, facts: ReportFacts): Generator<Block> {
  const row = facts.owners.get(account.id);
  const named = facts.findings.get(account.id) ?? [];
  const remark = named.length === 0 ? "" : `Findings on this account: ${named.join(", ")}`;
  yield section(faces, row === undefined ? "Owners" : `Owners: ${ownerWords(row, account)}`, {
    remark,
    needs: 40,
    before: 16,
  });
  if (account.owners.length === 0) {
    yield* paragraph(faces, "The bank gave no owner for this account.", STYLE.body, { before: 6 });
    return;
  }
  for (const { names, addresses, emails, phones } of account.owners) {
    yield* paragraph(faces, names.join(", ") || `Name: ${NOT_GIVEN.toLowerCase()}`, STYLE.strong, { before: 5 });
    const reach = [...addresses, ...emails, ...phones].join(" \u00b7 ");
    if (reach !== "") yield* paragraph(faces, reach, STYLE.aside);
  }
}

function* holdings(faces: Faces, { holdings, currency }: ReportAccount): Generator<Block> {
  if (holdings.length === 0) return;
  yield section(faces, "Holdings", { remark: counted(holdings.length, "holding"), needs: 60, before: 16 });
  const head = tableHead(faces, HOLDING_COLUMNS);
  yield head;
  for (const { name, ticker, quantity, vestedValueCents, valueCents } of holdings) {
    const cells = [
      name ?? NOT_GIVEN,
      ticker ?? "",
      grouped(quantity),
      balance(vestedValueCents, currency),
      money(valueCents, currency),
    ];
    yield* tableRow(faces, HOLDING_COLUMNS, cells, [head]);
  }
}
