import type { Figures } from "#features/underwriting/rules/evaluation.ts";
import { ownerWords } from "#features/underwriting/labels.ts";
import type { ReportAccount } from "#features/underwriting/rules/parsed-report.ts";
import { listed } from "#features/borrowers/labels.ts";
import type { Tone } from "#platform/web/parts/StatusPill.tsx";

type Row = Figures["owners"][number];

const TONES: Readonly<Record<Row["standing"], Tone>> = { confirmed: "green", unconfirmed: "amber", none: "red" };

export interface OwnerMatch {
  readonly words: string;
  readonly tone: Tone;
  /** More about its owners. */
  readonly note: string | null;
}

/** The owner of an account (R5). */
export function ownerMatchOf({ owners }: Figures, account: ReportAccount): OwnerMatch | undefined {
  const row = owners.find(({ accountId }) => accountId === account.id);
  if (!row) return undefined;
  return { words: ownerWords(row, account), tone: TONES[row.standing], note: noteOf(row) };
}

function noteOf({ nonBorrowerOwners }: Row): string | null {
  return nonBorrowerOwners.length === 0 ? null : `Also held by ${listed(nonBorrowerOwners)}, not on the loan`;
}
