// Owns how it is shown whose an account is (R5), and whether its history is long enough (R1).
import { PROGRAMS } from "#features/underwriting/rules-edition-1/programs.ts";
import type { Figures } from "#features/underwriting/rules-edition-1/evaluate.ts";
import { ownerWords } from "#features/underwriting/labels.ts";
import type { ReportAccount } from "#features/underwriting/rules/parsed-report.ts";
import { listed } from "#features/borrowers/labels.ts";
import type { Tone } from "#kit/web/parts/StatusPill.tsx";

type Row = Figures["ownership"][number];

const TONES: Readonly<Record<Row["match"], Tone>> = { exact: "green", initials: "green", fuzzy: "amber", none: "red" };

export interface OwnerMatch {
  readonly words: string;
  readonly tone: Tone;
  /** What else there is to know of its owners. */
  readonly note: string | null;
}

export function ownerMatchOf({ ownership }: Figures, account: ReportAccount): OwnerMatch | undefined {
  const row = ownership.find(({ accountId }) => accountId === account.id);
  if (!row) return undefined;
  return { words: ownerWords(row, account), tone: TONES[row.match], note: noteOf(row) };
}

function noteOf({ isUsable, nonBorrowerOwners, isFhaAccessLetterRequired }: Row): string | null {
  if (!isUsable) return "Nothing of it counts";
  if (nonBorrowerOwners.length === 0) return null;
  const others = `Also held by ${listed(nonBorrowerOwners)}, not on the loan`;
  return isFhaAccessLetterRequired === true ? `${others}; FHA asks for a letter of access` : others;
}

/** Days that are wanted where there are fewer; the largest of the programs'. */
export function missingDaysOf({ history }: Figures, accountId: string): number | null {
  const row = history.find((one) => one.accountId === accountId);
  if (!row) return null;
  const wanted = PROGRAMS.flatMap((program) =>
    row.isEnough[program] === false ? (row.requiredDays[program] ?? []) : [],
  );
  return wanted.length === 0 ? null : Math.max(...wanted);
}
