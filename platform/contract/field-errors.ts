import type * as z from "zod/mini";
import type { FieldError } from "./errors.ts";

/** Zod's issues, parsed with `reportInput`, in our words. A missing key is REQUIRED, whatever it should have been. */
export function fieldErrors(error: z.core.$ZodError): FieldError[] {
  return error.issues.flatMap((issue) => {
    const field = issue.path.map(String).join(".");
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => ({ field: field ? `${field}.${key}` : key, code: "UNKNOWN_FIELD" }));
    return [{ field, code: codeOf(issue) }];
  });
}

function codeOf(issue: z.core.$ZodIssue): string {
  if (issue.input === undefined) return "REQUIRED";
  switch (issue.code) {
    case "invalid_type":
      return "INVALID_TYPE";
    case "too_small":
      return issue.origin === "string" && issue.minimum === 1 ? "REQUIRED" : "TOO_SMALL";
    case "too_big":
      return "TOO_BIG";
    case "invalid_value":
      return "INVALID_VALUE";
    case "invalid_format":
      return "INVALID_FORMAT";
    case "custom":
      return issue.message === "Invalid input" ? "INVALID_VALUE" : issue.message;
    default:
      return "INVALID_VALUE";
  }
}
