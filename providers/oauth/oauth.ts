// The sign-in providers. Facebook, GitHub and Google use OAuth 2; their own fields and error codes stop here.
import * as z from "zod/mini";
import { openOauth2 } from "./oauth2.ts";
import { Known, type OauthConfig, type OauthProvider, Subject, toProfile } from "./provider.ts";
import { openTwitter } from "./twitter.ts";

declare module "#platform/server/context.ts" {
  interface Providers {
    readonly oauth: OauthProviders;
  }
}

// Facebook has no PKCE, and gives an address only when it is confirmed.
const FACEBOOK_VERSION = "v21.0";
/** "Invalid parameter": by the token endpoint, of a code that is unknown, spent or too old. */
const FACEBOOK_BAD_CODE = "100";

const FacebookFailure = z.object({ error: z.object({ code: z.number() }) });

const Me = z.object({
  id: Subject,
  first_name: Known,
  last_name: Known,
  email: Known,
  picture: z.catch(
    z.nullish(z.object({ data: z.object({ url: Known, is_silhouette: z.optional(z.boolean()) }) })),
    null,
  ),
});

function openFacebook(config: OauthConfig): OauthProvider {
  const { baseUrl } = config;
  const graph = `${baseUrl ?? "https://graph.facebook.com"}/${FACEBOOK_VERSION}`;
  return openOauth2(config, {
    name: "facebook",
    endpoints: {
      authorize: `${baseUrl ?? "https://www.facebook.com"}/${FACEBOOK_VERSION}/dialog/oauth`,
      token: `${graph}/oauth/access_token`,
    },
    scope: "email,public_profile",
    usesPKCE: false,
    tokenByGet: true,
    errorOf: (answer) => FacebookFailure.safeParse(answer).data?.error.code.toString(),
    badCodes: [FACEBOOK_BAD_CODE],
    async readProfile(read) {
      const me = await read(`${graph}/me?fields=id,first_name,last_name,email,picture`, Me);
      const picture = me.picture?.data;
      return toProfile({
        subject: me.id,
        firstName: me.first_name,
        lastName: me.last_name,
        email: me.email,
        isEmailVerified: true,
        pictureURL: picture?.is_silhouette ? null : picture?.url,
      });
    },
  });
}

/** As GitHub and Google refuse. */
const Failure = z.object({ error: z.string() });

const User = z.object({ id: z.int().check(z.positive()), login: Known, name: Known, avatar_url: Known });
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

function openGithub(config: OauthConfig): OauthProvider {
  const { baseUrl } = config;
  const site = baseUrl ?? "https://github.com";
  const api = baseUrl ?? "https://api.github.com";
  return openOauth2(config, {
    name: "github",
    endpoints: { authorize: `${site}/login/oauth/authorize`, token: `${site}/login/oauth/access_token` },
    scope: "read:user user:email",
    usesPKCE: true,
    // It refuses with status 200.
    errorOf: (answer) => Failure.safeParse(answer).data?.error,
    badCodes: ["bad_verification_code"],
    async readProfile(read) {
      const user = await read(`${api}/user`, User);
      // The address in the profile is the public one, if any; only the list says which are confirmed.
      const primary = (await read(`${api}/user/emails`, Emails)).find((address) => address.primary);
      return toProfile({
        subject: String(user.id),
        fullName: user.name,
        handle: user.login,
        email: primary?.email,
        isEmailVerified: primary?.verified === true,
        pictureURL: user.avatar_url,
      });
    },
  });
}

const Userinfo = z.object({
  sub: Subject,
  name: Known,
  given_name: Known,
  family_name: Known,
  picture: Known,
  email: Known,
  email_verified: z.catch(z.optional(z.boolean()), false),
});

function openGoogle(config: OauthConfig): OauthProvider {
  const { baseUrl } = config;
  return openOauth2(config, {
    name: "google",
    endpoints: {
      authorize: `${baseUrl ?? "https://accounts.google.com"}/o/oauth2/v2/auth`,
      token: `${baseUrl ?? "https://oauth2.googleapis.com"}/token`,
    },
    scope: "openid email profile",
    usesPKCE: true,
    errorOf: (answer) => Failure.safeParse(answer).data?.error,
    badCodes: ["invalid_grant"],
    async readProfile(read) {
      const person = await read(`${baseUrl ?? "https://openidconnect.googleapis.com"}/v1/userinfo`, Userinfo);
      return toProfile({
        subject: person.sub,
        firstName: person.given_name,
        lastName: person.family_name,
        fullName: person.name,
        email: person.email,
        isEmailVerified: person.email_verified === true,
        pictureURL: person.picture,
      });
    },
  });
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
