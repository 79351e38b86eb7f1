// The entry point of Stripe's REST API: keys, forms, idempotency, expansion, errors and requested errors.
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { CLOCK_OPERATIONS, settleRealTime } from "../customers/clocks.ts";
import { CUSTOMER_OPERATIONS, PORTAL_OPERATIONS } from "../customers/customers.ts";
import { ENDPOINT_OPERATIONS, EVENT_OPERATIONS } from "../events/events.ts";
import { expandAll, newRequestId } from "./objects.ts";
import { docUrl, invalid, StripeFault } from "./faults.ts";
import { type Param, type Params, parseForm, readTexts } from "./params.ts";
import { fingerprintOf, type Idempotency, openIdempotency } from "./idempotency.ts";
import type { Operation } from "./operation.ts";
import { findSchemaError, findReplyError } from "./reply-schema.ts";
import { refuseBadParams } from "./request-schema.ts";
import { INVOICE_ITEM_OPERATIONS } from "../invoices/invoice-items.ts";
import { INVOICE_OPERATIONS, INVOICE_PAYMENT_OPERATIONS } from "../invoices/invoice-operations.ts";
import { INVOICE_PREVIEW_OPERATIONS } from "../invoices/invoice-preview.ts";
import { PAYMENT_INTENT_OPERATIONS } from "../payments/payment-intents.ts";
import { PAYMENT_METHOD_OPERATIONS, TOKEN_OPERATIONS } from "../cards/payment-methods.ts";
import { PRICE_OPERATIONS, PRODUCT_OPERATIONS } from "../subscriptions/products.ts";
import { REFUND_OPERATIONS } from "../payments/refunds.ts";
import { SETUP_INTENT_OPERATIONS } from "../cards/setup-intents.ts";
import type { Steering } from "../steering.ts";
import type { StripeDeps } from "../stripe-deps.ts";
import { SUBSCRIPTION_ITEM_OPERATIONS, SUBSCRIPTION_OPERATIONS } from "../subscriptions/subscriptions.ts";
import { API_VERSION } from "./wire.ts";

export const OPERATIONS: readonly Operation[] = [
  ...CUSTOMER_OPERATIONS,
  ...PORTAL_OPERATIONS,
  ...PRODUCT_OPERATIONS,
  ...PRICE_OPERATIONS,
  ...PAYMENT_METHOD_OPERATIONS,
  ...TOKEN_OPERATIONS,
  ...PAYMENT_INTENT_OPERATIONS,
  ...SETUP_INTENT_OPERATIONS,
  ...SUBSCRIPTION_OPERATIONS,
  ...SUBSCRIPTION_ITEM_OPERATIONS,
  ...INVOICE_PREVIEW_OPERATIONS,
  ...INVOICE_OPERATIONS,
  ...INVOICE_PAYMENT_OPERATIONS,
  ...INVOICE_ITEM_OPERATIONS,
  ...REFUND_OPERATIONS,
  ...EVENT_OPERATIONS,
  ...ENDPOINT_OPERATIONS,
  ...CLOCK_OPERATIONS,
];

const OPEN = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "authorization, content-type, stripe-version",
  "access-control-allow-methods": "GET, POST",
  "access-control-expose-headers": "request-id",
};

/** The longest idempotency key, in characters. */
const MAX_KEY = 255;

interface Asked {
  operation: Operation;
  params: Params;
  isBrowser: boolean;
  requestId: string;
}

export function serveStripeApi(app: FastifyInstance, deps: StripeDeps): void {
  const idempotency = openIdempotency(deps);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => {
    done(null, body);
  });
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers({
      ...OPEN,
      "request-id": newRequestId(),
      "stripe-version": API_VERSION,
      "cache-control": "no-store",
    });
  });
  app.options("/*", (_request, reply) => reply.code(204).send());
  app.setErrorHandler((error, _request, reply) => sendFault(deps, reply, error));
  app.setNotFoundHandler((request, reply) => sendFault(deps, reply, unknownPath(request)));
  for (const operation of OPERATIONS) {
    app.route<{ Params: { id?: string } }>({
      method: operation.method,
      url: operation.path.replace("/v1", "").replace("{id}", ":id"),
      handler: (request, reply) => answer(deps, idempotency, operation, request, reply),
    });
  }
}

