// OAuth 2 codes as Facebook, GitHub and Google issue them: for one site, one redirect address, one use and ten minutes.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { BadVisit } from "./consent.ts";
import type { Question } from "./consent.ts";
import { isRegistered } from "./play.ts";
import type { SocialDeps } from "./play.ts";
import { keep } from "./social-data.ts";
import type { Grant, Person } from "./social-data.ts";

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
