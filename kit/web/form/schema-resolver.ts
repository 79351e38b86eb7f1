// Owns how a form is checked: by the contract's own schema, with the very codes that the server would give.
import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import type { z } from "zod";
import { fieldErrors } from "#kit/contract/errors.ts";

type Node = { [name: string]: Node | { type: string; message: string } };

/** Faults come out under their field, the code as `type` and `message`; a field's first fault is the one that is shown. */
export function schemaResolver<Values extends FieldValues>(schema: z.ZodType<unknown, Values>): Resolver<Values> {
  return (values) => {
    const result = schema.safeParse(values, { reportInput: true });
    if (result.success) return { values, errors: {} };
    const errors: Node = {};
    for (const { field, code } of fieldErrors(result.error)) place(errors, field.split("."), code);
    return { values: {}, errors: errors as FieldErrors<Values> }; // built along the schema's own paths
  };
}

function place(errors: Node, [name = "root", ...rest]: readonly string[], code: string): void {
  if (rest.length === 0) {
    errors[name] ??= { type: code, message: code };
    return;
  }
  const inner = (errors[name] ??= {}) as Node; // a path goes on below it, so it is no fault itself
  place(inner, rest, code);
}
