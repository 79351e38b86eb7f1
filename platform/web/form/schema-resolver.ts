import { get, type FieldErrors, type FieldValues, type Resolver } from "react-hook-form";
import type * as z from "zod/mini";
import { fieldErrors, MAX_CENTS } from "#platform/contract/fields.ts";
import { widgetTexts } from "#platform/text/widget-texts.ts";
import { formatMoney } from "#platform/money/money.ts";

type Node = { [name: string]: Node | { type: string; message: string } };

/** Errors come out under their field, the code as `type` and `message`; a field's first error is the one that is shown. */
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
  const inner = (errors[name] ??= {}) as Node; // a path goes on below it, so it is not an error itself
  place(inner, rest, code);
}

/** Words of a screen's own for some codes: `{ TOO_SMALL: "Use at least 12 characters" }`. */
export type ErrorTexts = Readonly<Record<string, string>>;

export function errorText(label: string, code: string, own: ErrorTexts = {}): string {
  const words = own[code];
  if (words !== undefined) return words;
  switch (code) {
    case "REQUIRED":
      return widgetTexts().required(label);
    case "TOO_BIG":
      return widgetTexts().tooLong(label);
    case "TOO_SMALL":
      return widgetTexts().tooShort(label);
    case "CARD_NUMBER":
      return widgetTexts().cardNumber(label);
    default:
      return widgetTexts().notValid(label);
  }
}

/** `value` as it is checked: cents, or what was typed and is no sum. */
export function moneyErrorTexts(label: string, value: unknown): ErrorTexts {
  const isNegative = typeof value === "number" && value < 0;
  return {
    INVALID_TYPE: "Enter dollars and cents, such as 1,250 or 99.50",
    TOO_SMALL: isNegative ? `${label} cannot be negative` : `${label} must be more than zero`,
    TOO_BIG: `${label} is too large. The largest is ${formatMoney(MAX_CENTS)}`,
  };
}
