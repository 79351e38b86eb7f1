// Owns how a browser is known again: a random secret in a cookie that no script reads and no other site sends.
import { randomBytes } from "node:crypto";
import { parseCookie, stringifySetCookie } from "cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Browser } from "./actor.ts";

const LIFE_SECONDS = 400 * 24 * 60 * 60; // the longest that browsers keep a cookie
const SECRET = /^[\w-]{43}$/; // 32 bytes in base64url

/** @param secure https alone: the name then also bars other hosts of the domain from setting it (RFC 6265bis `__Host-`) */
export function browserOf(request: Pick<FastifyRequest, "headers">, reply: FastifyReply, secure: boolean): Browser {
  const name = secure ? "__Host-browser" : "browser";
  const sent = parseCookie(request.headers.cookie ?? "")[name] ?? "";
  let secret = SECRET.test(sent) ? sent : null;
  return {
    secret,
    remember() {
      secret ??= randomBytes(32).toString("base64url");
      const cookie = { name, value: secret, httpOnly: true, secure, sameSite: "strict", path: "/" } as const;
      void reply.header("set-cookie", stringifySetCookie({ ...cookie, maxAge: LIFE_SECONDS }));
      return secret;
    },
  };
}
