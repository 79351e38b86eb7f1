// An address that a calendar program reads, which is no call of our API: it sends no token and no JSON.
import type { FastifyInstance } from "fastify";
import { AppError } from "#platform/contract/errors.ts";
import type { Context } from "#platform/server/context.ts";
import { sendTagged } from "#platform/server/http/serve.ts";
import { openCalendar } from "./calendar-feeds.ts";

/** 32 random bytes in base64url. */
const FILE = /^([\w-]{43})\.ics$/;
const PER_MINUTE = 30;

interface Options {
  /** `false` lifts the limit per minute. */
  readonly limits: boolean;
}

/** Mounts `/{token}.ics`. */
export function mountCalendar(app: FastifyInstance, ctx: Context, { limits }: Options): void {
  const rateLimit = limits ? { max: PER_MINUTE, timeWindow: 60_000 } : (false as const);
  app.get<{ Params: { file: string } }>("/:file", { config: { rateLimit } }, async (request, reply) => {
    const token = FILE.exec(request.params.file)?.[1];
    if (token === undefined) throw new AppError("NOT_FOUND");
    const calendar = await openCalendar(ctx, token);
    // Asked again each time, so that a removed address stops at once.
    void reply.header("cache-control", "private, no-cache");
    return sendTagged(request, reply, calendar, "text/calendar; charset=utf-8");
  });
}
