import { codeOf } from "#platform/web/http/api-error.ts";
import { makeStore } from "#platform/web/store.ts";

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
