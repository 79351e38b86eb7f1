import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { isSameEmail } from "#platform/text/text.ts";
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
} from "#features/auth/contract.ts";
import type { Input, ReplyOf } from "#platform/contract/call.ts";
import { fieldErrorsAt } from "#platform/web/http/api-error.ts";
import { useChange, query } from "#platform/web/http/query.ts";
import { send } from "#platform/web/http/client.ts";
import { log } from "#platform/web/log.ts";
import { trackLogIn, trackSignUp } from "#platform/web/scripts/analytics.ts";
import { withReauthentication } from "./reauthentication/reauthentication.ts";
import { refreshSession } from "./session/keep-session.ts";
import { currentToken, endSession, readSession, startSession } from "./session/session.ts";

export const ownDevices = query(listDevices);
export const signInMethods = query(readSignInMethods);

/** A wrong second factor is shown as an error of its field. */
const atCode = fieldErrorsAt({ SECOND_FACTOR_WRONG: "code", CODE_WRONG: "code" });

export function useLogIn() {
  return useMutation<void, Error, Input<typeof logIn>>({
    async mutationFn(input) {
      startSession((await send(logIn, input).catch(atCode)).token);
      trackLogIn("password");
    },
  });
}

/** The emailed link of an invitation proves the address, so a user who registers with one is logged in. */
export function useRegister() {
  return useMutation<ReplyOf<typeof register>, Error, Input<typeof register>>({
    async mutationFn(input) {
      const reply = await send(register, input);
      trackSignUp();
      if (input.invitationToken !== undefined) await logInAsRegistered(input);
      return reply;
    },
  });
}

/** The account exists whatever happens here. Without a session, its user logs in. */
async function logInAsRegistered({ email, password }: Input<typeof register>): Promise<void> {
  try {
    startSession((await send(logIn, { email, password })).token);
  } catch (error) {
    log.info("The new user could not be logged in", error);
  }
}

/** An address that was confirmed elsewhere is so here, too. */
export const useResendConfirmation = () =>
  useChange(resendConfirmation, {
    refreshes: [],
    onReply: ({ isConfirmed }) => (isConfirmed ? refreshSession() : undefined),
  });
export const useAskForReset = () => useChange(resetPasswordInitiate, { refreshes: [] });

/** Sets the password. This signs out every device that used the old one, including this one. */
export function useResetPassword() {
  return useMutation<void, Error, Input<typeof resetPasswordComplete>>({
    async mutationFn(input) {
      const { email } = await send(resetPasswordComplete, input);
      if (isSameEmail(readSession()?.user.email ?? "", email)) endSession();
    },
  });
}

/**
 * Confirms the address. A signed-in user gets a token that says so. The reply has a password token when a new password
 * is required. Throws `ApiError` LINK_DEAD.
 */
export async function confirmByToken(token: string): Promise<{ passwordToken: string | null }> {
  const { passwordToken } = await send(openConfirmLink, { token });
  if (passwordToken === null) await refreshSession();
  return { passwordToken };
}

/** Signs out of this browser at once and notifies the server. A failed notification changes nothing here. */
export async function logOutHere(): Promise<void> {
  const reported = currentToken() === null ? null : send(logOut, {}); // uses the token before it is removed
  endSession();
  await reported?.catch((error: unknown) => log.info("The server did not receive the log-out", error));
}

export function useReauthenticate() {
  return useChange(reauthenticate, {
    refreshes: [],
    through: (ask) => ask().catch(fieldErrorsAt({ INVALID_PASSWORD: "password", SECOND_FACTOR_WRONG: "code" })),
    onReply: ({ token }) => startSession(token),
  });
}

export function useChangePassword() {
  return useChange(changePassword, {
    refreshes: [ownDevices, signInMethods],
    through: (ask) => withReauthentication(ask).catch(fieldErrorsAt({ INVALID_PASSWORD: "currentPassword" })),
    onReply: ({ token }) => startSession(token),
  });
}

export const useEndDevice = () => useChange(endDevice, { refreshes: [ownDevices] });

/** The session also ends here, and the sign-out page says so. */
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

export const useBeginSecondFactor = () =>
  useChange(beginSecondFactor, { refreshes: [], through: withReauthentication });
export const useConfirmSecondFactor = () =>
  useChange(confirmSecondFactor, {
    refreshes: [signInMethods],
    through: (ask) => withReauthentication(ask).catch(atCode),
  });
export const useRenewRecoveryCodes = () =>
  useChange(renewRecoveryCodes, { refreshes: [signInMethods], through: withReauthentication });
export const useDisableSecondFactor = () =>
  useChange(disableSecondFactor, { refreshes: [signInMethods], through: withReauthentication });

let registered: string | undefined;

export function rememberRegistered(email: string): void {
  registered = email;
}

export function registeredEmail(): string | undefined {
  return registered;
}
