import { useEffect, useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { BorrowerTask } from "#features/borrower-portal/contract.ts";
import { offeredLetter } from "#features/borrower-portal/labels/offered-letter.ts";
import { CHOICES, type Choice } from "#features/borrower-portal/labels/pages.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { formatMoney } from "#platform/web/format/money.ts";

export interface Writer {
  readonly lender: string;
  /** The visitor's name. */
  readonly name: string;
}

/** The fields that fill the letter. */
interface Said {
  readonly kind: Choice | null;
  readonly donor?: { readonly name?: string; readonly relationship?: string } | undefined;
}

function letterFor(task: BorrowerTask, who: Writer, { kind, donor }: Said): string {
  const shown = { amount: formatMoney(task.amountCents), date: formatDate(task.date) };
  return kind === null ? task.letter : offeredLetter(task, { ...who, donor }, kind, shown);
}

/** Keeps the field `text` equal to the offered letter until the user edits it. */
export function useOfferedLetter(task: BorrowerTask, who: Writer): void {
  const { getValues, setValue } = useFormContext<{ text: string }>();
  const [chosen, name, relationship] = useWatch({ name: ["kind", "donor.name", "donor.relationship"] }) as unknown[];
  const kind = CHOICES.find((one) => one === chosen) ?? null;
  const letter = letterFor(task, who, { kind, donor: { name: words(name), relationship: words(relationship) } });
  const offered = useRef(letter);
  useEffect(() => {
    const isUntouched = getValues("text") === offered.current;
    if (isUntouched && letter !== offered.current) setValue("text", letter, { shouldDirty: true });
    offered.current = letter;
  }, [getValues, setValue, letter]);
}

function words(typed: unknown): string {
  return typeof typed === "string" ? typed : "";
}
