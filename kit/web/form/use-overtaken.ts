// Owns what a form knows of the thing that it changes: as it was when the writing began, and what someone else saved since.
import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import { changedFields, type ToldField } from "./merge-values.ts";

interface Overtakable<Thing, Values extends FieldValues> {
  readonly fields: readonly ToldField[];
  /** A stored thing as the form shows it. */
  readonly valuesOf: (thing: Thing) => Values;
  /** The change that the form sends. */
  readonly update: { readonly isPending: boolean; readonly error: Error | null; readonly reset: () => void };
}

/** `stored`: as it is now; it may change while the form is open. */
export function useOvertaken<Thing extends { readonly version: number }, Values extends FieldValues>(
  stored: Thing,
  { fields, valuesOf, update }: Overtakable<Thing, Values>,
) {
  const [base, setBase] = useState(stored);
  const [mine, theirs] = [valuesOf(base), valuesOf(stored)];
  // What is being saved is one's own change.
  const isOvertaken = !update.isPending && changedFields(fields, mine, theirs).length > 0;
  return {
    isOvertaken,
    /** What the form began with, and what is stored now. */
    base: mine,
    theirs,
    /** To save on top of. A newer one that differs in nothing of this form is not worth a question. */
    version: (isOvertaken ? base : stored).version,
    /** What the last attempt failed with, unless the question says it better. */
    error: isOvertaken ? null : update.error,
    /** Saved: the form goes on from there. */
    goOnFrom: setBase,
    /** Theirs is put together with mine: the form goes on from what is stored now. */
    takeTheirs(): void {
      setBase(stored);
      update.reset();
    },
  };
}
