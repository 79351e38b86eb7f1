import { openFacebook } from "./facebook.ts";
import { openGithub } from "./github.ts";
import { openGoogle } from "./google.ts";
import type { OauthConfig, OauthProvider } from "./provider.ts";
import { openTwitter } from "./twitter.ts";

declare module "#platform/server/context.ts" {
  interface Providers {
    readonly oauth: OauthProviders;
  }
}

const OPENERS = { facebook: openFacebook, github: openGithub, google: openGoogle, twitter: openTwitter };

export type OauthName = keyof typeof OPENERS;
/** `null`: the provider is off. */
export type OauthConfigs = Readonly<Record<OauthName, OauthConfig | null>>;
export type OauthProviders = Readonly<Record<OauthName, OauthProvider | null>>;

export function openOauth(configs: OauthConfigs): OauthProviders {
  const open = (name: OauthName) => configs[name] && OPENERS[name](configs[name]);
  return { facebook: open("facebook"), github: open("github"), google: open("google"), twitter: open("twitter") };
}
