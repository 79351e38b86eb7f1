import * as z from "zod/mini";
import { Known, toProfile } from "./profile.ts";
import type { OauthConfig, OauthProvider } from "./provider.ts";
import { openOauth2 } from "./oauth2.ts";

const Failure = z.object({ error: z.string() });

const User = z.object({ id: z.int().check(z.positive()), login: Known, name: Known, avatar_url: Known });
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

export function openGithub(config: OauthConfig): OauthProvider {
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
