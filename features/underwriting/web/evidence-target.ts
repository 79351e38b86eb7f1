import { formatMoney } from "#platform/money/money.ts";
import type { Evidence } from "#features/underwriting/contract.ts";
import type { EvidenceKind } from "#features/underwriting/rules/evaluation.ts";
import { accountName, KIND_LABELS } from "#features/underwriting/labels.ts";
import { currencyOf } from "#features/underwriting/rules/money.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import type { ReportLine } from "./report-lines.ts";

/** What evidence is about: a bank line, an account, a person, or the file as a whole. */
export interface EvidenceTarget {
  readonly title: string;
  readonly text: string;
  readonly transactionId: string | null;
  /** The account's id in this report, and its content key, which stays the same in later reports. */
  readonly accountId: string | null;
  readonly accountKey: string | null;
  readonly person: string | null;
  /** Offered in the form. */
  readonly kinds: readonly EvidenceKind[];
  /** Cents of the bank line; `null`: no bound. */
  readonly amountCents: number | null;
}

const NOTHING = { transactionId: null, accountId: null, accountKey: null, person: null, amountCents: null } as const;

export const DEPOSIT_KINDS = [
  "gift",
  "sale_of_personal_asset",
  "transfer",
  "secured_loan",
  "income",
  "insurance_settlement",
  "refund",
  "liquidation",
  "other",
] as const satisfies readonly EvidenceKind[];

export function lineTarget(
  { line, account }: ReportLine,
  kinds: readonly EvidenceKind[] = DEPOSIT_KINDS,
): EvidenceTarget {
  const isDeposit = line.amountCents < 0;
  const amount = formatMoney(Math.abs(line.amountCents), currencyOf(line, account));
  return {
    ...NOTHING,
    title: isDeposit ? "Explain deposit" : "Explain payment",
    text: `${amount} on ${formatDate(line.date)}, ${accountName(account)}: ${line.description}`,
    transactionId: line.id,
    kinds,
    amountCents: isDeposit ? -line.amountCents : null,
  };
}

interface AccountOfTarget {
  readonly id: string;
  readonly key: string | null;
  readonly name: string;
}

export function accountTarget({ id, key, name }: AccountOfTarget, kinds: readonly EvidenceKind[]): EvidenceTarget {
  return { ...NOTHING, title: titleOf(kinds), text: `For ${name}.`, accountId: id, accountKey: key, kinds };
}

export function personTarget(
  person: string,
  account: AccountOfTarget | undefined,
  kinds: readonly EvidenceKind[],
): EvidenceTarget {
  return {
    ...NOTHING,
    title: titleOf(kinds),
    text: account === undefined ? `From ${person}.` : `From ${person}, for ${account.name}.`,
    accountId: account?.id ?? null,
    accountKey: account?.key ?? null,
    person,
    kinds,
  };
}

export function fileTarget(kinds: readonly EvidenceKind[], text: string): EvidenceTarget {
  return { ...NOTHING, title: titleOf(kinds), text, kinds };
}

export const UNDEPOSITED_GIFTS: EvidenceTarget = {
  ...NOTHING,
  title: "Gifts not deposited",
  text: "A gift counts toward closing once its letter is complete, the donor's transfer is documented and it is accepted.",
  kinds: ["gift"],
};

function titleOf(kinds: readonly EvidenceKind[]): string {
  const [only] = kinds;
  return kinds.length === 1 && only !== undefined ? KIND_LABELS[only] : "Add evidence";
}

/** Whether this piece of evidence belongs to the open target. */
export function isAbout(target: EvidenceTarget, one: Evidence): boolean {
  if (target.transactionId !== null) return one.transactionId === target.transactionId;
  if (one.transactionId !== null || !target.kinds.includes(one.kind)) return false;
  if (target.person !== null) return one.person === target.person;
  const account = one.accountId ?? null;
  return target.accountId === null ? account === null : account === target.accountId || account === target.accountKey;
}

/** Where existing evidence opens; `undefined`: this report doesn't have its bank line. */
export function targetOf(
  one: Evidence,
  lines: ReadonlyMap<string, ReportLine>,
  accounts: readonly AccountOfTarget[],
): EvidenceTarget | undefined {
  if (one.transactionId !== null) {
    const line = lines.get(one.transactionId);
    return line && lineTarget(line);
  }
  const account = accounts.find(({ id, key }) => id === one.accountId || (key !== null && key === one.accountId));
  if (one.person) return personTarget(one.person, account, [one.kind]);
  if (account) return accountTarget(account, [one.kind]);
  return one.kind === "gift" ? UNDEPOSITED_GIFTS : fileTarget([one.kind], "About the file as a whole.");
}
