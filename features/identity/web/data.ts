// Owns what the browser asks about a person's account, and what becomes of the session by it.
import { useMutation } from "@tanstack/react-query";
import {
  confirmEmail,
  logIn,
  logOut,
  refreshToken,
  register,
  resendConfirmation,
} from "#features/identity/contract.ts";
import type { Input } from "#kit/contract/call.ts";
import { useChange } from "#kit/web/change.ts";
import { send } from "#kit/web/client.ts";
import { log } from "#kit/web/log.ts";
import { currentToken, endSession, startSession } from "./session.ts";

export function useLogIn() {
  return useMutation<void, Error, Input<typeof logIn>>({
    mutationFn: async (input) => startSession((await send(logIn, input)).token),
  });
}

export const useRegister = () => useChange(register, { refreshes: [] });
export const useResendConfirmation = () => useChange(resendConfirmation, { refreshes: [] });

/** Confirms the address; who is logged in gets a token that says so. Throws `ApiError` LINK_DEAD. */
export async function confirmByToken(token: string): Promise<void> {
  await send(confirmEmail, { token });
  if (currentToken() !== null) startSession((await send(refreshToken, {})).token);
}

/** Logs out of this browser at once, and tells the server; a server that cannot be told changes nothing here. */
export async function logOutHere(): Promise<void> {
  if (currentToken() === null) return;
  const told = send(logOut, {}); // takes the token along before it is gone
  endSession();
  await told.catch((error: unknown) => log.info("The server could not be told of the log-out", error));
}
