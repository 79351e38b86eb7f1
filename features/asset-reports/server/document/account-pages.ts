import { localMoment } from "#platform/dates/zones.ts";
import { daysBetween, longDay } from "#platform/dates/days.ts";
import { formatCount } from "#platform/text/text.ts";
import { formatMoney, formatNumber } from "#platform/money/money.ts";
import { FROM_FILES, READ_AT, STRANGER } from "#features/asset-reports/labels.ts";
import { kindOf, kindWords, phrase } from "#features/borrowers/labels.ts";
import type { AccountRow } from "#features/underwriting/rules/evaluation.ts";
import { balanceWords, classWords, isOwed, NOT_GIVEN, ownerWords } from "#features/underwriting/labels.ts";
import type { ReportAccount, ReportTransaction } from "#features/underwriting/rules/parsed-report.ts";
import type { Fonts } from "#platform/server/document/fonts.ts";
import { type Block, type RuleMark, SHEET, TEXT_WIDTH } from "#platform/server/document/sheet.ts";
import { asLine, type Column, remainingWidth, tableRow } from "#platform/server/document/table.ts";
import { paragraph, section } from "#platform/server/document/text-blocks.ts";
import { baseline, fitted, line, STYLE } from "#platform/server/document/typesetting.ts";
import { currencyOf } from "#features/underwriting/rules/money.ts";
import type { DocumentAccount, DocumentIndex } from "./document-index.ts";
import { type DocumentInput, type Pair, pairTable, table } from "./schema.ts";
import { ACCOUNT_LABELS, amountOr, dollars, HEADINGS, UNKNOWN } from "./document-labels.ts";

const COLUMNS: readonly Column[] = [
  { label: "Date", width: 50 },
  { label: "Description", width: remainingWidth(50, 132, 31, 28, 64) },
  { label: "Class and payee", width: 132, style: STYLE.softCell },
  { label: "Status", width: 31, style: STYLE.softCell },
  { label: "Finding", width: 28, style: STYLE.strongCell },
  { label: "Amount", width: 64, figures: true },
];

/** The account's lines, newest first, each with its class and payee. Money out is negative. */
export function* transactionTable(
  fonts: Fonts,
  { ref, source }: DocumentAccount,
  index: DocumentIndex,
): Generator<Block> {
  const label = `${HEADINGS.transactions}, ${ref}`;
  yield section(fonts, label, { remark: summary(source), needs: 70 });
  const heading = section(fonts, label, { remark: "Continued", needs: 0 });
  const { withheldCount } = source;
  const none =
    withheldCount === undefined
      ? "No transactions provided."
      : STRANGER.withheld(formatCount(withheldCount, "transaction"));
  yield* table(fonts, COLUMNS, rowsOf(source, index), none, {
    asLines: true,
    heading,
  });
}

function* rowsOf(account: ReportAccount, index: DocumentIndex): Generator<string[]> {
  for (const line of account.transactions) yield cellsOf(line, account, index);
}

function cellsOf(line: ReportTransaction, account: ReportAccount, index: DocumentIndex): string[] {
  const known = index.classOf(line.id);
  return [
    longDay(line.date),
    line.description,
    known === undefined
      ? ""
      : [classWords(known.class), known.payee ?? ""].filter((part) => part !== "").join(" \u00b7 "),
    line.pending ? "Pending" : "",
    index.findingsOf(line.id),
    // The provider's sign is positive for money out.
    formatMoney(0 - line.amountCents, currencyOf(line, account)),
  ];
}

function summary(account: ReportAccount): string {
  const { transactions, currency } = account;
  if (transactions.length === 0) return "";
  const pending = transactions.filter((line) => line.pending).length;
  const lines = formatCount(transactions.length, "line") + (pending === 0 ? "" : `, ${pending} pending`);
  if (transactions.some((line) => currencyOf(line, account) !== currency)) return `${lines}; in more than one currency`;
  let [inCents, outCents] = [0, 0];
  for (const { amountCents, pending: isPending } of transactions) {
    if (isPending) continue;
    if (amountCents < 0) inCents -= amountCents;
    else outCents += amountCents;
  }
  return `${lines}; posted in ${formatMoney(inCents, currency)}, out ${formatMoney(0 - outCents, currency)}`;
}

