// Owns how a statement's status is seen.
import { STATUS_WORDS, type StatementStatus } from "#features/billing/contract.ts";
import { StatusPill } from "#kit/web/parts/StatusPill.tsx";
import { STATUS_TONES } from "./billing-words.ts";

export function StatementStatusPill({ status }: { readonly status: StatementStatus }) {
  return <StatusPill tone={STATUS_TONES[status]}>{STATUS_WORDS[status]}</StatusPill>;
}
