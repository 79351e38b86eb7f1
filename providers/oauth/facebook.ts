// Facebook has no PKCE, and gives an address only when it is confirmed.
import * as z from "zod/mini";
import { Known, Subject, toProfile } from "./profile.ts";
import type { OauthConfig, OauthProvider } from "./provider.ts";
import { openOauth2 } from "./oauth2.ts";

const VERSION = "v21.0";
/** "Invalid parameter": by the token endpoint, of a code that is unknown, spent or too old. */
const BAD_CODE = "100";

const Failure = z.object({ error: z.object({ code: z.number() }) });

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

export function openFacebook(config: OauthConfig): OauthProvider {
  const { baseUrl } = config;
  const graph = `${baseUrl ?? "https://graph.facebook.com"}/${VERSION}`;
  return openOauth2(config, {
    name: "facebook",
    endpoints: {
      authorize: `${baseUrl ?? "https://www.facebook.com"}/${VERSION}/dialog/oauth`,
      token: `${graph}/oauth/access_token`,
    },
    scope: "email,public_profile",
    usesPKCE: false,
    tokenByGet: true,
    errorOf: (answer) => Failure.safeParse(answer).data?.error.code.toString(),
    badCodes: [BAD_CODE],
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