async function answer(
  deps: StripeDeps,
  idempotency: Idempotency,
  operation: Operation,
  request: FastifyRequest<{ Params: { id?: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const text = operation.method === "GET" ? (request.url.split("?")[1] ?? "") : bodyOf(request);
  const asked = admit(deps, operation, request, String(reply.getHeader("request-id")), parseForm(text));
  const key = operation.method === "POST" ? request.headers["idempotency-key"] : undefined;
  if (typeof key !== "string") {
    await suffer(deps, operation, reply);
    return send(deps, operation, reply, carryOut(deps, asked, request.params.id ?? "", null));
  }
  const fingerprint = fingerprintOf(operation.method, request.url, text);
  const stored = idempotency.begin(key, fingerprint);
  if (stored !== undefined) {
    reply.headers({ "idempotent-replayed": "true", "original-request": stored.requestId, "idempotency-key": key });
    await suffer(deps, operation, reply);
    return send(deps, operation, reply, stored);
  }
  let outcome: Outcome | null = null;
  try {
    await suffer(deps, operation, reply);
    outcome = carryOut(deps, asked, request.params.id ?? "", key);
  } catch (error) {
    if (!(error instanceof StripeFault) || error.status !== 500) throw error;
    outcome = { status: 500, body: errorText(deps, error, asked.requestId), hasBegun: true };
  } finally {
    // Whatever came of an operation that began is stored, refusals too.
    const at = deps.config.now().getTime();
    const { requestId } = asked;
    idempotency.end(key, outcome?.hasBegun === true ? { ...outcome, fingerprint, requestId, at } : null);
  }
  reply.header("idempotency-key", key);
  return send(deps, operation, reply, outcome);
}

/** Throws what Stripe refuses before it begins with the operation. */
function admit(
  deps: StripeDeps,
  operation: Operation,
  request: FastifyRequest,
  requestId: string,
  { key, ...params }: Params,
): Asked {
  try {
    const isBrowser = checkKey(deps, operation, request, key);
    checkHeaders(request);
    refuseBadParams(operation, params, isBrowser);
    deps.checks.accepted();
    return { operation, params, isBrowser, requestId };
  } catch (error) {
    if (error instanceof StripeFault) deps.checks.refused(`${operation.method} ${operation.path}`, error.message);
    throw error;
  }
}

function checkHeaders({ method, headers, body }: FastifyRequest): void {
  const version = headers["stripe-version"];
  if (version !== undefined && version !== API_VERSION) throw invalid(`Invalid Stripe API version: ${String(version)}`);
  const key = headers["idempotency-key"];
  if (typeof key === "string" && key.length > MAX_KEY)
    throw invalid(`Idempotency keys may be at most ${MAX_KEY} characters long.`);
  const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
  if (method === "POST" && typeof body === "string" && body !== "" && !isForm)
    throw invalid(
      "Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.",
    );
}

interface Outcome {
  status: number;
  body: string;
  /** Parameters that were not accepted end a request before it begins. */
  hasBegun: boolean;
}

/** Runs the operation to its end, before any other one starts. */
function carryOut(
  deps: StripeDeps,
  { operation, params, isBrowser, requestId }: Asked,
  id: string,
  key: string | null,
): Outcome {
  const { expand: _expand, ...rest } = params;
  settleRealTime(deps);
  deps.request = { id: requestId, idempotency_key: key };
  try {
    const paths = readTexts(params, "expand") ?? [];
    const reply = expandAll(deps, operation.answer({ deps, params: rest, id, isBrowser }), paths);
    const wrong = findReplyError(operation, reply);
    deps.checks.replied(`${operation.method} ${operation.path}`, wrong);
    if (wrong !== null) throw new StripeFault(500, { type: "api_error", message: `Not Stripe's form: ${wrong}` });
    return { status: 200, body: JSON.stringify(reply, null, 2), hasBegun: true };
  } catch (error) {
    if (!(error instanceof StripeFault)) throw error;
    const hasBegun = error.body.code?.startsWith("parameter_") !== true;
    return { status: error.status, body: errorText(deps, error, requestId), hasBegun };
  } finally {
    deps.request = { id: null, idempotency_key: null };
  }
}

function send(
  { steering }: StripeDeps,
  operation: Operation,
  reply: FastifyReply,
  { status, body }: Pick<Outcome, "status" | "body">,
): FastifyReply {
  if (steering.mode === "lostReply" && isSteered(steering, operation)) {
    // The operation was done, but the caller gets no reply.
    reply.hijack();
    reply.raw.destroy();
    return reply;
  }
  return reply.code(status).type("application/json").send(body);
}

/** Plays the requested error. When it is withdrawn, requests that wait are answered at once. */
async function suffer({ steering }: StripeDeps, operation: Operation, reply: FastifyReply): Promise<void> {
  if (!isSteered(steering, operation)) return;
  steering.hits++;
  if (steering.mode === "slow") await Promise.race([wait(steering.delayMs), steering.untilReleased(reply)]);
  if (steering.mode === "hang") await steering.untilReleased(reply);
  if (steering.mode === "rateLimited") {
    reply.header("stripe-rate-limited-reason", "global-rate");
    throw new StripeFault(429, {
      type: "invalid_request_error",
      code: "rate_limit",
      doc_url: docUrl("rate_limit"),
      message: "Request rate limit exceeded. Learn more about rate limits at https://docs.stripe.com/rate-limits.",
    });
  }
  const status = steering.mode === "down" ? 503 : 500;
  if (steering.mode === "down" || steering.mode === "error500")
    throw new StripeFault(status, {
      type: "api_error",
      message: "Sorry! There was an error while talking to one of our backends. Support has been notified.",
    });
}

function isSteered(steering: Steering, { method, path }: Operation): boolean {
  return steering.operation === "" || steering.operation === `${method} ${path}`;
}

/** Accepts the secret key for every call, the publishable key for browser calls. Returns true for the latter. */
function checkKey({ config }: StripeDeps, operation: Operation, request: FastifyRequest, param?: Param): boolean {
  const [scheme = "", token = ""] = (request.headers.authorization ?? "").split(" ");
  const basic = scheme.toLowerCase() === "basic" ? Buffer.from(token, "base64").toString().split(":")[0] : token;
  const key = basic || (typeof param === "string" ? param : "");
  if (key === "")
    throw refused(
      401,
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    );
  if (key === config.secretKey) return false;
  if (key !== config.publishableKey)
    throw refused(401, `Invalid API Key provided: ${key.slice(0, 8)}${"*".repeat(12)}${key.slice(-4)}`);
  if (operation.isForBrowsers !== true)
    throw refused(
      401,
      "This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.",
      "secret_key_required",
    );
  return true;
}

function refused(status: number, message: string, code?: string): StripeFault {
  return new StripeFault(status, { type: "invalid_request_error", ...(code === undefined ? {} : { code }), message });
}

function bodyOf(request: FastifyRequest): string {
  const query = request.url.split("?")[1];
  const body = typeof request.body === "string" ? request.body : "";
  return query === undefined ? body : `${query}&${body}`;
}

function unknownPath(request: FastifyRequest): StripeFault {
  const path = request.url.split("?")[0] ?? "";
  return new StripeFault(404, {
    type: "invalid_request_error",
    message: `Unrecognized request URL (${request.method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  });
}

function errorText({ checks }: StripeDeps, { body }: StripeFault, requestId: string): string {
  const request_log_url = `https://dashboard.stripe.com/test/logs/${requestId}`;
  const reply = { error: { ...body, request_log_url } };
  checks.replied("error", findSchemaError("components/schemas/ErrorResponse", reply));
  return JSON.stringify(reply, null, 2);
}

function sendFault(deps: StripeDeps, reply: FastifyReply, error: unknown): FastifyReply {
  const requestId = String(reply.getHeader("request-id"));
  if (error instanceof StripeFault)
    return reply
      .code(error.status)
      .type("application/json")
      .send(errorText(deps, error, requestId));
  // Fastify's own errors (such as a body that is too large) are the caller's. All others are ours and are logged.
  const isRefusal = error instanceof Error && "statusCode" in error && Number(error.statusCode) < 500;
  if (!isRefusal)
    deps.config.say(`Stripe sandbox: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  const fault = isRefusal
    ? invalid("Invalid request body")
    : new StripeFault(500, { type: "api_error", message: "An unknown error occurred" });
  return reply
    .code(fault.status)
    .type("application/json")
    .send(errorText(deps, fault, requestId));
}
