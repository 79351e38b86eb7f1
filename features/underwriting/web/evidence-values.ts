import * as z from "zod/mini";
import { EvidenceDetails, type Evidence, type EvidenceKind } from "#features/underwriting/contract.ts";
import { KIND_WORDS } from "#features/underwriting/labels.ts";
import { Cents } from "#kit/contract/fields.ts";
import type { ToldField } from "#kit/web/form/merge-values.ts";
import { formatMoney } from "#kit/web/format/money.ts";

export interface EvidenceValues {
  kind: EvidenceKind;
  sourcedCents: number | null;
  donor: { name: string; address: string; phone: string; relationship: string };
  amountCents: number | null;
  noRepayment: boolean;
  transferEvidence: boolean;
  note: string;
  /** Of a new one: it counts at once. */
  isAccepted: boolean;
}

/** What is explained: a deposit, or a gift that is still to come. */
export interface Subject {
  readonly transactionId: string | null;
  /** Of the deposit, what nothing explains yet; no bound for a gift to come. */
  readonly restCents: number;
}

export function newValues({ transactionId, restCents }: Subject): EvidenceValues {
  return {
    kind: "gift",
    sourcedCents: transactionId === null ? null : restCents,
    donor: { name: "", address: "", phone: "", relationship: "" },
    amountCents: transactionId === null ? null : restCents,
    noRepayment: false,
    transferEvidence: false,
    note: "",
    isAccepted: false,
  };
}

export function valuesOf(evidence: Evidence): EvidenceValues {
  const {
    kind,
    sourcedCents,
    donor = {},
    amountCents = null,
    noRepayment = false,
    transferEvidence = false,
  } = evidence;
  const { name = "", address = "", phone = "", relationship = "" } = donor;
  return {
    kind,
    sourcedCents,
    donor: { name, address, phone, relationship },
    amountCents,
    noRepayment,
    transferEvidence,
    note: evidence.note,
    isAccepted: false,
  };
}

/** What is empty is left out, and told as missing. */
export function detailsOf(values: EvidenceValues, transactionId: string | null): EvidenceDetails {
  const { kind, sourcedCents, amountCents, noRepayment, transferEvidence, note } = values;
  if (kind !== "gift") return { transactionId, kind, sourcedCents: sourcedCents ?? 0, note };
  const filled = Object.entries(values.donor).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : []));
  return {
    transactionId,
    kind,
    sourcedCents: (transactionId === null ? amountCents : sourcedCents) ?? 0,
    ...(filled.length > 0 && { donor: Object.fromEntries(filled) as EvidenceDetails["donor"] }), // its own names
    ...(amountCents !== null && { amountCents }),
    noRepayment,
    transferEvidence,
    note,
  };
}

/** Checks by the contract's own schema; that no more is explained than came in, and a gift to come names its sum. */
export function evidenceSchema({ transactionId, restCents }: Subject) {
  const { sourcedCents, amountCents } = EvidenceDetails.shape;
  const schema =
    transactionId === null
      ? z.extend(EvidenceDetails, { amountCents: z.pipe(z.int(), Cents.check(z.minimum(1))) })
      : z.extend(EvidenceDetails, {
          sourcedCents: sourcedCents.check(z.minimum(1), z.maximum(restCents)),
          amountCents,
        });
  const toDetails = (values: EvidenceValues): unknown => detailsOf(values, transactionId); // what is no sum is refused there
  return z.pipe(z.transform(toDetails), schema) as unknown as z.ZodMiniType<unknown, EvidenceValues>; // a transform takes anything
}

const money = (value: unknown) => (typeof value === "number" ? formatMoney(value) : "");

/** In the order of the form. */
export const EVIDENCE_FIELDS = [
  { name: "kind", label: "Kind", inWords: (kind) => KIND_WORDS[kind as EvidenceKind] }, // the form's own
  { name: "sourcedCents", label: "Amount it explains", inWords: money },
  { name: "donor.name", label: "Donor's name" },
  { name: "donor.relationship", label: "Relationship" },
  { name: "donor.address", label: "Donor's address" },
  { name: "donor.phone", label: "Donor's phone" },
  { name: "amountCents", label: "Amount in the letter", inWords: money },
  { name: "noRepayment", label: "No repayment" },
  { name: "transferEvidence", label: "Proof of the transfer" },
  { name: "note", label: "Note" },
] as const satisfies readonly ToldField[];

export function labelOf(field: (typeof EVIDENCE_FIELDS)[number]["name"]): string {
  return EVIDENCE_FIELDS.find(({ name }) => name === field)!.label; // the type has no other
}
