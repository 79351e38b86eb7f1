import * as z from "zod/mini";
import { ERROR_CODES, type Existing, type FieldError as FieldErrorFields } from "./errors.ts";

export const FieldError = z.object({ field: z.string(), code: z.string() }) satisfies z.ZodMiniType<FieldErrorFields>;
const ExistingObject = z.object({ name: z.string() }) satisfies z.ZodMiniType<Existing>;

export const ErrorMessage = z.enum(ERROR_CODES);

/** The body of every reply that is not a success. */
export const ErrorBody = z.object({
  message: ErrorMessage,
  errors: z.optional(z.array(FieldError)),
  existing: z.optional(ExistingObject),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
