import * as z from "zod/mini";
import { Known, Subject, toProfile } from "./profile.ts";
import type { OauthConfig, OauthProvider } from "./provider.ts";
import { openOauth2 } from "./oauth2.ts";

const Failure = z.object({ error: z.string() });

const Userinfo = z.object({
  sub: Subject,
  name: Known,
  given_name: Known,
  family_name: Known,
  picture: Known,
  email: Known,
  email_verified: z.catch(z.optional(z.boolean()), false),
});

export function openGoogle(config: OauthConfig): OauthProvider {
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
