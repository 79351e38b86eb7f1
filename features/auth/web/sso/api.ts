import { useMutation } from "@tanstack/react-query";
import { findSso, startSso } from "#features/auth/contract.ts";
import { leaveForProvider } from "#features/auth/web/social/api.ts";
import { send, sendBesidePage } from "#platform/web/http/client.ts";

/** Whether the address has to sign in with single sign-on. A failed look-up changes nothing: the sign-in itself says so. */
export async function isSsoRequired(email: string): Promise<boolean> {
  if (!findSso.body.safeParse({ email }).success) return false;
  return sendBesidePage(findSso, { email }).then(
    ({ isEnforced }) => isEnforced,
    () => false,
  );
}

/** Goes to the identity provider. */
export function useContinueWithSso() {
  return useMutation<void, Error, { email: string }>({
    mutationFn: async (input) => leaveForProvider(await send(startSso, input)),
  });
}
