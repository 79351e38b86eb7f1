// How a person signs in: the consent page, and the OAuth 2 code that leads back.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { isRegistered, type SocialDeps, textsOf } from "./play.ts";
import { type Grant, keep, keepPerson, type Person } from "./social-data.ts";
import type { FastifyInstance } from "fastify";
import { html, type Html, sendPage } from "../shared/page.ts";

// The provider's page where a person says who they are, and agrees or declines.
/** What a valid visit asks of a person, and where the answer leads. */
export interface Question {
  agree(person: Person): URL;
  decline(): URL;
}

/** Why this provider does not show its page for a visit. */
export class BadVisit extends Error {}

/** @param ask reads the address of the visit; throws BadVisit */
export function serveConsent(
  app: FastifyInstance,
  path: string,
  deps: SocialDeps,
  title: string,
  ask: (query: Record<string, string>) => Question,
): void {
  app.get(path, (request, reply) => {
    const backTo = ask(textsOf(request.query)).decline().origin;
    return sendPage(reply, `Sign in with ${title}`, consentPage(title, backTo), { formsLeadTo: backTo });
  });
  app.post(path, (request, reply) => {
    const question = ask(textsOf(request.query));
    const { decision, email = "", firstName = "", lastName = "" } = textsOf(request.body);
    if (decision !== "authorize") return reply.redirect(question.decline().href, 303);
    const said = { email: email.trim(), firstName: firstName.trim(), lastName: lastName.trim() };
    return reply.redirect(question.agree(keepPerson(deps.memory, deps.provider, said)).href, 303);
  });
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof BadVisit)) throw error;
    const page = html`<main class="narrow">
      <h1>${title} cannot sign you in</h1>
      <p>${error.message}</p>
    </main>`;
    return sendPage(reply, title, page, { status: 400 });
  });
}

// A form without an `action` posts to the address of the visit, so nothing of the address is repeated here.
function consentPage(title: string, site: string): Html {
  return html`<main class="narrow">
    <h1>Sign in with ${title}</h1>
    <p class="quiet">
      A sandbox on this machine: you can sign in as anyone. <code>${site}</code> asks for your name and address.
    </p>
    <form class="card" method="post">
      <label>Email<input name="email" type="text" inputmode="email" autocomplete="off" autofocus /></label>
      <p class="quiet">
        Empty: the provider knows none. Beginning with <code>unverified</code>: it was never confirmed. Beginning with
        <code>pictured</code>: with a picture.
      </p>
      <label>First name<input name="firstName" autocomplete="off" maxlength="100" /></label>
      <label>Last name<input name="lastName" autocomplete="off" maxlength="100" /></label>
      <p class="acts">
        <button class="main" name="decision" value="authorize">Authorize</button>
        <button name="decision" value="cancel">Cancel</button>
      </p>
    </form>
  </main>`;
}

// OAuth 2 codes as Facebook, GitHub and Google issue them: for one site, one redirect address, one use and ten minutes.
const LIFE_MS = 10 * 60_000;

/**
 * The question that an OAuth 2 visit asks.
 * @param denial what the provider adds to the way back after a no
 */
export function askByCode(deps: SocialDeps, query: Record<string, string>, denial: Record<string, string>): Question {
  const { client_id, redirect_uri = "", state, code_challenge, code_challenge_method = "plain" } = query;
  if (client_id !== deps.config.clientId) throw new BadVisit("The client id is not one of a registered site.");
  if (!isRegistered(deps, redirect_uri))
    throw new BadVisit("The redirect address is not one that the site registered.");
  if ((query["response_type"] ?? "code") !== "code") throw new BadVisit("The response type must be code.");
  if (code_challenge !== undefined && code_challenge_method !== "S256")
    throw new BadVisit("The code challenge method must be S256.");
  const back = (values: Record<string, string>): URL => {
    const url = new URL(redirect_uri);
    for (const [name, value] of Object.entries({ ...values, ...(state !== undefined && { state }) }))
      url.searchParams.set(name, value);
    return url;
  };
  return {
    agree: (person) => back({ code: giveCode(deps, person, redirect_uri, code_challenge ?? null) }),
    decline: () => back(denial),
  };
}

function giveCode(
  { config, memory }: SocialDeps,
  { subject }: Person,
  redirectURI: string,
  codeChallenge: string | null,
) {
  const code = randomBytes(20).toString("base64url");
  const createdAt = config.now().toISOString();
  keep(memory, memory.data.grants, code, { code, subject, redirectURI, codeChallenge, createdAt, usedAt: null });
  return code;
}

/** What is wrong with a token request, in the order in which providers check. */
export type CodeFault = "client" | "secret" | "code" | "redirect" | "verifier";

/** Uses the code of a token request. Returns the person's subject, or the reason for a refusal. */
export function redeemCode(
  deps: SocialDeps,
  { client_id, client_secret, code = "", redirect_uri, code_verifier }: Record<string, string>,
): { subject: string } | { fault: CodeFault } {
  const { config, memory, faults } = deps;
  if (client_id !== config.clientId) return { fault: "client" };
  if (!isSame(client_secret ?? "", config.clientSecret)) return { fault: "secret" };
  const grant = memory.data.grants[code];
  if (grant === undefined || faults.mode === "refuse" || !isGood(grant, config.now())) return { fault: "code" };
  // A code that was sent once is used, even when the request fails.
  grant.usedAt = config.now().toISOString();
  memory.changed();
  if (redirect_uri !== grant.redirectURI) return { fault: "redirect" };
  if (grant.codeChallenge !== null && challengeOf(code_verifier ?? "") !== grant.codeChallenge)
    return { fault: "verifier" };
  return { subject: grant.subject };
}

function isGood({ createdAt, usedAt }: Grant, now: Date): boolean {
  return usedAt === null && now.getTime() - Date.parse(createdAt) <= LIFE_MS;
}

function challengeOf(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}

export function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** The token of `Authorization: Bearer …`. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^(?:bearer|token|oauth) (\S+)$/i.exec(authorization ?? "")?.[1];
}
