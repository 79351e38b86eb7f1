// Owns the proof that a person gives again before they change how they get in: asked for when the server wants it.
import { codeOf } from "#kit/web/http/api-error.ts";
import { makeStore } from "#kit/web/store.ts";

export interface ProofRequest {
  /** `false`: left without a proof. */
  answer(isProven: boolean): void;
}

/** What `ReauthenticateDialog` shows; the page that changes how one gets in holds one. */
export const proofStore = makeStore<ProofRequest | null>(null);

/** Does what was asked; where a proof is wanted first, asks for it and does it then. Throws the refusal when none is given. */
export async function proving<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (codeOf(error) !== "REAUTHENTICATION_REQUIRED" || !(await askForProof())) throw error;
    return act();
  }
}

function askForProof(): Promise<boolean> {
  proofStore.get()?.answer(false);
  return new Promise((resolve) => {
    proofStore.set({
      answer(isProven) {
        proofStore.set(null);
        resolve(isProven);
      },
    });
  });
}
