import { useState } from "react";
import { get, type FieldValues } from "react-hook-form";

interface Overtakable<Thing, Values extends FieldValues> {
  readonly fields: readonly LabeledField[];
  /** A stored thing as the form shows it. */
  readonly valuesOf: (thing: Thing) => Values;
  /** The change that the form sends. */
  readonly update: { readonly isPending: boolean; readonly error: Error | null; readonly reset: () => void };
}

/** `stored`: as it is now; it may change while the form is open. */
export function useEditConflict<Thing extends { readonly version: number }, Values extends FieldValues>(
  stored: Thing,
  { fields, valuesOf, update }: Overtakable<Thing, Values>,
) {
  const [base, setBase] = useState(stored);
  const [mine, theirs] = [valuesOf(base), valuesOf(stored)];
  // A value that is being saved is the user's own change.
  const hasEditConflict = !update.isPending && changedFields(fields, mine, theirs).length > 0;
  return {
    hasEditConflict,
    /** The initial values of the form, and the values stored now. */
    base: mine,
    theirs,
    /** To save on top of. A newer one that differs in nothing of this form is not worth a question. */
    version: (hasEditConflict ? base : stored).version,
    /** What the last attempt failed with, unless the question says it better. */
    error: hasEditConflict ? null : update.error,
    /** Saved: the form goes on from there. */
    goOnFrom: setBase,
    /** Merges their values with mine: the form continues from the values stored now. */
    takeTheirs(): void {
      setBase(stored);
      update.reset();
    },
  };
}

/** A field of a form, as people call it. */
export interface LabeledField {
  /** The dotted path in the form's values. */
  readonly name: string;
  readonly label: string;
  /** Formats the value for people. Default: the value itself. */
  readonly inWords?: (value: unknown) => string;
}

/** The fields in which two versions differ. */
export function changedFields(
  fields: readonly LabeledField[],
  one: FieldValues,
  other: FieldValues,
): readonly LabeledField[] {
  return fields.filter(({ name }) => JSON.stringify(get(one, name)) !== JSON.stringify(get(other, name)));
}

interface Merge {
  /** Changed only by them: their value is used. */
  readonly taken: readonly LabeledField[];
  /** Fields that both changed. My value stays; theirs is shown. */
  readonly retained: readonly LabeledField[];
}

/** `base` is what both began with. */
export function mergeValues(
  fields: readonly LabeledField[],
  { base, mine, theirs }: Record<"base" | "mine" | "theirs", FieldValues>,
): Merge {
  const ofMine = new Set(changedFields(fields, base, mine));
  const apart = new Set(changedFields(fields, mine, theirs));
  const changed = changedFields(fields, base, theirs).filter((field) => apart.has(field));
  return {
    taken: changed.filter((field) => !ofMine.has(field)),
    retained: changed.filter((field) => ofMine.has(field)),
  };
}
