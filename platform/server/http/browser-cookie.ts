import { randomBytes } from "node:crypto";
import { parseCookie, stringifySetCookie } from "cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "#platform/contract/errors.ts";
import type { Browser } from "../actor.ts";

const LIFE_SECONDS = 400 * 24 * 60 * 60; // the longest that browsers keep a cookie
const SECRET = /^[\w-]{43}$/; // 32 bytes in base64url

/** @param secure only https: the name then also keeps other hosts from setting the cookie (RFC 6265bis `__Host-`) */
export function browserOf(request: Pick<FastifyRequest, "headers">, reply: FastifyReply, secure: boolean): Browser {
  const name = secure ? "__Host-browser" : "browser";
  const sent = parseCookie(request.headers.cookie ?? "")[name] ?? "";
  let secret = SECRET.test(sent) ? sent : null;
  let isSent = false;
  return {
    secret,
    remember() {
      secret ??= newSecret(request);
      if (isSent) return secret;
      isSent = true; // a second header would tell how far the request got
      const cookie = { name, value: secret, httpOnly: true, secure, sameSite: "strict", path: "/" } as const;
      void reply.header("set-cookie", stringifySetCookie({ ...cookie, maxAge: LIFE_SECONDS }));
      return secret;
    },
  };
}

// From another site the cookie does not come along (SameSite), so a new one would take the place of the owner's own.
function newSecret({ headers }: Pick<FastifyRequest, "headers">): string {
  const site = headers["sec-fetch-site"] ?? "none"; // not every browser sends it
  const isOwnPage = (site === "same-origin" || site === "none") && headers["sec-fetch-mode"] !== "navigate";
  if (!isOwnPage) throw new AppError("FORBIDDEN");
  return randomBytes(32).toString("base64url");
}
