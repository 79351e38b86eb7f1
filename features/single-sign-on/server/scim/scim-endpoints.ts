// Addresses, bodies and errors whose shape SCIM 2.0 sets (RFC 7643 and 7644), so no calls of our API.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { authenticateApiKey } from "#features/developers/server/api-keys/authenticate-api-key.ts";
import { AppError } from "#platform/contract/errors.ts";
import { Id } from "#platform/contract/fields.ts";
import type { Actor } from "#platform/server/actor.ts";
import type { Context } from "#platform/server/context.ts";
import { actorOfApiKey, apiKeyOf } from "#platform/server/http/authenticate-request.ts";
import { asAppError } from "#platform/server/http/error-reply.ts";
import { logRefusal } from "#platform/server/http/security-log.ts";
import { configurationOf, GROUP_SCHEMA, MAX_RESULTS, resourceTypesOf, schemasOf, USER_SCHEMA } from "./discovery.ts";
import * as groups from "./groups.ts";
import type { Page, ScimGroupRow, ScimUserRow } from "./queries.ts";
import { readGroup, readGroupPatch, readUser, readUserPatch } from "./read-changes.ts";
import { readFilter } from "./read-filter.ts";
import { ScimError, scimBodyOf } from "./scim-error.ts";
import * as users from "./users.ts";

export const SCIM_BASE = "/api/scim/v2";
const SCIM_TYPE = "application/scim+json";
const TYPES = ["", ";charset=utf-8", "; charset=utf-8", ";charset=UTF-8", "; charset=UTF-8"].map(
  (rest) => SCIM_TYPE + rest,
);
const BODY_BYTES = 1_000_000;
/** Entra sends up to 25 a second. */
const PER_MINUTE = 1_800;

declare module "fastify" {
  interface FastifyRequest {
    scimActor: Actor | null;
  }
}

interface Options {
  /** `false` lifts the limit per minute. */
  readonly limits: boolean;
}

