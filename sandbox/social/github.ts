// GitHub's paths and formats: errors have status 200, and addresses have a path of their own.
import type { FastifyReply, FastifyRequest } from "fastify";
import { askByCode, bearerOf, type CodeFault, redeemCode, serveConsent } from "./authorization-code.ts";
import { type Play, type SocialDeps, sufferFaults, textsOf } from "./play.ts";
import { checkReplies } from "./reply-checks.ts";
import { fullName, giveAccessToken, handleOf, type Person, personBehind, pictureOf } from "./social-data.ts";

const DOCS = "https://docs.github.com/";
const WRONG_KEYS = [
  "incorrect_client_credentials",
  "The client_id and/or client_secret passed are incorrect.",
] as const;
const WRONG_CODE = ["bad_verification_code", "The code passed is incorrect or expired."] as const;

const FAULTS: Record<CodeFault, readonly [error: string, description: string]> = {
  client: WRONG_KEYS,
  secret: WRONG_KEYS,
  code: WRONG_CODE,
  redirect: ["redirect_uri_mismatch", "The redirect_uri MUST match the registered callback URL for this application."],
  verifier: WRONG_CODE,
};

export const github: Play = {
  title: "GitHub",
  serve(app, deps) {
    app.register(async (page) => {
      const denial = {
        error: "access_denied",
        error_description: "The user has denied your application access.",
        error_uri: DOCS,
      };
      serveConsent(page, "/login/oauth/authorize", deps, "GitHub", (query) => askByCode(deps, query, denial));
    });
    app.register(async (api) => {
      sufferFaults(api, deps.faults);
      checkReplies(api, deps);
      api.post("/login/oauth/access_token", (request, reply) => {
        const answer = tokenAnswer(deps, textsOf(request.body));
        // GitHub answers with a form unless the request asks for JSON.
        const wantsJson = request.headers.accept?.includes("application/json");
        return wantsJson
          ? answer
          : reply.type("application/x-www-form-urlencoded").send(new URLSearchParams(answer).toString());
      });
      api.get("/user", (request, reply) => {
        const person = callerOf(deps, request, reply);
        return person ? userOf(person) : reply;
      });
      api.get("/user/emails", (request, reply) => {
        const person = callerOf(deps, request, reply);
        return person ? emailsOf(person) : reply;
      });
    });
  },
};

function tokenAnswer(deps: SocialDeps, form: Record<string, string>): Record<string, string> {
  const redeemed = redeemCode(deps, form);
  if ("fault" in redeemed) {
    const [error, error_description] = FAULTS[redeemed.fault];
    return { error, error_description, error_uri: DOCS };
  }
  const { token } = giveAccessToken(deps.memory, "gho_", redeemed.subject);
  return { access_token: token, scope: "read:user,user:email", token_type: "bearer" };
}

function callerOf({ memory }: SocialDeps, { headers }: FastifyRequest, reply: FastifyReply): Person | undefined {
  if (!headers["user-agent"]) {
    void reply.code(403).send({ message: "Request forbidden by administrative rules." });
    return undefined;
  }
  const person = personBehind(memory, bearerOf(headers.authorization));
  if (!person) void reply.code(401).send({ message: "Bad credentials", documentation_url: DOCS });
  return person;
}

function userOf(person: Person) {
  const name = fullName(person);
  const avatar_url = pictureOf(person);
  return { id: Number(person.subject), login: handleOf(person), name: name || null, email: null, avatar_url };
}

function emailsOf(person: Person) {
  const { email, isVerified, subject } = person;
  const reply = `${subject}+${handleOf(person)}@users.noreply.github.com`;
  return [
    ...(email ? [{ email, primary: true, verified: isVerified, visibility: "private" }] : []),
    { email: reply, primary: false, verified: true, visibility: null },
  ];
}
