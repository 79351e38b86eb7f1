// Owns the ways back from a provider, for tests: the address, and what the browser had stored when it left.
import { storeSocialState } from "./social-state.ts";

export const STATE = "state-of-this-browser";
export const BACK = `/auth/social?social=github&code=good-code&state=${STATE}`;
export const BACK_FROM_TWITTER = `/auth/social?social=twitter&oauth_token=tok&oauth_verifier=ver&state=${STATE}`;

export function leftWithState(): void {
  storeSocialState(STATE);
}
