import { storeSocialState } from "./api.ts";

export const STATE = "state-of-this-browser";
export const BACK = `/auth/social?social=github&code=good-code&state=${STATE}`;
export const BACK_FROM_TWITTER = `/auth/social?social=twitter&oauth_token=tok&oauth_verifier=ver&state=${STATE}`;

export function leftWithState(): void {
  storeSocialState(STATE);
}