export function mountScimEndpoints(app: FastifyInstance, ctx: Context, { limits }: Options): void {
  const base = ctx.settings.backendUrl + SCIM_BASE;
  app.decorateRequest("scimActor", null);
  app.addHook("onRequest", async (request, reply) => {
    void reply.header("cache-control", "no-store");
    request.scimActor = await authenticate(ctx, request);
  });
  app.setErrorHandler((error, request, reply) => {
    const known = error instanceof ScimError ? error : asAppError(error);
    if (known instanceof AppError) {
      logRefusal(request, known);
      if (known.status >= 500) request.log.error({ err: error, url: request.routeOptions.url }, known.code);
      if (known.retryAfter !== undefined) void reply.header("retry-after", known.retryAfter);
    }
    return send(reply, known.status, scimBodyOf(known));
  });
  app.setNotFoundHandler(() => {
    throw new AppError("NOT_FOUND");
  });

  const rateLimit = limits ? { max: PER_MINUTE, timeWindow: 60_000 } : (false as const);
  const mount = (
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    url: string,
    handler: (actor: Actor, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ) => {
    const takesBody = method !== "GET" && method !== "DELETE";
    app.route({
      method,
      url,
      exposeHeadRoute: false,
      bodyLimit: BODY_BYTES,
      config: { takesBody, foreignTypes: takesBody ? TYPES : [], rateLimit },
      handler: (request, reply) => handler(request.scimActor!, request, reply), // set by the hook, or refused
    } satisfies RouteOptions);
  };

  mount("GET", "/ServiceProviderConfig", async (_actor, _request, reply) => send(reply, 200, configurationOf(base)));
  for (const [path, all] of [
    ["/ResourceTypes", resourceTypesOf(base)],
    ["/Schemas", schemasOf(base)],
  ] as const) {
    mount("GET", path, async (_actor, _request, reply) => send(reply, 200, listOf(all, all.length, 1)));
    mount("GET", `${path}/:id`, async (_actor, request, reply) => {
      const found = all.find(({ id }) => id === paramOf(request));
      if (!found) throw new AppError("NOT_FOUND");
      return send(reply, 200, found);
    });
  }

  mount("GET", "/Users", async (actor, request, reply) => {
    const page = pageOf(request);
    const { rows, total } = await users.listUsers(ctx, actor, page);
    return send(
      reply,
      200,
      listOf(
        rows.map((row) => userOf(base, row)),
        total,
        page.offset + 1,
      ),
    );
  });
  mount("POST", "/Users", async (actor, { body }, reply) =>
    sendCreated(reply, userOf(base, await users.createUser(ctx, actor, readUser(body)))),
  );
  mount("GET", "/Users/:id", async (actor, request, reply) =>
    send(reply, 200, userOf(base, await users.findUser(ctx, actor, idOf(request)))),
  );
  mount("PUT", "/Users/:id", async (actor, request, reply) =>
    send(reply, 200, userOf(base, await users.updateUser(ctx, actor, idOf(request), readUser(request.body)))),
  );
  mount("PATCH", "/Users/:id", async (actor, request, reply) =>
    send(reply, 200, userOf(base, await users.updateUser(ctx, actor, idOf(request), readUserPatch(request.body)))),
  );
  mount("DELETE", "/Users/:id", async (actor, request, reply) => {
    await users.deleteUser(ctx, actor, idOf(request));
    return reply.code(204).send();
  });

  mount("GET", "/Groups", async (actor, request, reply) => {
    const page = pageOf(request);
    const { rows, total } = await groups.listGroups(ctx, actor, page, asksForMembers(request));
    return send(
      reply,
      200,
      listOf(
        rows.map((row) => groupOf(base, row)),
        total,
        page.offset + 1,
      ),
    );
  });
  mount("POST", "/Groups", async (actor, { body }, reply) =>
    sendCreated(reply, groupOf(base, await groups.createGroup(ctx, actor, readGroup(body)))),
  );
  mount("GET", "/Groups/:id", async (actor, request, reply) => {
    const { memberIds, ...group } = await groups.findGroup(ctx, actor, idOf(request));
    return send(reply, 200, groupOf(base, asksForMembers(request) ? { ...group, memberIds } : group));
  });
  mount("PUT", "/Groups/:id", async (actor, request, reply) =>
    send(reply, 200, groupOf(base, await groups.updateGroup(ctx, actor, idOf(request), readGroup(request.body)))),
  );
  mount("PATCH", "/Groups/:id", async (actor, request, reply) => {
    await groups.updateGroup(ctx, actor, idOf(request), readGroupPatch(request.body));
    return reply.code(204).send();
  });
  mount("DELETE", "/Groups/:id", async (actor, request, reply) => {
    await groups.deleteGroup(ctx, actor, idOf(request));
    return reply.code(204).send();
  });
}

/** Before the body is read. Throws INVALID_API_KEY, ADDRESS_NOT_ALLOWED, SCOPE_MISSING, FORBIDDEN. */
async function authenticate(ctx: Context, request: FastifyRequest): Promise<Actor> {
  const secret = apiKeyOf(request);
  if (secret === null) throw new AppError("INVALID_API_KEY");
  const actor = actorOfApiKey(request, await authenticateApiKey(ctx, secret, request.ip), "scim");
  // Of someone who works alone: with the first colleague they would be no admin, and the key would end.
  if (actor.role !== "admin") throw new AppError("FORBIDDEN");
  return { ...actor, reach: "organization" };
}

function send(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply.code(status).type(`${SCIM_TYPE}; charset=utf-8`).send(JSON.stringify(body));
}

function sendCreated(reply: FastifyReply, resource: { readonly meta: { readonly location: string } }): FastifyReply {
  return send(reply.header("location", resource.meta.location), 201, resource);
}

function listOf(resources: readonly object[], total: number, startIndex: number) {
  return {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

function userOf(base: string, row: ScimUserRow) {
  const { id, externalId, userName, firstName, lastName, email, isActive, createdAt, updatedAt } = row;
  return {
    schemas: [USER_SCHEMA],
    id,
    ...(externalId !== null && { externalId }),
    userName,
    name: { givenName: firstName, familyName: lastName },
    displayName: `${firstName} ${lastName}`.trim(),
    emails: [{ value: email, type: "work", primary: true }],
    active: isActive,
    meta: { resourceType: "User", created: createdAt, lastModified: updatedAt, location: `${base}/Users/${id}` },
  };
}

function groupOf(base: string, row: ScimGroupRow & { readonly memberIds?: readonly string[] }) {
  const { id, externalId, displayName, memberIds, createdAt, updatedAt } = row;
  return {
    schemas: [GROUP_SCHEMA],
    id,
    ...(externalId !== null && { externalId }),
    displayName,
    ...(memberIds && { members: memberIds.map((value) => ({ value, $ref: `${base}/Users/${value}`, type: "User" })) }),
    meta: { resourceType: "Group", created: createdAt, lastModified: updatedAt, location: `${base}/Groups/${id}` },
  };
}

function paramOf({ params }: FastifyRequest): string {
  return (params as { id: string }).id;
}

function idOf(request: FastifyRequest): string {
  const id = Id.safeParse(paramOf(request)).data;
  if (id === undefined) throw new AppError("NOT_FOUND");
  return id.toLowerCase();
}

/** A parameter that is sent twice is none. */
function queryOf({ query }: FastifyRequest, name: string): string | undefined {
  const value = new Map(Object.entries(query as Record<string, unknown>)).get(name);
  return typeof value === "string" ? value : undefined;
}

/** Throws ScimError. */
function pageOf(request: FastifyRequest): Page {
  const start = numberOf(request, "startIndex") ?? 1;
  const limit = Math.min(Math.max(numberOf(request, "count") ?? MAX_RESULTS / 2, 0), MAX_RESULTS);
  return { filter: readFilter(queryOf(request, "filter")), offset: Math.max(start, 1) - 1, limit };
}

function numberOf(request: FastifyRequest, name: string): number | undefined {
  const text = queryOf(request, name);
  if (text === undefined) return undefined;
  if (!/^-?\d{1,9}$/.test(text)) throw new ScimError(400, "invalidValue", `${name} must be a whole number.`);
  return Number(text);
}

/** Entra asks for groups without their members, who may be thousands. */
function asksForMembers(request: FastifyRequest): boolean {
  const named = (name: string) =>
    queryOf(request, name)
      ?.toLowerCase()
      .split(",")
      .map((one) => one.trim());
  return !named("excludedAttributes")?.includes("members") && (named("attributes")?.includes("members") ?? true);
}
