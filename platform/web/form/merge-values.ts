import { get, type FieldValues } from "react-hook-form";

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

export interface Merge {
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
