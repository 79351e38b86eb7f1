// Owns when a form that asks for a password asks for a code as well: from the server's word on, until it is left.
import { useState } from "react";
import { codeOf } from "#kit/web/http/api-error.ts";

export function useCodeDue() {
  const [isCodeDue, setCodeDue] = useState(false);
  return {
    isCodeDue,
    /** Hears each refusal. */
    onError: (error: Error) => setCodeDue(isCodeDue || asksForCode(error)),
    /** What is left to be told: a code that is due is a question, not a failure. */
    shown: (error: Error | null) => (asksForCode(error) ? null : error),
  };
}

function asksForCode(error: Error | null): boolean {
  return codeOf(error) === "SECOND_FACTOR_REQUIRED";
}
