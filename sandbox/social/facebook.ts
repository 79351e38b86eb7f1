// Facebook's paths and formats: the token by GET, errors as objects, and only confirmed addresses.
import { randomBytes } from "node:crypto";
import { askByCode, bearerOf, type CodeFault, redeemCode, serveConsent } from "./authorization-code.ts";
import { type Play, sufferFaults, textsOf } from "./play.ts";
import { checkReplies } from "./reply-checks.ts";
import { giveAccessToken, type Person, personBehind, pictureOf } from "./social-data.ts";

const VERSION = "/v21.0";
const LIFE_SECONDS = 5_183_944;

const FAULTS: Record<CodeFault, { message: string; code: number; error_subcode?: number }> = {
  client: { message: "Error validating application. Cannot get application info due to a system error.", code: 101 },
  secret: { message: "Error validating client secret.", code: 1 },
  code: { message: "This authorization code has expired.", code: 100, error_subcode: 36_007 },
  redirect: {
    message:
      "Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request",
    code: 100,
    error_subcode: 36_008,
  },
  // The product sends Facebook no challenge, but one that is sent is checked.
  verifier: { message: "Invalid code_verifier parameter.", code: 1 },
};

export const facebook: Play = {
  title: "Facebook",
  serve(app, deps) {
    app.register(async (page) => {
      const denial = {
        error: "access_denied",
        error_code: "200",
        error_description: "Permissions error",
        error_reason: "user_denied",
      };
      serveConsent(page, `${VERSION}/dialog/oauth`, deps, "Facebook", (query) => askByCode(deps, query, denial));
    });
    app.register(async (api) => {
      sufferFaults(api, deps.faults);
      checkReplies(api, deps);
      api.get(`${VERSION}/oauth/access_token`, (request, reply) => {
        const redeemed = redeemCode(deps, textsOf(request.query));
        if ("fault" in redeemed) return reply.code(400).send(errorOf(FAULTS[redeemed.fault]));
        const { token } = giveAccessToken(deps.memory, "EAA", redeemed.subject);
        return { access_token: token, token_type: "bearer", expires_in: LIFE_SECONDS };
      });
      api.get(`${VERSION}/me`, (request, reply) => {
        const { access_token, fields = "id,name" } = textsOf(request.query);
        const person = personBehind(deps.memory, access_token ?? bearerOf(request.headers.authorization));
        if (!person) return reply.code(400).send(errorOf({ message: "Invalid OAuth access token.", code: 190 }));
        const known = Object.entries(meOf(person));
        return Object.fromEntries(known.filter(([name]) => name === "id" || fields.split(",").includes(name)));
      });
    });
  },
};

function errorOf(fault: { message: string; code: number; error_subcode?: number }) {
  return { error: { ...fault, type: "OAuthException", fbtrace_id: randomBytes(8).toString("base64url") } };
}

function meOf(person: Person) {
  const { subject, email, isVerified, firstName, lastName } = person;
  return {
    id: subject,
    name: `${firstName} ${lastName}`,
    first_name: firstName,
    last_name: lastName,
    ...(isVerified && { email }),
    picture: { data: { height: 50, width: 50, is_silhouette: false, url: pictureOf(person) } },
  };
}