const HEIGHT = 44;
const TOP = 8;
const LABELS = 76;
const GAP = 9;

/** The daily balances as a thin line between the highest and the lowest day; nothing below two days. */
function* balanceLine(fonts: Fonts, account: ReportAccount): Generator<Block> {
  const days = [...account.historicalBalances].sort((a, b) => (a.date < b.date ? -1 : 1));
  const first = days[0];
  const last = days.at(-1);
  if (!first || !last || first.date === last.date) return;

  const cents = days.map(({ currentCents }) => currentCents);
  const low = Math.min(...cents);
  const high = Math.max(...cents);
  const width = TEXT_WIDTH - LABELS - GAP;
  const span = daysBetween(first.date, last.date);
  // A flat line runs through the middle.
  const yOf = (value: number) => TOP + (high === low ? HEIGHT / 2 : (HEIGHT * (high - value)) / (high - low));
  const points = days.map(({ date, currentCents }): [number, number] => [
    SHEET.left + (width * daysBetween(first.date, date)) / span,
    yOf(currentCents),
  ]);
  const ruleAt = (y: number, ink: RuleMark["ink"]): RuleMark => ({ x: SHEET.left, y, width, thickness: 0.3, ink });
  const rules = [ruleAt(TOP, "hair"), ruleAt(TOP + HEIGHT, "hair")];
  if (low < 0 && high > 0) rules.push(ruleAt(yOf(0), "line"));

  const place = { x: SHEET.left + width + GAP, width: LABELS, right: true };
  const labels =
    high === low
      ? [fitted(fonts, formatMoney(high, account.currency), STYLE.aside, { ...place, y: TOP + HEIGHT / 2 + 2.6 })]
      : [
          fitted(fonts, formatMoney(high, account.currency), STYLE.aside, { ...place, y: TOP + 2.6 }),
          fitted(fonts, formatMoney(low, account.currency), STYLE.aside, { ...place, y: TOP + HEIGHT + 2.6 }),
        ];
  const dates = [
    line(fonts, longDay(first.date), STYLE.aside, { x: SHEET.left, y: TOP + HEIGHT + 12 }),
    line(fonts, longDay(last.date), STYLE.aside, { x: SHEET.left, y: TOP + HEIGHT + 12, width, right: true }),
  ];
  const alt =
    `Daily balance from ${longDay(first.date)} to ${longDay(last.date)}: ` +
    `lowest ${formatMoney(low, account.currency)}, highest ${formatMoney(high, account.currency)}.`;

  yield section(fonts, "Daily balance", { needs: 100, before: 16 });
  yield {
    form: "plain",
    height: TOP + HEIGHT + 16,
    before: 4,
    needs: 0,
    parts: [{ tag: "Figure", alt, marks: [...labels, ...dates], traces: [{ points, thickness: 0.9, ink: "text" }] }],
    rules,
  };
}

// Room for an account's heading, balances and owners, which stay on one page.
const OPENING = 240;
const NO_LINES = 60;
const NUMBER_WIDTH = 110;

/** All that is known of one account: what it is, balances, what it counts as, owners, months, holdings, every line. */
export function* accountPages(
  fonts: Fonts,
  account: DocumentAccount,
  { evaluation, parsedReport, report }: DocumentInput,
  index: DocumentIndex,
): Generator<Block> {
  const { source, item, ref, row } = account;
  const remark =
    parsedReport.source === "files"
      ? FROM_FILES.endOn(longDay(item.lastUpdatedAt.slice(0, 10)))
      : `${READ_AT} ${localMoment(item.lastUpdatedAt, evaluation.printed.timeZone)}`;
  yield section(fonts, `${HEADINGS.account} ${ref}, ${item.institutionName}`, {
    remark,
    needs: source.transactions.length === 0 ? OPENING + NO_LINES : OPENING,
    before: 36,
    strong: true,
  });
  yield* heading(fonts, source);
  yield* paragraph(fonts, describe(source), { ...STYLE.body, ink: "soft" }, { before: 1 });
  if (account.findings.length > 0)
    yield* paragraph(fonts, `Findings on this account: ${account.findings.join(", ")}`, STYLE.aside, { before: 2 });
  yield* pairTable(fonts, balances(source, row, report.daysRequested));
  if (row === undefined)
    yield* paragraph(fonts, "This account was left aside: another sign-in shows it too.", STYLE.aside, { before: 4 });
  else if (row.countsWhy !== "")
    yield* paragraph(fonts, `Why it counts as it does: ${row.countsWhy}.`, STYLE.aside, { before: 4 });
  yield* owners(fonts, account);
  // With the account, or the sentence that there are none could be alone on the last page.
  if (source.transactions.length === 0) yield* transactionTable(fonts, account, index);
  yield* holdings(fonts, source);
  if (row !== undefined) yield* months(fonts, ref, row);
  yield* balanceLine(fonts, source);
  yield* dailyBalances(fonts, ref, source);
  if (source.transactions.length > 0) yield* transactionTable(fonts, account, index);
}

