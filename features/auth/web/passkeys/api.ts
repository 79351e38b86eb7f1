import { useMutation } from "@tanstack/react-query";
import {
  beginPasskey,
  createPasskey,
  deletePasskey,
  listPasskeys,
  logInWithPasskey,
  reauthenticateWithPasskey,
  renamePasskey,
  requestPasskey,
} from "#features/auth/contract.ts";
import { MESSAGES } from "#features/auth/messages.ts";
import { explain } from "#platform/web/http/explain.ts";
import { query, useChange } from "#platform/web/http/query.ts";
import { send } from "#platform/web/http/client.ts";
import { trackLogIn } from "#platform/web/scripts/analytics.ts";
import { signInMethods } from "../api.ts";
import { withReauthentication } from "../reauthentication/reauthentication.ts";
import { startSession } from "../session/session.ts";
import { askForPasskey, makePasskey, PasskeyError, type PasskeyFailure } from "./ask-device.ts";

export const ownPasskeys = query(listPasskeys);

const CHANGED = { refreshes: [ownPasskeys, signInMethods] };

/** Asks the device for a new passkey and registers it under this name. */
export function useAddPasskey() {
  const create = useChange(createPasskey, CHANGED);
  return useMutation<void, Error, { name: string }>({
    async mutationFn({ name }) {
      const options = await withReauthentication(() => send(beginPasskey, {}));
      await create.mutateAsync({ name, credential: await makePasskey(options) });
    },
  });
}

export const useRenamePasskey = () => useChange(renamePasskey, CHANGED);
export const useDeletePasskey = () => useChange(deletePasskey, { ...CHANGED, through: withReauthentication });

export function usePasskeyLogIn() {
  return useMutation<void, Error>({
    async mutationFn() {
      const credential = await askForPasskey(await send(requestPasskey, {}));
      startSession((await send(logInWithPasskey, { credential })).token);
      trackLogIn("passkey");
    },
  });
}

export function usePasskeyReauthentication() {
  return useMutation<void, Error>({
    async mutationFn() {
      const credential = await askForPasskey(await send(requestPasskey, {}));
      startSession((await send(reauthenticateWithPasskey, { credential })).token);
    },
  });
}

const FAILURES: Readonly<Record<PasskeyFailure, string>> = {
  canceled: "No passkey was used. Try again, or choose another way.",
  unsupported: "This browser doesn't support passkeys. Update it, or choose another way.",
  "already-added": "This device already has a passkey for your account.",
};

export function explainPasskey(error: Error): string {
  return error instanceof PasskeyError ? FAILURES[error.failure] : explain(error, MESSAGES.passkey);
}
