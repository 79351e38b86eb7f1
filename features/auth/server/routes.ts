import type { Context } from "#platform/server/context.ts";
import * as calls from "#features/auth/contract.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import { refuseNotBefore, withMinDuration } from "#platform/server/http/min-duration.ts";
import { changePassword, completeReset, requestReset } from "./passwords/change-password.ts";
import * as passkeys from "./passkeys/passkeys.ts";
import { confirmEmailByToken, openConfirmLink } from "./email-tokens/confirm-email.ts";
import { logInByPassword, reauthenticate } from "./sessions/login.ts";
import { registerUser, resendConfirmation } from "./accounts/register.ts";
import * as secondFactor from "./second-factor/second-factor.ts";
import { readSignInMethods } from "./second-factor/second-factor.ts";
import { endOwnDevice, listDevices, logOut, logOutEverywhere, refresh } from "./sessions/sessions.ts";
import { startAttempt } from "./social/attempts.ts";
import { endConnection, listConnections, startConnection } from "./social/connections.ts";
import { completeAttempt } from "./social/sign-in.ts";
import { findSso, startSso } from "./sso/attempts.ts";
import { finishSso } from "./sso/sign-in.ts";

/** Longer than every path to a reply that could reveal an account, unless the server is overloaded. */
const SILENT_MS = 150;

export function identityRoutes(ctx: Context): Route[] {
  // A difference of less than a millisecond can reveal what status and body hide.
  const silentMs = ctx.settings.hideAccounts ? SILENT_MS : 0;
  const silently = <T>(work: () => Promise<T>) => withMinDuration(silentMs, work);
  return [
    route(calls.register, (visitor, input) => silently(() => registerUser(ctx, visitor, input))),
    route(calls.confirmEmail, (visitor, input) => confirmEmailByToken(ctx, visitor, input)),
    route(calls.openConfirmLink, (visitor, input) => openConfirmLink(ctx, visitor, input)),
    route(calls.resendConfirmation, (person) => resendConfirmation(ctx, person)),
    route(calls.logIn, (visitor, input) => refuseNotBefore(silentMs, () => logInByPassword(ctx, visitor, input))),
    route(calls.resetPasswordInitiate, (_visitor, input) => silently(() => requestReset(ctx, input))),
    route(calls.resetPasswordComplete, (visitor, input) => completeReset(ctx, visitor, input)),
    route(calls.refreshToken, (person) => refresh(ctx, person)),
    route(calls.logOut, (person) => logOut(ctx, person)),
    route(calls.reauthenticate, (person, input) => reauthenticate(ctx, person, input)),
    route(calls.changePassword, (person, input) => changePassword(ctx, person, input)),
    route(calls.listDevices, (person) => listDevices(ctx, person)),
    route(calls.endDevice, (person, input) => endOwnDevice(ctx, person, input)),
    route(calls.endAllDevices, (person) => logOutEverywhere(ctx, person)),
    route(calls.readSignInMethods, (person) => readSignInMethods(ctx, person)),
    route(calls.beginSecondFactor, (person) => secondFactor.beginSecondFactor(ctx, person)),
    route(calls.confirmSecondFactor, (person, input) => secondFactor.confirmSecondFactor(ctx, person, input)),
    route(calls.renewRecoveryCodes, (person) => secondFactor.renewRecoveryCodes(ctx, person)),
    route(calls.listPasskeys, (person) => passkeys.listPasskeys(ctx, person)),
    route(calls.beginPasskey, (person) => passkeys.beginPasskey(ctx, person)),
    route(calls.createPasskey, (person, input) => passkeys.createPasskey(ctx, person, input)),
    route(calls.renamePasskey, (person, input) => passkeys.renamePasskey(ctx, person, input)),
    route(calls.deletePasskey, (person, input) => passkeys.deletePasskey(ctx, person, input)),
    route(calls.requestPasskey, (visitor) => passkeys.requestPasskey(ctx, visitor)),
    route(calls.logInWithPasskey, (visitor, input) => passkeys.logInWithPasskey(ctx, visitor, input)),
    route(calls.reauthenticateWithPasskey, (person, input) => passkeys.reauthenticateWithPasskey(ctx, person, input)),
    route(calls.disableSecondFactor, (person) => secondFactor.disableSecondFactor(ctx, person)),
  ];
}

export function socialRoutes(ctx: Context): Route[] {
  return [
    route(calls.startSocial, (visitor, { provider }) => startAttempt(ctx, visitor, provider, null)),
    route(calls.twitterRequestToken, async (visitor) => {
      const { requestToken, ...start } = await startAttempt(ctx, visitor, "twitter", null);
      return { ...start, requestToken: requestToken ?? "" }; // Twitter always returns one.
    }),
    route(calls.facebookAuth, (visitor, input) => completeAttempt(ctx, visitor, { ...input, provider: "facebook" })),
    route(calls.githubAuth, (visitor, input) => completeAttempt(ctx, visitor, { ...input, provider: "github" })),
    route(calls.googleAuth, (visitor, input) => completeAttempt(ctx, visitor, { ...input, provider: "google" })),
    route(calls.twitterAuth, (visitor, { oauth_verifier: code, oauth_token: requestToken, ...added }) =>
      completeAttempt(ctx, visitor, { ...added, provider: "twitter", code, requestToken }),
    ),
    route(calls.listConnections, (person) => listConnections(ctx, person)),
    route(calls.startConnection, (person, input) => startConnection(ctx, person, input)),
    route(calls.endConnection, (person, input) => endConnection(ctx, person, input)),
  ];
}

export function ssoRoutes(ctx: Context): Route[] {
  return [
    route(calls.findSso, (_visitor, input) => findSso(ctx, input)),
    route(calls.startSso, (visitor, input) => startSso(ctx, visitor, input)),
    route(calls.finishSso, (visitor, input) => finishSso(ctx, visitor, input)),
  ];
}
