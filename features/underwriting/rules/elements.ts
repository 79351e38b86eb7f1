import { isAboutAccount } from "./counting.ts";
import type { Finding, NotEvaluated, Program } from "./evaluation.ts";
import { evidence, finding, NEW_REPORT } from "./finding.ts";
import type { Account, Model } from "./model.ts";
import { isWarnedOf } from "./parsed-report.ts";

export const STATEMENT_ELEMENTS = [
  "institution",
  "holder",
  "lastFour",
  "period",
  "transactions",
  "endingBalance",
] as const;
export type StatementElement = (typeof STATEMENT_ELEMENTS)[number];

const NAMES: Readonly<Record<StatementElement, string>> = {
  institution: "the institution's name",
  holder: "the account holder's name",
  lastFour: "the last four digits of the account number",
  period: "the period covered",
  transactions: "transactions",
  endingBalance: "the ending balance",
};

export interface ElementsRow {
  readonly account: Account;
  readonly missing: readonly StatementElement[];
  /** An accepted statement supplies what is missing. */
  readonly isSupplied: boolean;
}

export interface ElementsInput {
  readonly model: Model;
  readonly programs: readonly Program[];
}

/** R4: each counted account shows what a bank statement shows. */
export function evaluateElements({ model, programs }: ElementsInput): {
  rows: ElementsRow[];
  findings: Finding[];
  notEvaluated: NotEvaluated[];
} {
  const rows = model.accounts
    .filter((account) => model.counting.get(account)?.isCounted)
    .map((account) => ({
      account,
      missing: missingElements(model, account),
      isSupplied: model.evidence.some((one) => one.kind === "statement" && isAboutAccount(one, account)),
    }));
  const findings = rows
    .filter(({ missing, isSupplied }) => missing.length > 0 && !isSupplied)
    .map(({ account, missing }) =>
      finding({
        ruleId: "R4",
        code: "ELEMENT_MISSING",
        programs,
        severity: "review",
        text: `The bank does not report ${listed(missing.map((element) => NAMES[element]))} for ${account.name}. Add a statement or get a new report.`,
        clearedBy: [evidence("statement"), NEW_REPORT],
        inputs: { missing: missing.join(", ") },
        accounts: [account],
      }),
    );
  return { rows, findings, notEvaluated: [] };
}

/** An account without lines is quiet only if the bank did report its transactions. */
export function hasTransactionData({ report }: Model, { source, item }: Account): boolean {
  if (source.transactions.length > 0) return true;
  return source.historicalBalances.length > 0 && !isWarnedOf(report, "TRANSACTIONS_UNAVAILABLE", item);
}

function missingElements(model: Model, account: Account): StatementElement[] {
  const { kind, item, source } = account;
  const isBank = kind === "depository";
  const isMissing: Record<StatementElement, boolean> = {
    institution: item.institutionName.trim() === "",
    holder: !source.owners.some(({ names }) => names.some((name) => name.trim() !== "")),
    lastFour: (source.mask ?? "").trim().length < 4,
    period: isBank && source.daysAvailable <= 0 && source.historicalBalances.length === 0,
    transactions: isBank && !hasTransactionData(model, account),
    endingBalance: source.currentCents === null && source.holdings.length === 0,
  };
  return STATEMENT_ELEMENTS.filter((element) => isMissing[element]);
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
