import { useState } from "react";
import { codeOf } from "#platform/web/http/api-error.ts";

export function useCodeDue() {
  const [isCodeDue, setCodeDue] = useState(false);
  return {
    isCodeDue,
    /** Called with each refusal. */
    onError: (error: Error) => setCodeDue(isCodeDue || asksForCode(error)),
    /** The error to show. A code that is due is a question and not a failure. */
    shown: (error: Error | null) => (asksForCode(error) ? null : error),
  };
}

function asksForCode(error: Error | null): boolean {
  return codeOf(error) === "SECOND_FACTOR_REQUIRED";
}
