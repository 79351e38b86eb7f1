import { get, type FieldErrors, type FieldValues, type Resolver } from "react-hook-form";
import type * as z from "zod/mini";
import { fieldErrors } from "#platform/contract/field-errors.ts";

type Node = { [name: string]: Node | { type: string; message: string } };

/** Faults come out under their field, the code as `type` and `message`; a field's first fault is the one that is shown. */
export function schemaResolver<Values extends FieldValues>(schema: z.ZodMiniType<unknown, Values>): Resolver<Values> {
  return (values) => {
    const result = schema.safeParse(values, { reportInput: true });
    if (result.success) return { values, errors: {} };
    const errors: Node = {};
    for (const { field, code } of fieldErrors(result.error))
      place(errors, field.split("."), isEmpty(get(values, field)) && code === "TOO_SMALL" ? "REQUIRED" : code);
    return { values: {}, errors: errors as FieldErrors<Values> }; // built along the schema's own paths
  };
}

/** An empty value is missing, not too short. */
function isEmpty(value: unknown): boolean {
  return typeof value === "string" && value.trim() === "";
}

function place(errors: Node, [name = "root", ...rest]: readonly string[], code: string): void {
  if (rest.length === 0) {
    errors[name] ??= { type: code, message: code };
    return;
  }
  const inner = (errors[name] ??= {}) as Node; // a path goes on below it, so it is no fault itself
  place(inner, rest, code);
}
