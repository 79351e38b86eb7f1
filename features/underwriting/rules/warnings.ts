import { formatMoney } from "#platform/money/money.ts";
import type { Confirmation, Finding, Program } from "./evaluation.ts";
import { groupOf } from "./counting.ts";
import { confirm, finding, LEAVE_OUT, NEW_REPORT } from "./finding.ts";
import type { Account, Model } from "./model.ts";
import { isWarnedOf, type ParsedReport, type ReportItem } from "./parsed-report.ts";

type Warning = ParsedReport["warnings"][number];

interface About {
  readonly model: Model;
  readonly programs: readonly Program[];
  readonly warning: Warning;
}

const FRAUD_ALERT = "USER_FRAUD_ALERT";

/**
 * What each warning means to an underwriter. Without holdings, the accounts decide. The others need no finding of their
 * own: without owners or transactions R4 names what is missing, and R19 names what cannot be read. Plaid lists the codes in BaseReportWarningCode and Warning.
 */
const FINDINGS: Readonly<Record<string, (about: About) => Finding[]>> = {
  CONSUMER_DISPUTE: consumerDispute,
  BANK_MISSING: bankMissing,
};

/** R19 and R30: what the provider warns of. */
export function evaluateWarnings({ model, programs }: { model: Model; programs: readonly Program[] }) {
  const { warnings } = model.report;
  const distinct = new Map(warnings.map((one) => [JSON.stringify([one.code, one.itemId, one.message]), one])).values();
  const findings = [...distinct].flatMap((warning) => FINDINGS[warning.code]?.({ model, programs, warning }) ?? []);
  return {
    findings: [...identityAlerts(model, programs), ...findings, ...holdingsUnavailable(model, programs)],
    notEvaluated: [],
  };
}

function nameOf(item: ReportItem | undefined): string {
  return item?.institutionName || "a bank";
}

/** The connection's accounts, under whichever sign-in they count. */
function ownAccounts({ accounts }: Model, item: ReportItem | undefined): readonly Account[] {
  const ids = new Set(item?.accounts.map(({ id }) => id));
  return accounts.filter(({ id, copyIds }) => [id, ...copyIds].some((one) => ids.has(one)));
}

/**
 * Who relies on a report with an alert must first be sure of the consumer's identity: 15 U.S.C. 1681c-1(h). Each
 * connection has one person, so it is answered once for all of its accounts, and for no other connection. An alert that
 * names none is about all.
 */
function identityAlerts(model: Model, programs: readonly Program[]): Finding[] {
  const { warnings, items } = model.report;
  const named = new Set(warnings.filter(({ code }) => code === FRAUD_ALERT).map(({ itemId }) => itemId));
  const isOfAll = [...named].some((itemId) => items.every(({ id }) => id !== itemId));
  return items
    .filter(({ id }) => isOfAll || named.has(id))
    .filter(({ id }) => !model.confirmations.some((one) => isVerified(one, id)))
    .map((item) =>
      finding({
        ruleId: "R30",
        code: "IDENTITY_ALERT",
        programs,
        severity: "blocker",
        text: `The person who connected ${nameOf(item)} has a fraud alert on file. Before you rely on this report, contact the borrower at a phone number you know is theirs, verify their identity, and upload a record of it.`,
        clearedBy: [confirm("identity", true), NEW_REPORT],
        accounts: ownAccounts(model, item),
        subject: nameOf(item),
        itemId: item.id,
      }),
    );
}

function isVerified({ kind, subject, hasDocument }: Confirmation, itemId: string): boolean {
  return kind === "identity" && subject.itemId === itemId && hasDocument;
}

function consumerDispute({ model, programs, warning }: About): Finding[] {
  const item = model.report.items.find(({ id }) => id === warning.itemId);
  const what = warning.message ?? `The consumer disputes data of ${nameOf(item)}.`;
  return [
    finding({
      ruleId: "R30",
      code: "CONSUMER_DISPUTE",
      programs,
      severity: "review",
      text: `${what} Ask the borrower what is wrong, then compare the data with the bank's own statements.`,
      clearedBy: [NEW_REPORT],
      accounts: ownAccounts(model, item),
      subject: what,
    }),
  ];
}

/** Without its holdings, a whole balance would count, whatever it is invested in. */
function holdingsUnavailable(model: Model, programs: readonly Program[]): Finding[] {
  return (
    model.accounts
      .filter(({ kind, source }) => kind === "investment" && source.holdings.length === 0)
      .filter(({ item }) => isWarnedOf(model.report, "INVESTMENTS_UNAVAILABLE", item))
      // A statement decides what a cash value is, and plans without holdings count for nothing.
      .filter((account) => groupOf(account) !== "cashValue" && model.counting.get(account)!.cents > 0) // of every account
      .map((account) =>
        finding({
          ruleId: "R19",
          code: "HOLDINGS_UNAVAILABLE",
          programs,
          severity: "blocker",
          text: `The bank didn't provide the holdings of ${account.name} (${formatMoney(account.source.currentCents ?? 0)}), so part of the balance may be assets that don't count. Get a new report or leave the account out.`,
          clearedBy: [NEW_REPORT, LEAVE_OUT],
          inputs: { currentCents: account.source.currentCents },
          accounts: [account],
        }),
      )
  );
}

/** Its accounts could hold debts and borrowed money, so that no answer is safe without them. */
function bankMissing({ programs, warning }: About): Finding[] {
  const bank = warning.message ?? "A connected bank";
  return [
    finding({
      ruleId: "R19",
      code: "BANK_MISSING",
      programs,
      severity: "blocker",
      text: `${bank} is connected, but this report has no data from it. Check the connection, then get a new report. If the bank is not needed, disconnect it first.`,
      clearedBy: [NEW_REPORT],
      subject: bank,
    }),
  ];
}
