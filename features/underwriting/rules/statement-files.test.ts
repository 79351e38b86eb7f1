import { describe, expect, test } from "vitest";
import { longDay } from "#platform/dates/days.ts";
import { formatMoney } from "#platform/money/money.ts";
import { addDays } from "./days.ts";
import type { EvidenceSource } from "./evaluation.ts";
import { prepare } from "./prepare.ts";
import {
  all,
  BASE,
  bank,
  checking,
  codes,
  evaluated,
  evidence,
  findings,
  loanWith,
  NORA,
  outcomes,
  printed,
  READ_AT,
  reportOf,
  severities,
  sure,
  verdictsOf,
  waiver,
  withDocument,
} from "./test-report.ts";

const account = checking({ cents: 900_000_00, owners: ["Nora Quist"], mask: "4471", days: 90 });
const report = reportOf([bank({ accounts: [account] })]);
const fromFiles = { ...report, source: "files" as const };
const NO_INPUTS = { borrowers: [], evidence: [], confirmations: [], leftOutAccounts: [] };
/** Names the account in any report, of the bank too. */
const ACCOUNT_KEY = prepare(fromFiles, null, NO_INPUTS).accounts[0]!.key;
const [FIRST, LAST] = [addDays(READ_AT, -89), READ_AT];

const statement = (periodFrom: string, periodTo: string, more: Partial<EvidenceSource> = {}): EvidenceSource => ({
  ...evidence("statement", null, 0),
  accountId: account.id,
  periodFrom,
  periodTo,
  ...withDocument,
  ...more,
});
const evaluate = (evidence: readonly EvidenceSource[] = [], source = fromFiles) =>
  evaluated({ report: source, borrowers: [NORA], loan: loanWith(BASE), evidence: [...evidence] });

describe("a report from statement files", () => {
  test("is never enough by itself, whatever is in the files", () => {
    expect(outcomes(evaluated({ report, borrowers: [NORA], loan: BASE }))).toEqual(all("enough"));
    const e = evaluate();
    expect(outcomes(e)).toEqual(all("open"));
    expect(severities(e, "FROM_FILES")).toEqual(all("blocker"));
    expect(Object.values(sure(e))).toEqual([0, 0, 0]);
    expect(printed(e)).toEqual(all(900_000_00));
  });

  test("names the days and the balances that the bank's own statements must show", () => {
    const [finding] = findings(evaluate(), "FROM_FILES");
    expect(finding!.text).toContain(`${longDay(FIRST)} to ${longDay(LAST)}`);
    const opening = formatMoney(fromFiles.items[0]!.accounts[0]!.historicalBalances.at(-1)!.currentCents);
    expect(finding!.text).toContain(`an opening balance of ${opening} and a closing balance of $900,000.00`);
  });

  test("says in every answer that it is not from the bank", () => {
    for (const { text } of verdictsOf(evaluate([statement(FIRST, LAST)]))) expect(text).toContain("not from the bank");
    for (const { text } of verdictsOf(evaluated({ report, borrowers: [NORA], loan: BASE })))
      expect(text).not.toContain("not from the bank");
  });

  test("counts once the bank's own statements show the same days", () => {
    expect(outcomes(evaluate([statement(FIRST, LAST)]))).toEqual(all("enough"));
    const half = addDays(FIRST, 40);
    expect(outcomes(evaluate([statement(addDays(half, 1), LAST), statement(FIRST, half)]))).toEqual(all("enough"));
  });

  test.each([
    ["start a day late", [statement(addDays(FIRST, 1), LAST)]],
    ["end a day early", [statement(FIRST, addDays(LAST, -1))]],
    ["have a day missing between them", [statement(FIRST, addDays(FIRST, 40)), statement(addDays(FIRST, 42), LAST)]],
    ["are no documents", [statement(FIRST, LAST, { hasDocument: false, reason: "I have seen them at the branch." })]],
    ["say nothing of their period", [statement(FIRST, LAST, { periodFrom: null })]],
    ["are of another account", [statement(FIRST, LAST, { accountId: "another" })]],
    ["were added before the files, for the bank's account", [statement(FIRST, LAST, { accountId: ACCOUNT_KEY })]],
  ])("does not count with statements that %s", (_what, statements) => {
    expect(outcomes(evaluate(statements))).toEqual(all("open"));
  });

  test("can't be waived into an answer", () => {
    const [finding] = findings(evaluate(), "FROM_FILES");
    expect(finding!.clearedBy.map(({ by }) => by)).toEqual(["evidence", "newReport", "leaveOut"]);
    const e = evaluated({ report: fromFiles, borrowers: [NORA], loan: BASE, waivers: [waiver(finding!)] });
    expect(codes(e, "fannie", "blocker")).toContain("FROM_FILES");
    expect(outcomes(e)).toEqual(all("open"));
  });
});
