// Owns what the browser asks about a person's account, and what becomes of the session by it.
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import {
  beginSecondFactor,
  changePassword,
  confirmSecondFactor,
  disableSecondFactor,
  endAllDevices,
  endDevice,
  listDevices,
  logIn,
  logOut,
  openConfirmLink,
  readSignInMethods,
  reauthenticate,
  register,
  renewRecoveryCodes,
  resendConfirmation,
  resetPasswordComplete,
  resetPasswordInitiate,
} from "#features/identity/contract.ts";
import type { Input } from "#kit/contract/call.ts";
import { faultsAt } from "#kit/web/http/api-error.ts";
import { useChange } from "#kit/web/http/change.ts";
import { send } from "#kit/web/http/client.ts";
import { query } from "#kit/web/http/query.ts";
import { log } from "#kit/web/log.ts";
import { trackLogIn, trackSignUp } from "#kit/web/scripts/analytics.ts";
import { proving } from "./proof/reauthentication.ts";
import { refreshSession } from "./session/refresh-session.ts";
import { currentToken, endSession, readSession, startSession } from "./session/session.ts";

export const ownDevices = query(listDevices);
export const signInMethods = query(readSignInMethods);

/** A second factor that is wrong is a fault of its field. */
const atCode = faultsAt({ SECOND_FACTOR_WRONG: "code", CODE_WRONG: "code" });

export function useLogIn() {
  return useMutation<void, Error, Input<typeof logIn>>({
    async mutationFn(input) {
      startSession((await send(logIn, input).catch(atCode)).token);
      trackLogIn("password");
    },
  });
}

export const useRegister = () => useChange(register, { refreshes: [], onReply: trackSignUp });
export const useResendConfirmation = () => useChange(resendConfirmation, { refreshes: [] });
export const useAskForReset = () => useChange(resetPasswordInitiate, { refreshes: [] });

/** Sets the password; who is logged in here by the old one is out, as on every device of the account. */
export function useResetPassword() {
  return useMutation<void, Error, Input<typeof resetPasswordComplete>>({
    async mutationFn(input) {
      const { email } = await send(resetPasswordComplete, input);
      if (readSession()?.user.email.toLowerCase() === email.toLowerCase()) endSession();
    },
  });
}

/**
 * Confirms the address; who is logged in gets a token that says so. A token comes back where a new password is due.
 * Throws `ApiError` LINK_DEAD.
 */
export async function confirmByToken(token: string): Promise<{ passwordToken: string | null }> {
  const { passwordToken } = await send(openConfirmLink, { token });
  if (passwordToken === null) await refreshSession();
  return { passwordToken };
}

/** Logs out of this browser at once, and tells the server; a server that cannot be told changes nothing here. */
export async function logOutHere(): Promise<void> {
  const told = currentToken() === null ? null : send(logOut, {}); // takes the token along before it is gone
  endSession();
  await told?.catch((error: unknown) => log.info("The server could not be told of the log-out", error));
}

export function useReauthenticate() {
  return useChange(reauthenticate, {
    refreshes: [],
    through: (ask) => ask().catch(faultsAt({ INVALID_PASSWORD: "password", SECOND_FACTOR_WRONG: "code" })),
    onReply: ({ token }) => startSession(token),
  });
}

export function useChangePassword() {
  return useChange(changePassword, {
    refreshes: [ownDevices, signInMethods],
    through: (ask) => proving(ask).catch(faultsAt({ INVALID_PASSWORD: "currentPassword" })),
    onReply: ({ token }) => startSession(token),
  });
}

export const useEndDevice = () => useChange(endDevice, { refreshes: [ownDevices] });

/** Ends here as everywhere; the log-out page says so. */
export function useEndAllDevices() {
  const navigate = useNavigate();
  return useChange(endAllDevices, {
    refreshes: [],
    async onReply() {
      endSession();
      await navigate({ to: "/auth/logout" });
    },
  });
}

export const useBeginSecondFactor = () => useChange(beginSecondFactor, { refreshes: [], through: proving });
export const useConfirmSecondFactor = () =>
  useChange(confirmSecondFactor, { refreshes: [signInMethods], through: (ask) => proving(ask).catch(atCode) });
export const useRenewRecoveryCodes = () =>
  useChange(renewRecoveryCodes, { refreshes: [signInMethods], through: proving });
export const useDisableSecondFactor = () =>
  useChange(disableSecondFactor, { refreshes: [signInMethods], through: proving });
