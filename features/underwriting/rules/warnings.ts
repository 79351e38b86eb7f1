import { formatMoney } from "#platform/money/money.ts";
import type { Finding, Program } from "./evaluation.ts";
import { groupOf } from "./counting.ts";
import { confirm, finding, LEAVE_OUT, NEW_REPORT } from "./finding.ts";
import type { Account, Model } from "./model.ts";
import { isWarnedOf, type ParsedReport, type ReportItem } from "./parsed-report.ts";

type Warning = ParsedReport["warnings"][number];

interface About {
  readonly model: Model;
  readonly programs: readonly Program[];
  readonly warning: Warning;
  /** The bank that the warning is about, if it names one. */
  readonly bank: string;
  /** Its accounts, under whichever sign-in they count; all accounts if there are none of its own. */
  readonly accounts: readonly Account[];
}

/**
 * What each warning means to an underwriter. Without holdings, the accounts decide. The others need no finding of their
 * own: without owners or transactions R4 names what is missing, and R19 names what cannot be read. Plaid lists the codes in BaseReportWarningCode and Warning.
 */
const FINDINGS: Readonly<Record<string, (about: About) => Finding[]>> = {
  USER_FRAUD_ALERT: identityAlert,
  CONSUMER_DISPUTE: consumerDispute,
  BANK_MISSING: bankMissing,
};

/** R19 and R30: what the provider warns of. */
export function evaluateWarnings({ model, programs }: { model: Model; programs: readonly Program[] }) {
  const { warnings, items } = model.report;
  const distinct = new Map(warnings.map((one) => [JSON.stringify([one.code, one.itemId, one.message]), one])).values();
  const findings = [...distinct].flatMap((warning) => {
    const item = items.find(({ id }) => id === warning.itemId);
    const bank = item?.institutionName || "a bank";
    return FINDINGS[warning.code]?.({ model, programs, warning, bank, accounts: accountsOf(model, item) }) ?? [];
  });
  return { findings: [...findings, ...holdingsUnavailable(model, programs)], notEvaluated: [] };
}

function accountsOf({ accounts }: Model, item: ReportItem | undefined): readonly Account[] {
  const ids = new Set(item?.accounts.map(({ id }) => id));
  const own = accounts.filter(({ id, copyIds }) => [id, ...copyIds].some((one) => ids.has(one)));
  return own.length > 0 ? own : accounts;
}

/** Who relies on a report with an alert must first be sure of the consumer's identity: 15 U.S.C. 1681c-1(h). */
function identityAlert({ model, programs, bank, accounts }: About): Finding[] {
  const isVerified = accounts.some((account) => model.confirmed("identity", { account })?.hasDocument);
  if (isVerified) return [];
  return [
    finding({
      ruleId: "R30",
      code: "IDENTITY_ALERT",
      programs,
      severity: "blocker",
      text: `The person who connected ${bank} has a fraud alert on file. Before you rely on this report, contact the borrower at a phone number you know is theirs, verify their identity, and upload a record of it.`,
      clearedBy: accounts.length > 0 ? [confirm("identity", true), NEW_REPORT] : [NEW_REPORT],
      accounts,
      subject: bank,
    }),
  ];
}

function consumerDispute({ programs, warning, bank, accounts }: About): Finding[] {
  return [
    finding({
      ruleId: "R30",
      code: "CONSUMER_DISPUTE",
      programs,
      severity: "review",
      text: `${warning.message ?? `The consumer disputes data of ${bank}.`} Ask the borrower what is wrong, then compare the data with the bank's own statements.`,
      clearedBy: [NEW_REPORT],
      accounts,
      subject: warning.message ?? bank,
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
