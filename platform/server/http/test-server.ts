import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { onTestFinished } from "vitest";
import * as z from "zod/mini";
import { call } from "#platform/contract/call.ts";
import { AppError } from "#platform/contract/errors.ts";
import { digits } from "#platform/contract/fields.ts";
import type { MembershipSummary } from "../actor.ts";
import type { AuthenticateApiKey, MeetsCondition } from "./authenticate-request.ts";
import { createHttpServer } from "./http-server.ts";
import { mountRoutes, route, type Route } from "./serve.ts";
import type { PagePolicy } from "./security-headers.ts";
import { serveSite } from "./site.ts";

export interface TestServer {
  readonly url: string;
  readonly app: FastifyInstance;
  /** Bytes as they stand, to a new connection; all that comes back until it closes. */
  raw(text: string): Promise<string>;
}

/** Of a site without anybody else's scripts. */
export const ALONE: PagePolicy = {
  scriptsFrom: [],
  framesFrom: [],
  connectTo: [],
  paymentsBy: [],
  reportTo: "/report",
  runsProviderScript: () => false,
  hidesAddress: () => false,
};

interface Options {
  readonly shed?: boolean;
  readonly limits?: boolean;
  readonly secure?: boolean;
  readonly trustedProxies?: readonly string[];
  readonly meetsCondition?: MeetsCondition;
  readonly authenticateApiKey?: AuthenticateApiKey;
  readonly isDraining?: () => boolean;
  /** Of everyone, asked for each time; an admin's without. */
  readonly memberships?: () => readonly MembershipSummary[];
}

export const aMembership = (facts: Partial<MembershipSummary> = {}): MembershipSummary => ({
  ...{ id: randomUUID(), organizationId: randomUUID(), role: "admin", onlyGroups: null },
  ...{ isSecondFactorMissing: false, isSsoMissing: false },
  ...facts,
});

export async function aServer(
  routes: readonly Route[],
  {
    shed = false,
    limits = false,
    secure = false,
    trustedProxies = [],
    meetsCondition = async () => true,
    authenticateApiKey = () => Promise.reject(new AppError("INVALID_API_KEY")),
    isDraining = () => false,
    memberships,
  }: Options = {},
): Promise<TestServer> {
  const app = await createHttpServer({
    logger: false,
    policy: ALONE,
    origin: secure ? "https://site.example" : "",
    shed,
    isSpared: (route) => route === undefined,
    trustedProxies,
    isDraining,
  });
  const [admin, userId] = [aMembership(), randomUUID()];
  const authenticate = async () => ({
    userId,
    email: "a@example.org",
    emailConfirmed: true,
    ownsEmail: true,
    authenticatedAt: new Date().toISOString(),
    hasNewerAuthentication: false,
    deviceId: null,
    memberships: memberships?.() ?? [admin],
  });
  const claimKey = async () => {};
  mountRoutes(app, routes, {
    authenticate,
    authenticateApiKey,
    findBorrowerSession: () => Promise.resolve(null),
    meetsCondition,
    claimKey,
    limits,
    secure,
  });
  await serveSite(app, {
    folder: "/no/site/was/built",
    pages: null,
    config: { productName: "Keyturn" },
    version: "1",
  });
  await app.listen({ port: 0, host: "localhost" });
  onTestFinished(() => {
    app.server.closeAllConnections(); // one that was opened and never asked anything would hold up the end
    return app.close();
  });
  const { port } = app.server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    app,
    raw: (text) =>
      new Promise((resolve, reject) => {
        let answer = "";
        const socket = connect(port, "localhost", () => socket.write(text));
        socket.setEncoding("latin1").on("data", (part: string) => (answer += part));
        socket.on("close", () => resolve(answer)).on("error", reject);
      }),
  };
}

const makeThing = call({
  method: "POST",
  path: "/thing/{id}",
  summary: "Make a thing",
  who: "anyone",
  params: z.object({ id: z.uuid() }),
  body: z.object({ name: z.string(), count: z.optional(z.int()) }),
  reply: z.object({ name: z.string() }),
});
export const listThings = call({
  method: "GET",
  path: "/thing",
  summary: "List things",
  who: "anyone",
  query: z.object({ limit: z.optional(digits(1, 1_000_000)) }),
  reply: z.array(z.string()),
});
export const endThing = call({ method: "POST", path: "/end", summary: "End a thing", who: "anyone", reply: null });
/** The path of a thing. */
export const PATH = `/thing/${crypto.randomUUID()}`;
export const JSON_TYPE = { "content-type": "application/json" };

/** A server that keeps what reached its rules. */
export async function aThingServer() {
  const reached: unknown[] = [];
  const server = await aServer([
    route(makeThing, async (_visitor, input) => {
      reached.push(input);
      return { name: input.name };
    }),
    route(listThings, async (_visitor, input) => {
      reached.push(input);
      return [];
    }),
    route(endThing, async () => void reached.push("end")),
  ]);
  const post = async (body: string, headers: Record<string, string> = JSON_TYPE, path = PATH) => {
    const reply = await fetch(server.url + path, { method: "POST", headers, body });
    const text = await reply.text();
    return { status: reply.status, body: text ? (JSON.parse(text) as unknown) : null };
  };
  return { ...server, reached, post };
}
