// Owns what happens to a form when someone else saved first: nothing written is lost, nothing of theirs is undone.
import { get, type FieldValues } from "react-hook-form";

/** A field of a form, as people call it. */
export interface ToldField {
  /** The dotted path in the form's values. */
  readonly name: string;
  readonly label: string;
  /** The value in words; as it stands unless said. */
  readonly inWords?: (value: unknown) => string;
}

/** The fields in which two versions differ. */
export function changedFields(
  fields: readonly ToldField[],
  one: FieldValues,
  other: FieldValues,
): readonly ToldField[] {
  return fields.filter(({ name }) => JSON.stringify(get(one, name)) !== JSON.stringify(get(other, name)));
}

export interface Merge {
  /** Changed by them alone: theirs is taken. */
  readonly taken: readonly ToldField[];
  /** Changed by both: mine is kept, and theirs is told. */
  readonly kept: readonly ToldField[];
}

/** `base` is what both began with. */
export function mergeValues(
  fields: readonly ToldField[],
  { base, mine, theirs }: Record<"base" | "mine" | "theirs", FieldValues>,
): Merge {
  const ofMine = new Set(changedFields(fields, base, mine));
  const apart = new Set(changedFields(fields, mine, theirs));
  const changed = changedFields(fields, base, theirs).filter((field) => apart.has(field));
  return { taken: changed.filter((field) => !ofMine.has(field)), kept: changed.filter((field) => ofMine.has(field)) };
}