/** The account's name, and at the right the end of its number, which no length of name displaces. */
function* heading(fonts: Fonts, { name, mask }: ReportAccount): Generator<Block> {
  const blocks = paragraph(fonts, name, STYLE.heading, { tag: "H3", width: TEXT_WIDTH - NUMBER_WIDTH, before: 8 });
  const style = { ...STYLE.heading, size: 11, weight: "regular", ink: "soft" } as const;
  const place = { x: SHEET.right - NUMBER_WIDTH, y: baseline(STYLE.heading), width: NUMBER_WIDTH, right: true };
  let number = [fitted(fonts, mask === null ? "number not provided" : `ending in ${mask}`, style, place)];
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
    currency ?? "Currency not provided",
    ownershipType === null ? null : `${phrase(ownershipType)} ownership`,
  ];
  return known.filter((words) => words !== null).join(" \u00b7 ");
}

function balances(source: ReportAccount, row: AccountRow | undefined, daysRequested: number): Pair[] {
  const { currentCents, availableCents, limitCents, marginLoanCents, currency, type } = source;
  const pairs: Pair[] = [
    [balanceWords(source), amountOr(currentCents, currency)],
    [ACCOUNT_LABELS.available, amountOr(availableCents, currency)],
  ];
  if (limitCents !== null || isOwed(source)) pairs.push(["Limit", amountOr(limitCents, currency)]);
  if (type === "investment" || type === "brokerage")
    pairs.push([ACCOUNT_LABELS.margin, amountOr(marginLoanCents, currency)]);
  if (row === undefined) return pairs;
  pairs.push(
    [ACCOUNT_LABELS.counts, row.isCounted ? dollars(row.countsCents) : "Does not count"],
    ...(row.fhaReserveCents === null ? [] : [[ACCOUNT_LABELS.fhaReserve, dollars(row.fhaReserveCents)] as const]),
    ["Conditional", row.isConditional ? "Yes" : "No"],
    ["Period", `${row.periodFrom === null ? UNKNOWN : longDay(row.periodFrom)} to ${longDay(row.periodTo)}`],
    ["Days requested", formatNumber(daysRequested)],
    ["Days shown", formatNumber(row.daysShown)],
  );
  if (source.historicalBalances.length > 0)
    pairs.push(
      [ACCOUNT_LABELS.average30, amountOr(row.average30Cents, currency)],
      [ACCOUNT_LABELS.average60, amountOr(row.average60Cents, currency)],
      [ACCOUNT_LABELS.average90, amountOr(row.average90Cents, currency)],
      [ACCOUNT_LABELS.daysWithout, String(daysWithoutBalance(source))],
    );
  return pairs;
}

/** Days between the oldest and the newest balance for which the bank gave none. */
function daysWithoutBalance({ historicalBalances }: ReportAccount): number {
  const days = [...new Set(historicalBalances.map(({ date }) => date))].sort();
  const [first, last] = [days[0], days.at(-1)];
  return first === undefined || last === undefined ? 0 : daysBetween(first, last) + 1 - days.length;
}

