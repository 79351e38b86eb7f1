import type { ClearedBy, Confirmation, Finding, NotEvaluated, Program, Severity } from "./evaluation.ts";
import type { Account, Line } from "./model.ts";
import { citationOf, RULES, sourcesOf, type RuleId } from "./rule-set.ts";

export const CONVENTIONAL: readonly Program[] = ["fannie", "freddie"];

/** What a rule hands in. Findings of several programs with one severity and text become one. */
export interface FindingDraft {
  readonly ruleId: RuleId;
  readonly code: string;
  readonly programs: readonly Program[];
  readonly severity: Severity;
  readonly text: string;
  readonly clearedBy: readonly ClearedBy[];
  readonly inputs?: Finding["inputs"];
  readonly accounts?: readonly Account[];
  readonly lines?: readonly Line[];
  /** Payee, person or name at the bank that it is about. */
  readonly subject?: string;
  /** The connection that it is about, where that is not its accounts. */
  readonly itemId?: string;
  /** Anything else that must be the same for a waiver to hold. */
  readonly facts?: readonly (string | number | undefined)[];
}

/**
 * A finding under one program. Unexplained (U) and conditional (C) money blocks only if it is needed, so its severity
 * is known once the funds are.
 */
export type Draft = Omit<FindingDraft, "programs" | "severity"> & {
  readonly weight: "U" | "C" | Severity;
  readonly atLeast?: Severity;
};

/** Never waivable, whatever `clearedBy` says. */
export const NEVER_WAIVABLE: ReadonlySet<string> = new Set([
  "DATA_FAULT",
  "LINES_LEFT_OUT",
  "BANK_MISSING",
  "IDENTITY_ALERT",
  "STATEMENT_BREAKS",
  "FROM_FILES",
  "EXPIRED_AT_NOTE",
  "EXPIRED_AT_DISBURSEMENT",
  "DONOR_NOT_ACCEPTED",
  "GIFT_FROM_INTERESTED_PARTY",
  "INTERESTED_PARTY_DEPOSIT",
]);

export const WAIVER: ClearedBy = { by: "waiver" };
export const NEW_REPORT: ClearedBy = { by: "newReport" };
export const LEAVE_OUT: ClearedBy = { by: "leaveOut" };
export const evidence = (...kinds: Extract<ClearedBy, { by: "evidence" }>["kinds"]): ClearedBy => ({
  by: "evidence",
  kinds,
});
export const confirm = (kind: Confirmation["kind"], needsDocument = false): ClearedBy => ({
  by: "confirmation",
  kind,
  needsDocument,
});
export const loanTerms = (...fields: readonly string[]): ClearedBy => ({ by: "loanTerms", fields });

type About = Pick<FindingDraft, "lines" | "accounts">;

/** The accounts that a finding names, else those of its lines. */
function accountsOf({ accounts, lines = [] }: About): readonly Account[] {
  return accounts ?? [...new Set(lines.map(({ account }) => account))];
}

function contentOf(about: About): [accountKeys: string[], lineKeys: string[]] {
  const sortedKeys = (all: readonly { readonly key: string }[]) => all.map(({ key }) => key).sort();
  return [sortedKeys(accountsOf(about)), sortedKeys(about.lines ?? [])];
}

/** Identifies the condition: code, accounts, lines and subject by content, and the connection, without the program. */
export function findingKey(draft: Identified): string {
  return keyOf(draft, contentOf(draft));
}

type Identified = Pick<FindingDraft, "code" | "lines" | "subject" | "accounts" | "itemId">;

function keyOf({ code, subject, itemId }: Identified, content: ReturnType<typeof contentOf>): string {
  return JSON.stringify([code, ...content, subject, ...(itemId === undefined ? [] : [itemId])]);
}

/** `waivedPrograms` is filled in once the whole set is known. */
export function finding(draft: FindingDraft): Finding {
  const { ruleId, code, programs, severity, text, inputs = {}, lines = [], subject = null, facts = [] } = draft;
  const content = contentOf(draft);
  const sources = sourcesOf(ruleId, programs);
  const clearedBy = draft.clearedBy.filter(({ by }) => by !== "waiver");
  const canWaive = severity !== "info" && !NEVER_WAIVABLE.has(code);
  return {
    ruleId,
    code,
    programs,
    severity,
    title: RULES[ruleId].title,
    text,
    source: citationOf(sources),
    sources,
    clearedBy: canWaive ? [...clearedBy, WAIVER] : clearedBy,
    inputs,
    accountIds: accountsOf(draft).map(({ id }) => id),
    transactionIds: lines.map(({ id }) => id),
    subject,
    ...(draft.itemId !== undefined && { itemId: draft.itemId }),
    key: keyOf(draft, content),
    factsHash: hash(JSON.stringify([inputs, ...content, subject, facts])),
    waivedPrograms: [],
  };
}

export function notEvaluated(ruleId: RuleId, programs: readonly Program[], missing: readonly string[]): NotEvaluated {
  return { ruleId, programs, missing: [...missing] };
}

/** 64 bits of FNV-1a in hexadecimal: distinguishes changed facts, protects nothing. */
export function hash(text: string): string {
  let high = 0xcbf2_9ce4;
  let low = 0x8422_2325;
  for (let at = 0; at < text.length; at++) {
    low = (low ^ text.charCodeAt(at)) >>> 0;
    const product = low * 0x1b3;
    const carry = Math.floor(product / 0x1_0000_0000);
    high = (Math.imul(high, 0x1b3) + carry + (low << 8)) >>> 0;
    low = product >>> 0;
  }
  return high.toString(16).padStart(8, "0") + low.toString(16).padStart(8, "0");
}
