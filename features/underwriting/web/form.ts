import * as z from "zod/mini";
import { formatMoney } from "#platform/money/money.ts";
import { EvidenceDetails, type Evidence, type EvidenceState } from "#features/underwriting/contract.ts";
import type { EvidenceKind } from "#features/underwriting/rules/evaluation.ts";
import { KIND_LABELS } from "#features/underwriting/labels.ts";
import type { LabeledField } from "#platform/web/form/use-edit-conflict.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import type { EvidenceTarget } from "./evidence-target.ts";
import type { Tone } from "#platform/web/parts/Values.tsx";

export interface EvidenceValues {
  /** Empty until chosen. */
  kind: EvidenceKind | "";
  sourcedCents: number | null;
  person: string;
  donor: {
    name: string;
    address: string;
    phone: string;
    relationship: string;
    isInterestDocumented: boolean;
    sharesHome: boolean;
  };
  amountCents: number | null;
  noRepayment: boolean;
  transferEvidence: boolean;
  periodFrom: string;
  periodTo: string;
  clearedOn: string;
  note: string;
}

/** The subject of a form, and the cents of the bank line left to explain; `null`: no limit. */
export interface Subject extends Pick<
  EvidenceTarget,
  "transactionId" | "accountId" | "accountKey" | "person" | "kinds"
> {
  readonly restCents: number | null;
}

interface AmountField {
  readonly label: string;
  readonly help?: string;
  readonly isOptional: boolean;
}

/** What the amount of a kind means. Kinds without an amount are not listed. */
export const AMOUNTS: Readonly<Partial<Record<EvidenceKind, AmountField>>> = {
  statement: {
    label: "Balance, cash value or vested value on the statement, after any loan",
    help: "For a retirement or stock plan, only what is vested: a larger amount would count as the borrower's.",
    isOptional: true,
  },
  plan_terms: { label: "Amount that can be withdrawn, after taxes and penalties", isOptional: true },
  liquidation: { label: "Amount received from the sale", isOptional: false },
  emd_receipt: { label: "Amount on the receipt", isOptional: false },
};

export function asksForPeriod({ kind }: Pick<EvidenceValues, "kind">): boolean {
  return kind === "statement";
}

/** A receipt for a bank line needs no separate day: the line shows when the money left. */
export function asksForClearing(
  { kind }: Pick<EvidenceValues, "kind">,
  { transactionId }: Pick<Subject, "transactionId">,
): boolean {
  return kind === "emd_receipt" && transactionId === null;
}

export function newValues({ transactionId, person, kinds, restCents }: Subject): EvidenceValues {
  const [only] = kinds;
  const kind = kinds.length === 1 && only !== undefined ? only : "";
  return {
    kind,
    sourcedCents: transactionId === null ? null : restCents,
    person: person ?? "",
    donor: { name: "", address: "", phone: "", relationship: "", isInterestDocumented: false, sharesHome: false },
    amountCents: transactionId === null ? null : restCents,
    noRepayment: false,
    transferEvidence: false,
    periodFrom: "",
    periodTo: "",
    clearedOn: "",
    note: "",
  };
}

export function valuesOf(evidence: Evidence): EvidenceValues {
  const { kind, sourcedCents, person, donor = {}, amountCents, noRepayment, transferEvidence } = evidence;
  return {
    kind,
    sourcedCents: sourcedCents === 0 && evidence.transactionId === null ? null : sourcedCents,
    person: person ?? "",
    donor: {
      name: donor.name ?? "",
      address: donor.address ?? "",
      phone: donor.phone ?? "",
      relationship: donor.relationship ?? "",
      isInterestDocumented: donor.isInterestDocumented ?? false,
      sharesHome: donor.sharesHome ?? false,
    },
    amountCents: amountCents ?? null,
    noRepayment: noRepayment ?? false,
    transferEvidence: transferEvidence ?? false,
    periodFrom: evidence.periodFrom ?? "",
    periodTo: evidence.periodTo ?? "",
    clearedOn: evidence.clearedOn ?? "",
    note: evidence.note,
  };
}

type AboutWhat = Pick<Subject, "transactionId" | "accountId" | "accountKey">;