function* owners(fonts: Fonts, { source, owner }: DocumentAccount): Generator<Block> {
  const label = owner === undefined ? "Owners" : `Owners: ${ownerWords(owner, source)}`;
  yield section(fonts, label, { needs: 40, before: 16 });
  if (source.owners.length === 0) {
    yield* paragraph(fonts, "No owner provided.", STYLE.body, { before: 6 });
    return;
  }
  for (const { names, addresses, emails, phones } of source.owners) {
    yield* paragraph(fonts, names.join(", ") || `Name: ${NOT_GIVEN.toLowerCase()}`, STYLE.strong, { before: 5 });
    const contact = [...addresses, ...emails, ...phones].join(" \u00b7 ");
    if (contact !== "") yield* paragraph(fonts, contact, STYLE.aside);
  }
}

const HOLDING_COLUMNS: readonly Column[] = [
  { label: "Security", width: remainingWidth(52, 70, 66, 80, 80) },
  { label: "Ticker", width: 52 },
  { label: "Type", width: 70, style: STYLE.softCell },
  { label: "Quantity", width: 66, figures: true, style: STYLE.softCell },
  { label: "Vested value", width: 80, figures: true, style: STYLE.softCell },
  { label: "Value", width: 80, figures: true },
];

function* holdings(fonts: Fonts, { holdings: all, currency }: ReportAccount): Generator<Block> {
  if (all.length === 0) return;
  yield section(fonts, "Holdings", { remark: formatCount(all.length, "holding"), needs: 60, before: 16 });
  const rows = all.map((one) => [
    one.name ?? NOT_GIVEN,
    one.ticker ?? "",
    one.securityType === null ? NOT_GIVEN : phrase(one.securityType),
    formatNumber(one.quantity),
    amountOr(one.vestedValueCents, one.currency ?? currency),
    formatMoney(one.valueCents, one.currency ?? currency),
  ]);
  yield* table(fonts, HOLDING_COLUMNS, rows, "");
}

const MONTH_COLUMNS: readonly Column[] = [
  { label: "Month", width: remainingWidth(100, 100, 100, 100) },
  { label: "Opening", width: 100, figures: true },
  { label: "In", width: 100, figures: true },
  { label: "Out", width: 100, figures: true },
  { label: "Closing", width: 100, figures: true },
];

function* months(fonts: Fonts, ref: string, { months: all, currency }: AccountRow): Generator<Block> {
  if (all.length === 0) return;
  yield section(fonts, `${HEADINGS.months}, ${ref}`, { remark: "Posted lines", needs: 50, before: 16 });
  const rows = all.map(({ month, openingCents, inCents, outCents, closingCents }) => [
    month,
    amountOr(openingCents, currency),
    formatMoney(inCents, currency),
    formatMoney(0 - outCents, currency),
    amountOr(closingCents, currency),
  ]);
  yield* table(fonts, MONTH_COLUMNS, rows, "");
}

const ACROSS = 5;
const DAY_WIDTH = 48;
const CELL_GAP = 9; // as between the columns of any table
const AMOUNT_WIDTH = (TEXT_WIDTH - CELL_GAP * (2 * ACROSS - 1)) / ACROSS - DAY_WIDTH;
const BALANCE_COLUMNS: readonly Column[] = Array.from({ length: ACROSS }, (): Column[] => [
  { label: "", width: DAY_WIDTH, style: STYLE.softCell },
  { label: "", width: AMOUNT_WIDTH, figures: true },
]).flat();

/** Every daily balance, newest first, so that averages can be checked. */
function* dailyBalances(fonts: Fonts, ref: string, { historicalBalances, currency }: ReportAccount): Generator<Block> {
  if (historicalBalances.length === 0) return;
  const remark = `${formatCount(historicalBalances.length, "day")}, newest first`;
  yield section(fonts, `${HEADINGS.balances}, ${ref}`, { remark, needs: 50, before: 16 });
  const again = [section(fonts, `${HEADINGS.balances}, ${ref}`, { remark: "Continued", needs: 0 })];
  for (let from = 0; from < historicalBalances.length; from += ACROSS) {
    const cells = historicalBalances
      .slice(from, from + ACROSS)
      .flatMap(({ date, currentCents }) => [date, amountOnly(currentCents, currency)]);
    for (const block of tableRow(fonts, BALANCE_COLUMNS, cells, again))
      yield { ...asLine(block), before: from === 0 ? 4 : 0 };
  }
}

/** The currency is named with the account; a column of balances is narrow. */
function amountOnly(cents: number, currency: string | null): string {
  return formatMoney(cents, currency === "USD" ? "USD" : null);
}
