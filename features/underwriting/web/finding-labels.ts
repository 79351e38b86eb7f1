import { formatMoney } from "#platform/money/money.ts";
import type { ClearedBy, EvidenceKind, Finding } from "#features/underwriting/rules/evaluation.ts";
import { accountName, figuresOf, KIND_LABELS, type Formats } from "#features/underwriting/labels.ts";
import type { ReportAccount } from "#features/underwriting/rules/parsed-report.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { accountTarget, fileTarget, lineTarget, personTarget, type EvidenceTarget } from "./evidence-target.ts";
import type { ReportLine } from "./report-lines.ts";

export const FORMATS: Formats = {
  money: (cents) => formatMoney(cents),
  day: (day) => formatDate(day),
  number: (number) => number.toLocaleString("en-US", { maximumFractionDigits: 6 }),
};

/** The figures that triggered the rule, in the order of the rule. */
export function inputWords({ inputs }: Pick<Finding, "inputs">): ReturnType<typeof figuresOf> {
  return figuresOf(inputs, FORMATS);
}

/** Kinds that document an account or a person, never one bank line. */
const NOT_ABOUT_LINES = new Set<EvidenceKind>(["statement", "plan_terms", "access_letter"]);
/** The missing money is not on the lines that were found. */
const NOT_ABOUT_ITS_LINES = new Set(["EMD_DIFFERS"]);
/** With more lines, one letter explains them together. */
const LINES_WITH_BUTTONS = 5;

export interface NamedAccount extends Pick<ReportAccount, "id" | "name" | "mask"> {
  /** Content key. */
  readonly key: string | null;
}

interface Evidence {
  /** Targets by the id of their bank line, for a button on the line itself. */
  readonly byLine: ReadonlyMap<string, EvidenceTarget>;
  /** Buttons below the finding. */
  readonly others: readonly { readonly label: string; readonly target: EvidenceTarget }[];
}

const NONE: Evidence = { byLine: new Map(), others: [] };

/** Where evidence for a finding goes: to its bank lines, its person, its accounts, or the file. */
export function evidenceFor(
  { code, clearedBy, subject, accountIds, text }: Finding,
  lines: readonly ReportLine[],
  accounts: ReadonlyMap<string, NamedAccount>,
): Evidence {
  const kinds = kindsOf(clearedBy);
  if (kinds.length === 0) return NONE;
  const label = kinds.length === 1 && kinds[0] ? `Add ${lower(KIND_LABELS[kinds[0]])}` : "Add evidence";
  if (NOT_ABOUT_ITS_LINES.has(code)) return { ...NONE, others: [{ label, target: fileTarget(kinds, text) }] };
  const own = accountIds.flatMap((id) => accounts.get(id) ?? []).map(namedOf);
  if (subject !== null && kinds.every((kind) => kind === "access_letter"))
    return { ...NONE, others: [{ label, target: personTarget(subject, own[0], kinds) }] };
  if (lines.length > 0 && kinds.some((kind) => !NOT_ABOUT_LINES.has(kind))) {
    if (kinds.every((kind) => kind === "letter") && lines[0])
      return { ...NONE, others: [{ label, target: lineTarget(lines[0], kinds) }] };
    const shown = lines.slice(0, LINES_WITH_BUTTONS);
    return { ...NONE, byLine: new Map(shown.map((one) => [one.line.id, lineTarget(one, kinds)])) };
  }
  if (own.length === 0) return { ...NONE, others: [{ label, target: fileTarget(kinds, text) }] };
  return {
    ...NONE,
    others: own.map((account) => ({
      label: own.length === 1 ? label : `${label} for ${account.name}`,
      target: accountTarget(account, kinds),
    })),
  };
}

function kindsOf(clearedBy: readonly ClearedBy[]): readonly EvidenceKind[] {
  return [...new Set(clearedBy.flatMap((way) => (way.by === "evidence" ? way.kinds : [])))];
}

export function namedOf({ id, key, name, mask }: NamedAccount) {
  return { id, key, name: accountName({ name, mask }) };
}

function lower(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}
