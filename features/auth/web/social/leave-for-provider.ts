import type { SocialStart } from "#features/auth/contract.ts";
import { currentConfig } from "#platform/web/config.ts";
import type * as z from "zod/mini";
import { storeSocialState } from "./social-state.ts";

/** Throws UNSAFE_AUTHORIZE_URL for anything but an HTTPS address. Only the local environment allows HTTP. */
export function leaveForProvider({ authorizeURL, state }: z.infer<typeof SocialStart>): void {
  const protocols = currentConfig().environment === "local" ? ["https:", "http:"] : ["https:"];
  if (!URL.canParse(authorizeURL) || !protocols.includes(new URL(authorizeURL).protocol))
    throw new Error("UNSAFE_AUTHORIZE_URL");
  storeSocialState(state);
  window.location.assign(authorizeURL);
}
