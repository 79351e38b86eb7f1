// The doors to identity.
import * as calls from "#features/identity/contract.ts";
import { route, type Route } from "#kit/server/serve.ts";
import { confirmEmailByToken } from "./confirm-email.ts";
import type { IdentityDeps } from "./deps.ts";
import { logInByPassword, logOut, refresh } from "./log-in.ts";
import { registerUser, resendConfirmation } from "./register.ts";

export function identityRoutes(deps: IdentityDeps): Route[] {
  return [
    route(calls.register, (visitor, input) => registerUser(deps, visitor, input)),
    route(calls.confirmEmail, (visitor, input) => confirmEmailByToken(deps, visitor, input)),
    route(calls.resendConfirmation, (actor) => resendConfirmation(deps, actor)),
    route(calls.logIn, (visitor, input) => logInByPassword(deps, visitor, input)),
    route(calls.refreshToken, (actor) => refresh(deps, actor)),
    route(calls.logOut, (actor) => logOut(deps, actor)),
  ];
}
