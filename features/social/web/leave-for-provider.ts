// Owns the way to a provider: the state is kept first, and nothing but a web page is gone to.
import type { SocialStart } from "#features/social/contract.ts";
import { currentConfig } from "#kit/web/config.ts";
import type * as z from "zod/mini";
import { storeSocialState } from "./social-state.ts";

/** Throws UNSAFE_AUTHORIZE_URL for what is no web address, in clear text in local alone. */
export function leaveForProvider({ authorizeURL, state }: z.infer<typeof SocialStart>): void {
  const protocols = currentConfig().environment === "local" ? ["https:", "http:"] : ["https:"];
  if (!URL.canParse(authorizeURL) || !protocols.includes(new URL(authorizeURL).protocol))
    throw new Error("UNSAFE_AUTHORIZE_URL");
  storeSocialState(state);
  window.location.assign(authorizeURL);
}