export function detailsOf(values: EvidenceValues, about: AboutWhat): EvidenceDetails {
  const { transactionId } = about;
  const { kind, sourcedCents, amountCents, noRepayment, transferEvidence, note } = values;
  const { isInterestDocumented, sharesHome, ...words } = values.donor;
  const person = values.person.trim();
  const account = about.accountKey ?? about.accountId;
  const rest = {
    transactionId,
    ...(account !== null && { accountId: account }),
    ...(person !== "" && { person }),
    kind: kind as EvidenceKind, // an empty one is refused by the schema
    note,
  };
  if (kind !== "gift")
    return {
      ...rest,
      sourcedCents: sourcedCents ?? 0,
      ...(asksForPeriod(values) && { periodFrom: values.periodFrom || null, periodTo: values.periodTo || null }),
      ...(asksForClearing(values, about) && { clearedOn: values.clearedOn || null }),
    };
  const filled = Object.entries(words).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : []));
  const donor = {
    ...(Object.fromEntries(filled) as NonNullable<EvidenceDetails["donor"]>), // its own names
    ...(isInterestDocumented && { isInterestDocumented }),
    ...(sharesHome && { sharesHome }),
  };
  return {
    ...rest,
    sourcedCents: (transactionId === null ? amountCents : sourcedCents) ?? 0,
    ...(Object.keys(donor).length > 0 && { donor }),
    ...(amountCents !== null && { amountCents }),
    noRepayment,
    transferEvidence,
  };
}

/** The contract's schema, with the deposit as the upper bound and the facts that the kind requires. */
export function evidenceSchema(subject: Pick<Subject, "restCents"> & AboutWhat) {
  const { transactionId, restCents } = subject;
  const toDetails = (values: EvidenceValues): unknown => detailsOf(values, subject); // bad amounts are refused below
  const schema = EvidenceDetails.check(
    z.superRefine((details, { issues }) => {
      const { kind, sourcedCents, amountCents, periodFrom, periodTo, person } = details;
      const refuse = (name: string, message: string) =>
        issues.push({ code: "custom", path: [name], message, input: details });
      const isGiftToCome = kind === "gift" && transactionId === null;
      if (isGiftToCome && !(amountCents && amountCents > 0)) refuse("amountCents", "REQUIRED");
      const needsAmount = AMOUNTS[kind]?.isOptional === false || (transactionId !== null && kind !== "letter");
      if (needsAmount && !isGiftToCome && sourcedCents < 1) refuse("sourcedCents", "REQUIRED");
      if (restCents !== null && sourcedCents > restCents) refuse("sourcedCents", "TOO_BIG");
      if (kind === "access_letter" && !person) refuse("person", "REQUIRED");
      if (kind === "statement" && !periodFrom) refuse("periodFrom", "REQUIRED");
      if (kind === "statement" && !periodTo) refuse("periodTo", "REQUIRED");
      if (periodFrom && periodTo && periodFrom > periodTo) refuse("periodTo", "BEFORE_START");
    }),
  );
  return z.pipe(z.transform(toDetails), schema) as unknown as z.ZodMiniType<unknown, EvidenceValues>; // a transform takes anything
}

const money = (value: unknown) => (typeof value === "number" ? formatMoney(value) : "");
const day = (value: unknown) => (typeof value === "string" && value !== "" ? formatDate(value) : "");
const kindWords = (value: unknown) => KIND_LABELS[value as EvidenceKind] ?? "";

/** In the order of the form. */
export const EVIDENCE_FIELDS = [
  { name: "kind", label: "Kind", inWords: kindWords },
  { name: "sourcedCents", label: "Amount", inWords: money },
  { name: "person", label: "Account holder" },
  { name: "donor.name", label: "Donor's name" },
  { name: "donor.relationship", label: "Relationship" },
  { name: "donor.address", label: "Donor's address" },
  { name: "donor.phone", label: "Donor's phone" },
  { name: "donor.isInterestDocumented", label: "Interest documented" },
  { name: "donor.sharesHome", label: "Shares the home" },
  { name: "amountCents", label: "Amount in the letter", inWords: money },
  { name: "noRepayment", label: "No repayment" },
  { name: "transferEvidence", label: "Proof of the transfer" },
  { name: "periodFrom", label: "First day covered", inWords: day },
  { name: "periodTo", label: "Last day covered", inWords: day },
  { name: "clearedOn", label: "Day it cleared", inWords: day },
  { name: "note", label: "Note" },
] as const satisfies readonly LabeledField[];

export function labelOf(field: (typeof EVIDENCE_FIELDS)[number]["name"]): string {
  return EVIDENCE_FIELDS.find(({ name }) => name === field)!.label; // the type has no other
}

export const STATE_LABELS: Readonly<Record<EvidenceState, { readonly label: string; readonly tone: Tone }>> = {
  proposed: { label: "To review", tone: "amber" },
  accepted: { label: "Accepted", tone: "green" },
  rejected: { label: "Rejected", tone: "red" },
  replaced: { label: "Replaced by a newer letter", tone: "grey" },
};

export const NEEDS_OTHER = "You added or changed this. Your organization requires a second person to accept it.";

/** The shortest reviewer's reason that counts in place of a document. */
export const REASON_LEAST = 10;

/**
 * The cents that it documents; for a gift that is not deposited yet, the amount of the letter. `undefined`: no amount.
 */
export function centsOf({ transactionId, kind, sourcedCents, amountCents }: Evidence): number | undefined {
  if (transactionId === null && kind === "gift") return amountCents;
  return sourcedCents === 0 ? undefined : sourcedCents;
}
