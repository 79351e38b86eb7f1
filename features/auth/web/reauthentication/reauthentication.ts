import { codeOf } from "#platform/web/http/api-error.ts";
import { makeStore } from "#platform/web/store.ts";
import { useState } from "react";

export interface ReauthenticationRequest {
  /** `false`: the user canceled. */
  answer(isProven: boolean): void;
}

/** What `ReauthenticateDialog` shows. A page with a sensitive change contains one. */
export const reauthenticationStore = makeStore<ReauthenticationRequest | null>(null);

/**
 * Runs the action. If it requires reauthentication, asks for it and runs the action again. Throws the refusal when the
 * user cancels.
 */
export async function withReauthentication<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (codeOf(error) !== "REAUTHENTICATION_REQUIRED" || !(await requestReauthentication())) throw error;
    return act();
  }
}

function requestReauthentication(): Promise<boolean> {
  reauthenticationStore.get()?.answer(false);
  return new Promise((resolve) => {
    reauthenticationStore.set({
      answer(isProven) {
        reauthenticationStore.set(null);
        resolve(isProven);
      },
    });
  });
}

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
