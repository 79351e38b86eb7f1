// What Facebook, GitHub, Google and Twitter must do for Keyturn, as far as it needs no person.
import assert from "node:assert/strict";
import { openOauth, type OauthName } from "../../providers/oauth/oauth.ts";
import type { OauthConfig } from "../../providers/oauth/provider.ts";
import type { Checks } from "./check.ts";

const OFF = { facebook: null, github: null, google: null, twitter: null };

/** @param publicUrl the site whose redirect addresses are registered with the provider */
export function oauthChecks(name: OauthName, config: OauthConfig, publicUrl: string): Checks {
  const open = (settings: OauthConfig) => openOauth({ ...OFF, [name]: settings })[name]!; // its settings are there
  const redirectURL = `${publicUrl}/auth/social?social=${name}`;
  const begin = () => open(config).begin({ state: "a-state", redirectURL });
  const profileWith = async (settings: OauthConfig) => {
    const { secret, requestToken } = await begin();
    return open(settings).profileOf({ code: "made-up", redirectURL, secret, requestToken });
  };

  return [
    {
      proves: `${name} shows its page for our client id and our redirect address`,
      async run() {
        const { authorizeURL } = await begin();
        const { status } = await fetch(authorizeURL, { redirect: "manual" });
        assert.ok(status < 400, `it answered ${String(status)}`);
      },
    },
    {
      proves: `${name} knows our keys: of a made-up code only the code is refused`,
      run: () => assert.rejects(profileWith(config), { code: "SOCIAL_REFUSED" }),
    },
    {
      // Twitter signs with the secret, and refuses both alike.
      proves: `${name} gives nothing for a wrong secret`,
      run: () =>
        assert.rejects(profileWith({ ...config, clientSecret: "made-up" }), {
          code: name === "twitter" ? "SOCIAL_REFUSED" : "PROVIDER_UNAVAILABLE",
        }),
    },
    { byHand: `sign in with ${name} in the product, once agreeing and once declining` },
  ];
}
