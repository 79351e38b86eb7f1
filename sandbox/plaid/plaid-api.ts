// The entry point of Plaid's REST API: credentials, request checks, replies and requested errors.
import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { PlaidFault } from "./errors.ts";
import { ITEM_OPERATIONS } from "./items.ts";
import { LINK_OPERATIONS } from "./link-tokens.ts";
import { refuseBadRequest } from "./openapi.ts";
import { type Operation, operation, type PlaidDeps, sendFault, suffer, WholeReply } from "./operation.ts";
import { REPORT_OPERATIONS } from "./reports.ts";
import { SANDBOX_OPERATIONS } from "./sandbox-operations.ts";
import type { Steering } from "./steering.ts";
import { newRequestId } from "./plaid-data.ts";

// Plaid's call that publishes the keys which sign its webhooks.
const KEY_OPERATIONS: readonly Operation[] = [
  operation<{ key_id: string }>("/webhook_verification_key/get", ({ memory }, { key_id }) => {
    const key = memory.data.keys.find(({ kid }) => kid === key_id);
    if (key === undefined) throw new PlaidFault("INVALID_WEBHOOK_VERIFICATION_KEY_ID");
    return { key: { ...key.publicJwk, created_at: key.createdAt, expired_at: key.expiredAt } };
  }),
];

const OPERATIONS: readonly Operation[] = [
  ...LINK_OPERATIONS,
  ...ITEM_OPERATIONS,
  ...REPORT_OPERATIONS,
  ...SANDBOX_OPERATIONS,
  ...KEY_OPERATIONS,
];

export function servePlaidApi(app: FastifyInstance, deps: PlaidDeps, steering: Steering): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => {
    done(null, body);
  });
  app.setErrorHandler((error, _request, reply) => sendFault(reply, error, deps));
  app.setNotFoundHandler((_request, reply) => sendFault(reply, new PlaidFault("NOT_FOUND"), deps));
  app.addHook("preHandler", async (_request, reply) => {
    await suffer(steering, reply);
  });
  for (const { path, answer } of OPERATIONS) {
    app.post(path, async (request, reply) => {
      const body = parseBody(request.body);
      refuseWrongKeys(deps, request, body);
      refuseBadRequest(path, body);
      const answered = await answer(deps, body);
      if (answered instanceof WholeReply) return reply.type(answered.type).send(answered.content);
      return reply.send({ ...answered, request_id: newRequestId() });
    });
  }
}

function parseBody(text: unknown): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(typeof text === "string" ? text : "");
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  } catch {
    // Falls through, because invalid JSON and JSON that is not an object are refused alike.
  }
  throw new PlaidFault("INVALID_BODY");
}

/** Keys may be in the body or in headers, as at Plaid. */
function refuseWrongKeys({ config }: PlaidDeps, request: FastifyRequest, body: Record<string, unknown>): void {
  const clientId = body["client_id"] ?? request.headers["plaid-client-id"];
  const secret = body["secret"] ?? request.headers["plaid-secret"];
  const missing = [clientId === undefined ? "client_id" : "", secret === undefined ? "secret" : ""].filter(Boolean);
  if (missing.length > 0) throw new PlaidFault("MISSING_FIELDS", missing.join(", "));
  const fits = isSame(clientId, config.clientId) && isSame(secret, config.secret);
  if (!fits) throw new PlaidFault("INVALID_API_KEYS");
}

function isSame(given: unknown, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(String(given)), digest(expected));
}
