import * as calls from "#features/auth/contract.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import { withMinDuration, refuseNotBefore } from "#platform/server/http/min-duration.ts";
import { changePassword, completeReset, requestReset } from "./passwords/change-password.ts";
import { confirmEmailByToken, openConfirmLink } from "./email-tokens/confirm-email.ts";
import type { IdentityDeps } from "./deps.ts";
import { logInByPassword, reauthenticate } from "./sessions/login.ts";
import { registerUser, resendConfirmation } from "./accounts/register.ts";
import * as secondFactor from "./second-factor/second-factor.ts";
import { endOwnDevice, listDevices, logOut, logOutEverywhere, refresh } from "./sessions/sessions.ts";
import { readSignInMethods } from "./second-factor/sign-in-methods.ts";

/** Longer than every path to a reply that could reveal an account, unless the server is overloaded. */
const SILENT_MS = 150;

export function identityRoutes(deps: IdentityDeps): Route[] {
  // A difference of less than a millisecond can reveal what status and body hide.
  const silentMs = deps.hideAccounts ? SILENT_MS : 0;
  const silently = <T>(work: () => Promise<T>) => withMinDuration(silentMs, work);
  return [
    route(calls.register, (visitor, input) => silently(() => registerUser(deps, visitor, input))),
    route(calls.confirmEmail, (visitor, input) => confirmEmailByToken(deps, visitor, input)),
    route(calls.openConfirmLink, (visitor, input) => openConfirmLink(deps, visitor, input)),
    route(calls.resendConfirmation, (person) => resendConfirmation(deps, person)),
    route(calls.logIn, (visitor, input) => refuseNotBefore(silentMs, () => logInByPassword(deps, visitor, input))),
    route(calls.resetPasswordInitiate, (_visitor, input) => silently(() => requestReset(deps, input))),
    route(calls.resetPasswordComplete, (visitor, input) => completeReset(deps, visitor, input)),
    route(calls.refreshToken, (person) => refresh(deps, person)),
    route(calls.logOut, (person) => logOut(deps, person)),
    route(calls.reauthenticate, (person, input) => reauthenticate(deps, person, input)),
    route(calls.changePassword, (person, input) => changePassword(deps, person, input)),
    route(calls.listDevices, (person) => listDevices(deps, person)),
    route(calls.endDevice, (person, input) => endOwnDevice(deps, person, input)),
    route(calls.endAllDevices, (person) => logOutEverywhere(deps, person)),
    route(calls.readSignInMethods, (person) => readSignInMethods(deps, person)),
    route(calls.beginSecondFactor, (person) => secondFactor.beginSecondFactor(deps, person)),
    route(calls.confirmSecondFactor, (person, input) => secondFactor.confirmSecondFactor(deps, person, input)),
    route(calls.renewRecoveryCodes, (person) => secondFactor.renewRecoveryCodes(deps, person)),
    route(calls.disableSecondFactor, (person) => secondFactor.disableSecondFactor(deps, person)),
  ];
}
