// Owns which letter to begin from belongs to a choice, and that it follows what is typed while nobody has written in it.
import { useEffect, useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { VisitTask } from "#features/visits/contract.ts";
import { offeredLetter } from "#features/visits/words/offered-letter.ts";
import { CHOICES, type Choice } from "#features/visits/words/pages.ts";
import { formatDate } from "#kit/web/format/dates.ts";
import { formatMoney } from "#kit/web/format/money.ts";

export interface Writer {
  readonly lender: string;
  /** Of the visitor. */
  readonly name: string;
}

/** Fields that the letter is made of. */
interface Said {
  readonly kind: Choice | null;
  readonly donor?: { readonly name?: string; readonly relationship?: string } | undefined;
}

function letterFor(task: VisitTask, who: Writer, { kind, donor }: Said): string {
  const shown = { amount: formatMoney(task.amountCents), date: formatDate(task.date) };
  return kind === null ? task.letter : offeredLetter(task, { ...who, donor }, kind, shown);
}

/** Keeps the field `text` at the letter that is offered, until something else is written there. */
export function useOfferedLetter(task: VisitTask, who: Writer): void {
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
