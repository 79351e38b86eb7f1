// The entry point of Plaid's REST API: credentials, request checks, replies and requested errors.
import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Checks } from "../shared/checks.ts";
import { AUDIT_COPY_OPERATIONS } from "./audit-copies.ts";
import { errorBody, PlaidFault } from "./errors.ts";
import {
  addItem,
  breakLogIn,
  checkCredentials,
  findItem,
  givePublicToken,
  ITEM_OPERATIONS,
  newIdentity,
  sendItemWebhook,
  tellOfEnd,
} from "./items.ts";
import { LINK_OPERATIONS } from "./link-tokens.ts";
import { refuseBadRequest, findReplyError } from "./openapi.ts";
import { type Operation, operation, type PlaidDeps, sendFault, suffer, WholeReply } from "./operation.ts";
import { CONSUMER_REPORT_OPERATIONS, CRA_PRODUCT, findReportable } from "./consumer-report.ts";
import { REPORT_OPERATIONS } from "./reports.ts";
import type { Steering } from "./steering.ts";
import { type Item, newRequestId } from "./plaid-data.ts";
import { findInstitution, GOOD_PASSWORD } from "./bank-data/personas.ts";
import { offeredAccounts } from "./item-accounts.ts";
import { sendReportWebhook } from "./report-maker.ts";

// Plaid's own sandbox calls: create an item without the dialog, fire a webhook, break a login.

const DEFAULT_USERNAME = "user_golden";

interface PublicTokenCreate {
  institution_id: string;
  initial_products: string[];
  user_id?: string;
  options?: { webhook?: string; override_username?: string | null; override_password?: string | null };
}

const SANDBOX_OPERATIONS: readonly Operation[] = [
  operation<PublicTokenCreate>(
    "/sandbox/public_token/create",
    (deps, { institution_id, initial_products, options, user_id }) => {
      if (findInstitution(institution_id) === undefined) throw new PlaidFault("INVALID_INSTITUTION");
      const username = options?.override_username ?? DEFAULT_USERNAME;
      const who = checkCredentials(username, options?.override_password ?? GOOD_PASSWORD, {});
      const identity = newIdentity(deps, { ...who, institutionId: institution_id });
      const accountIds = offeredAccounts(identity, deps.config.now()).map(({ account_id }) => account_id);
      const userId = initial_products.includes(CRA_PRODUCT) ? findReportable(deps.memory.data, user_id).id : null;
      const webhook = options?.webhook ?? null;
      addItem(deps, identity, { accountIds, webhook, products: initial_products, userId });
      return { public_token: givePublicToken(deps, identity.itemId) };
    },
  ),
  operation<{ access_token: string }>("/sandbox/item/reset_login", (deps, { access_token }) => {
    breakLogIn(deps, findItem(deps.memory.data, access_token));
    return { reset_login: true };
  }),
  operation<{ access_token: string; webhook_type?: string; webhook_code: string }>(
    "/sandbox/item/fire_webhook",
    (deps, body) => {
      fireWebhook(deps, findItem(deps.memory.data, body.access_token), body.webhook_type, body.webhook_code);
      return { webhook_fired: true };
    },
  ),
];

function fireWebhook(deps: PlaidDeps, item: Item, type: string | undefined, code: string): void {
  if (code === "PRODUCT_READY" || (code === "ERROR" && type === "ASSETS")) {
    const report = Object.values(deps.memory.data.reports).findLast(({ itemIds }) => itemIds.includes(item.itemId));
    if (report === undefined) throw new PlaidFault("SANDBOX_PRODUCT_NOT_ENABLED");
    sendReportWebhook(deps.webhooks, { id: report.id, webhook: report.webhook ?? item.webhook }, code);
    return;
  }
  if (item.webhook === null) throw new PlaidFault("SANDBOX_WEBHOOK_INVALID");
  switch (code) {
    case "ERROR":
      sendItemWebhook(deps, item, code, { error: { ...errorBody("ITEM_LOGIN_REQUIRED"), status: 400 } });
      break;
    case "USER_ACCOUNT_REVOKED":
      sendItemWebhook(deps, item, code, { account_id: item.accountIds[0] });
      break;
    case "PENDING_DISCONNECT":
      tellOfEnd(deps, item, code);
      break;
    case "USER_PERMISSION_REVOKED":
    case "LOGIN_REPAIRED":
    case "NEW_ACCOUNTS_AVAILABLE":
      sendItemWebhook(deps, item, code);
      break;
    default:
      // The rest belongs to products that no item here has.
      throw new PlaidFault("SANDBOX_PRODUCT_NOT_ENABLED");
  }
}

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
  ...AUDIT_COPY_OPERATIONS,
  ...CONSUMER_REPORT_OPERATIONS,
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
  app.addHook("onSend", async (request, reply, payload) => {
    const path = request.url.slice(app.prefix.length);
    const isJson = String(reply.getHeader("content-type")).startsWith("application/json");
    const body: unknown = isJson ? JSON.parse(String(payload)) : null;
    countRequest(deps.checks, `POST ${path}`, body);
    const wrong = isJson ? findReplyError(path, reply.statusCode, body) : null;
    deps.checks.replied(`POST ${path}`, wrong);
    if (wrong === null) return payload;
    reply.code(500);
    return JSON.stringify({ ...errorBody("INTERNAL_SERVER_ERROR", wrong), request_id: newRequestId() });
  });
  for (const { path, answer } of OPERATIONS) {
    app.post(path, async (request, reply) => {
      if (!request.headers["content-type"]?.startsWith("application/json")) throw new PlaidFault("INVALID_BODY");
      const body = parseBody(request.body);
      refuseWrongKeys(deps, request, body);
      refuseBadRequest(path, body);
      deps.rates.count(path, body);
      const answered = await answer(deps, body);
      if (answered instanceof WholeReply) return reply.type(answered.type).send(answered.content);
      return reply.send({ ...answered, request_id: newRequestId() });
    });
  }
}

/** Not every error is a refusal: a report that is not ready yet was asked for correctly. */
function countRequest(checks: Checks, call: string, body: unknown): void {
  const { error_type, error_code, error_message } = (body ?? {}) as Record<string, unknown>;
  if (error_type === "INVALID_REQUEST" || error_type === "INVALID_INPUT")
    checks.refused(call, `${String(error_code)}: ${String(error_message)}`);
  else checks.accepted();
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
