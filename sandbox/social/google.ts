// Google's paths and formats: the page, the token with its ID token, and userinfo of OpenID Connect.
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { askByCode, BadVisit, bearerOf, type CodeFault, redeemCode, serveConsent } from "./authorization-code.ts";
import { type Play, type SocialDeps, sufferFaults, textsOf } from "./play.ts";
import { checkReplies } from "./reply-checks.ts";
import { fullName, giveAccessToken, type Person, personBehind, pictureOf } from "./social-data.ts";

const LIFE_SECONDS = 3599;
const SCOPE = "openid https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile";

const FAULTS: Record<CodeFault, [status: number, error: string, description: string]> = {
  client: [401, "invalid_client", "The OAuth client was not found."],
  secret: [401, "invalid_client", "Unauthorized"],
  code: [400, "invalid_grant", "Bad Request"],
  redirect: [400, "redirect_uri_mismatch", "Bad Request"],
  verifier: [400, "invalid_grant", "Invalid code verifier."],
};

/** Created with the first token, because creating a key takes time and most runs need none. */
let signingKey: ReturnType<typeof generateKeyPair> | undefined;
const KEY_ID = "keyturn-stand-in";

export const google: Play = {
  title: "Google",
  serve(app, deps) {
    app.register(async (page) => {
      serveConsent(page, "/o/oauth2/v2/auth", deps, "Google", (query) => {
        // RFC 6749 makes the response type required; Google also the scope.
        for (const name of ["response_type", "scope"])
          if (!query[name]) throw new BadVisit(`Missing required parameter: ${name}`);
        return askByCode(deps, query, { error: "access_denied" });
      });
    });
    app.get("/oauth2/v3/certs", async () => {
      const { publicKey } = await (signingKey ??= generateKeyPair("RS256"));
      return { keys: [{ ...(await exportJWK(publicKey)), kid: KEY_ID, alg: "RS256", use: "sig" }] };
    });
    app.register(async (api) => {
      sufferFaults(api, deps.faults);
      checkReplies(api, deps);
      api.post("/token", async (request, reply) => {
        const form = textsOf(request.body);
        if (form["grant_type"] !== "authorization_code")
          return reply.code(400).send({
            error: "unsupported_grant_type",
            error_description: `Invalid grant_type: ${form["grant_type"] ?? ""}`,
          });
        const redeemed = redeemCode(deps, form);
        if ("fault" in redeemed) {
          const [status, error, error_description] = FAULTS[redeemed.fault];
          return reply.code(status).send({ error, error_description });
        }
        const { token } = giveAccessToken(deps.memory, "ya29.", redeemed.subject);
        const person = personBehind(deps.memory, token)!; // a token is issued only for a stored person
        const id_token = await idTokenOf(deps, person);
        return { access_token: token, expires_in: LIFE_SECONDS, scope: SCOPE, token_type: "Bearer", id_token };
      });
      api.get("/v1/userinfo", (request, reply) => {
        const person = personBehind(deps.memory, bearerOf(request.headers.authorization));
        if (person) return userinfo(person);
        return reply.code(401).send({ error: "invalid_request", error_description: "Invalid Credentials" });
      });
    });
  },
};

function userinfo(person: Person) {
  const { subject, email, isVerified, firstName, lastName } = person;
  return {
    sub: subject,
    name: fullName(person),
    ...(firstName && { given_name: firstName }),
    ...(lastName && { family_name: lastName }),
    picture: pictureOf(person),
    ...(email && { email, email_verified: isVerified }),
  };
}

async function idTokenOf({ config }: SocialDeps, { subject, email, isVerified }: Person): Promise<string> {
  const { privateKey } = await (signingKey ??= generateKeyPair("RS256"));
  const now = Math.floor(config.now().getTime() / 1000);
  return new SignJWT({ sub: subject, ...(email && { email, email_verified: isVerified }) })
    .setProtectedHeader({ alg: "RS256", kid: KEY_ID, typ: "JWT" })
    .setIssuer("https://accounts.google.com")
    .setAudience(config.clientId)
    .setIssuedAt(now)
    .setExpirationTime(now + LIFE_SECONDS)
    .sign(privateKey);
}
