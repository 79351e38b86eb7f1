// The API's description: OpenAPI 3.1 from the same records that the server mounts.
import * as z from "zod/mini";
import {
  IDEMPOTENCY_HEADER,
  IDEMPOTENCY_KEY_MAX,
  EXPORTS_PER_MINUTE,
  isExported,
  isFile,
  isPaged,
  ROWS_HEADER,
  MEMBERSHIP_HEADER,
  type Call,
  type Upload,
} from "./call.ts";
import { ErrorBody, ErrorMessage, FieldError } from "./error-body.ts";
import { ERROR_STATUS, type ErrorCode, TEMPORARY_ERRORS } from "./errors.ts";
import { codeSamples, exampleOf, type SampleInput } from "./openapi-samples.ts";
import { describeSchemas, type Schemas, type SchemaTexts } from "./openapi-schemas.ts";
import { API_KEY_PREFIX, ROLES, BORROWER_SESSION, needsToken, type Condition, type Who } from "./who.ts";

type Json = Record<string, unknown>;

/** What the records do not say. Texts are CommonMark. */
export interface ApiText {
  readonly title: string;
  readonly version: string;
  /** Where the paths hang, for example `https://example.com/api/latest`. */
  readonly server: string;
  readonly description: string;
  readonly contact: { readonly name: string; readonly url: string };
  readonly license: { readonly name: string; readonly url: string };
  readonly tags: readonly { readonly name: string; readonly description: string; readonly calls: readonly string[] }[];
  /** By the name of the call. */
  readonly operations: Readonly<Record<string, string>>;
  /** By the name of the parameter, or `call.parameter`. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Schemas that are referenced by a name of their own. */
  readonly schemas: Readonly<Record<string, z.core.$ZodType>>;
  readonly schemaTexts: SchemaTexts;
  /** The cookie by which a browser is known again, and the calls that read or set it. */
  readonly cookie: { readonly name: string; readonly calls: readonly string[] };
  /** Per signed call, the header that carries the signature. */
  readonly signatures: Readonly<Record<string, string>>;
  /** What the product sends to other systems, by the type of the event. */
  readonly webhooks: Readonly<Record<string, Webhook>>;
}

export interface Webhook {
  /** A sentence without its period. */
  readonly when: string;
  readonly tag: string;
  readonly body: z.ZodMiniType;
  readonly example: unknown;
}

export function describeApi(calls: Readonly<Record<string, Call>>, text: ApiText): Json {
  const schemas = describeSchemas(
    {
      ...text.schemas,
      FieldError,
      ErrorCode: ErrorMessage,
      Error: ErrorBody,
      ...Object.fromEntries(Object.entries(calls).flatMap(([name, call]) => ownSchemas(name, call, text))),
    },
    Object.values(calls).flatMap(({ reply }) => (reply === null || isFile(reply) ? [] : [reply])),
    text.schemaTexts,
  );
  const paths: Record<string, Json> = {};
  const templates = new Map<string, string>();
  for (const [name, call] of Object.entries(calls)) {
    // Two templates that differ only in the names of their parameters are one path.
    const shape = call.path.replaceAll(/\{\w+\}/g, "{}");
    const template = templates.get(shape) ?? call.path;
    templates.set(shape, template);
    const described = operation(name, call, { text, schemas, template });
    paths[template] = { ...paths[template], [call.method.toLowerCase()]: described };
  }
  const webhooks = Object.fromEntries(
    Object.entries(text.webhooks).map(([type, webhook]) => [type, { post: webhookOperation(type, webhook, schemas) }]),
  );
  return {
    openapi: "3.1.0",
    info: {
      title: text.title,
      version: text.version,
      description: text.description,
      contact: text.contact,
      license: text.license,
    },
    servers: [{ url: text.server }],
    tags: text.tags.map(({ name, description }) => ({ name, description })),
    paths,
    webhooks,
    components: {
      schemas: schemas.usedBy({ paths, webhooks, ERROR_REPLY }),
      responses: commonResponses(calls, text),
      parameters: { ...PARAMETERS, ...WEBHOOK_HEADERS, Browser: cookieParameter(text.cookie.name) },
      headers: HEADERS,
      securitySchemes: securitySchemes(text.signatures),
    },
  };
}

/** A body or reply without a name of its own gets one from its call. */
function ownSchemas(name: string, { body, reply }: Call, { schemas }: ApiText): [string, z.core.$ZodType][] {
  const named = new Set(Object.values(schemas));
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  return [
    ...(body && !named.has(body) ? [[`${title}Request`, body] as [string, z.core.$ZodType]] : []),
    ...(reply && !isFile(reply) && !named.has(reply) ? [[`${title}Reply`, reply] as [string, z.core.$ZodType]] : []),
  ];
}

interface Context {
  readonly text: ApiText;
  readonly schemas: Schemas;
  /** The path, with the parameter names of the first call that has its shape. */
  readonly template: string;
}

function operation(name: string, call: Call, context: Context): Json {
  const { text, schemas } = context;
  const usesCookie = text.cookie.calls.includes(name);
  return {
    operationId: name,
    summary: call.summary,
    description: [text.operations[name], accessText(call), limitText(call), csvText(call)].filter(Boolean).join("\n\n"),
    tags: text.tags.filter((tag) => tag.calls.includes(name)).map((tag) => tag.name),
    "x-who": call.who,
    ...(call.apiScope && { "x-api-scope": call.apiScope }),
    "x-codeSamples": codeSamples(name, call, sampleInput(call, schemas)),
    ...(Object.keys(call.given).length > 0 && { "x-given": call.given }),
    security: security(name, call, text),
    parameters: [
      ...pathParameters(name, call, context),
      ...queryParameters(name, call, context),
      ...headerParameters(call, usesCookie).map((parameter) => ({ $ref: `#/components/parameters/${parameter}` })),
    ],
    ...(call.upload && { requestBody: { required: true, content: { "multipart/form-data": formOf(call.upload) } } }),
    ...(call.body && {
      requestBody: { required: true, content: jsonOf(schemas.of(call.body, "input"), call.foreignBody?.mediaTypes) },
    }),
    responses: { ...success(call, { schemas, usesCookie }), ...refusals(call, usesCookie) },
  };
}

/** `report.ready` as `reportReadyWebhook`. */
function webhookOperation(type: string, { when, tag, body, example }: Webhook, schemas: Schemas): Json {
  return {
    operationId: `${type.replaceAll(/\.(\w)/g, (_whole, letter: string) => letter.toUpperCase())}Webhook`,
    summary: when,
    description: `${when}. Sent to the organization's endpoints for \`${type}\`.`,
    tags: [tag],
    security: [],
    parameters: Object.keys(WEBHOOK_HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: {
        "application/json": { schema: schemas.of(body, "output"), examples: { [type]: { value: example } } },
      },
    },
    responses: {
      "2XX": { description: "Received. Any other status, and no answer within 15 seconds, is tried again" },
      410: { description: "Never send anything to this endpoint again: it is disabled" },
    },
  };
}

/** Standard Webhooks 1.0.0. */
const WEBHOOK_HEADERS = {
  WebhookId: {
    name: "webhook-id",
    in: "header",
    required: true,
    description: "Names the event; the same with each attempt, so that a receiver can ignore what it already has",
    schema: { type: "string" },
  },
  WebhookTimestamp: {
    name: "webhook-timestamp",
    in: "header",
    required: true,
    description: "When this attempt was made, in seconds since 1970",
    schema: { type: "string" },
  },
  WebhookSignature: {
    name: "webhook-signature",
    in: "header",
    required: true,
    description:
      "`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, under the bytes that follow `whsec_` in the endpoint's secret. While a secret is being replaced there are two, with a space between",
    schema: { type: "string" },
  },
};

/** What is required, with example values. */
function sampleInput(call: Call, schemas: Schemas): SampleInput {
  const exampleOfEach = (schema: Call["query"]) =>
    Object.fromEntries(
      Object.entries(schema?.shape ?? {})
        .filter(([, field]) => !z.safeParse(field, undefined).success)
        .map(([name, field]) => [name, exampleOfOne(field)]),
    );
  const exampleOfOne = (schema: z.core.$ZodType) => {
    const described = schemas.of(schema, "input");
    return exampleOf(described, schemas.usedBy(described) as Readonly<Record<string, Json>>);
  };
  const body = call.body && (exampleOfOne(call.body) as Readonly<Record<string, unknown>>); // a body is an object
  return { path: exampleOfEach(call.params), query: exampleOfEach(call.query), body: body ?? null };
}

const CONDITIONS: Readonly<Record<Condition, string>> = {
  "sole-member": "only as the organization's sole member",
  "billing-group": "only in a group for billing",
};

function accessText({ who, given, confirmed, apiScope }: Call): string {
  const email = confirmed ? " The caller's email address must be confirmed." : "";
  if (who === "anyone") return "Access: anyone.";
  if (who === "signature") return "Access: the sender, by its signature.";
  if (who === "signed-in") return `Access: any signed-in person.${email}`;
  const roles = ROLES.filter((role) => who.includes(role)).map((role) => {
    const condition = given[role];
    return condition ? `${role} (${CONDITIONS[condition]})` : role;
  });
  const others = [
    ...(who.includes(BORROWER_SESSION) ? ["a borrower session"] : []),
    ...(apiScope === "any" ? ["any API key"] : []),
    ...(apiScope && apiScope !== "any" ? [`an API key with the scope \`${apiScope}\``] : []),
  ];
  return `Access: ${[...roles, ...others].join(", ")}.${email}`;
}

function limitText({ limits: { perMinute } }: Call): string {
  return perMinute ? `Limit: ${perMinute} requests a minute from one address.` : "";
}

function csvText(call: Call): string {
  if (!isExported(call)) return "";
  return `With \`Accept: text/csv\`, the reply is CSV (RFC 4180, UTF-8) with all rows, whatever \`limit\` and \`after\`. It is streamed, and one that breaks off is not complete. Limit: ${EXPORTS_PER_MINUTE} a minute.`;
}

/** A call that anyone may make, and that refuses a bad token, takes one. */
function takesToken({ who, errors }: Call): boolean {
  return needsToken(who) || (who === "anyone" && errors.includes("INVALID_JWT"));
}

function security(name: string, call: Call, { signatures }: ApiText): Json[] {
  if (call.who === "signature") return [{ [schemeOf(signatures[name] ?? "")]: [] }];
  if (!takesToken(call)) return [];
  const isOnlyForSessions = isList(call.who) && call.who.every((admitted) => admitted === BORROWER_SESSION);
  return [
    ...(isOnlyForSessions ? [] : [{ bearer: [] }]),
    ...(isList(call.who) && call.who.includes(BORROWER_SESSION) ? [{ borrowerSession: [] }] : []),
    ...(call.apiScope ? [{ apiKey: [] }] : []),
    ...(needsToken(call.who) ? [] : [{}]),
  ];
}

function isList(who: Who): who is Exclude<Who, string> {
  return typeof who !== "string";
}

function securitySchemes(signatures: ApiText["signatures"]): Json {
  return {
    bearer: {
      type: "http",
      scheme: "bearer",
      bearerFormat: "JWT",
      description: "A member's token, as `logIn` returns it",
    },
    apiKey: {
      type: "http",
      scheme: "bearer",
      description: `An organization's API key, which begins with \`${API_KEY_PREFIX}\``,
    },
    borrowerSession: {
      type: "http",
      scheme: "bearer",
      bearerFormat: "JWT",
      description: "A borrower's token, as `openVisit` returns it; good for two hours and one loan",
    },
    ...Object.fromEntries(
      Object.values(signatures).map((header) => [
        schemeOf(header),
        { type: "apiKey", in: "header", name: header, description: "The provider's signature over the body" },
      ]),
    ),
  };
}

/** `stripe-signature` as `stripeSignature`. */
function schemeOf(header: string): string {
  return header.replaceAll(/-(\w)/g, (_whole, letter: string) => letter.toUpperCase());
}

const PARAMETERS = {
  Membership: {
    name: MEMBERSHIP_HEADER,
    in: "header",
    required: false,
    description: "The membership to act under; the caller's first one when absent",
    schema: { type: "string" },
  },
  IdempotencyKey: {
    name: IDEMPOTENCY_HEADER,
    in: "header",
    required: false,
    description:
      "Chosen by the caller. Repeating a request with the same key returns what the first one made; another path or body with it answers 409 IDEMPOTENCY_KEY_REUSED",
    schema: { type: "string", maxLength: IDEMPOTENCY_KEY_MAX },
  },
  IfNoneMatch: {
    name: "if-none-match",
    in: "header",
    required: false,
    description: "The `ETag` of an earlier reply; 304 when nothing has changed",
    schema: { type: "string" },
  },
  Range: {
    name: "range",
    in: "header",
    required: false,
    description: "One range of bytes, such as `bytes=0-1023`; answered with 206",
    schema: { type: "string" },
  },
  IfRange: {
    name: "if-range",
    in: "header",
    required: false,
    description: "The `ETag` that the range belongs to; the whole file is sent when it has changed",
    schema: { type: "string" },
  },
};

function cookieParameter(name: string): Json {
  return {
    name,
    in: "cookie",
    required: false,
    description:
      "Set by an earlier reply. It proves that the same browser comes back; a client that is no browser stores it and sends it along",
    schema: { type: "string" },
  };
}

function headerParameters(call: Call, usesCookie: boolean): (keyof typeof PARAMETERS | "Browser")[] {
  const sendsFile = call.reply !== null && isFile(call.reply);
  return [
    ...(takesToken(call) ? (["Membership"] as const) : []),
    ...(call.idempotent ? (["IdempotencyKey"] as const) : []),
    ...(sendsFile || call.revalidates ? (["IfNoneMatch"] as const) : []),
    ...(sendsFile ? (["Range", "IfRange"] as const) : []),
    ...(usesCookie ? (["Browser"] as const) : []),
  ];
}

function pathParameters(name: string, { path, params }: Call, { template, text, schemas }: Context): Json[] {
  const shown = namesIn(template);
  return namesIn(path).map((field, at) => ({
    name: shown[at],
    in: "path",
    required: true,
    description: text.parameters[`${name}.${field}`] ?? text.parameters[field],
    schema: schemas.of(params?.shape[field] as z.ZodMiniType, "input"), // call() requires one for each name in the path
  }));
}

function namesIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
}

function queryParameters(name: string, { query }: Call, { text, schemas }: Context): Json[] {
  return Object.entries(query?.shape ?? {}).map(([field, schema]) => ({
    name: field,
    in: "query",
    required: !z.safeParse(schema, undefined).success,
    description: text.parameters[`${name}.${field}`] ?? text.parameters[field],
    schema: schemas.of(schema, "input"),
  }));
}

function formOf({ mediaTypes, maxBytes }: Upload): Json {
  const file = {
    type: "string",
    format: "binary",
    description: `At most ${maxBytes} bytes. The type is read from the first bytes, not from the name`,
  };
  return {
    schema: { type: "object", required: ["file"], properties: { file } },
    encoding: { file: { contentType: mediaTypes.join(", ") } },
  };
}

const HEADERS = {
  RetryAfter: { description: "Seconds to wait before the next try", schema: { type: "integer", minimum: 1 } },
  ContentDisposition: { description: "`attachment` with the name of the file", schema: { type: "string" } },
  ContentLength: { description: "Bytes of the reply", schema: { type: "integer", minimum: 0 } },
  ContentRange: { description: "Which bytes of how many", schema: { type: "string" } },
  AcceptRanges: { description: "`bytes`: a range can be requested", schema: { type: "string" } },
  ETag: { description: "Names this version of the reply", schema: { type: "string" } },
  IdempotencyKey: { description: "The key of the request", schema: { type: "string" } },
  RowCount: { description: "Rows of the CSV, as counted at its start", schema: { type: "integer", minimum: 0 } },
  SetCookie: { description: "The cookie by which this browser is known again", schema: { type: "string" } },
  ClearSiteData: { description: "Asks a browser to drop what it cached of the site", schema: { type: "string" } },
  RateLimitLimit: { description: "Requests allowed in the current minute", schema: { type: "integer" } },
  RateLimitRemaining: { description: "Requests left in the current minute", schema: { type: "integer" } },
  RateLimitReset: { description: "Seconds until the minute ends", schema: { type: "integer" } },
};

const LIMIT_HEADERS: Readonly<Record<string, keyof typeof HEADERS>> = {
  "x-ratelimit-limit": "RateLimitLimit",
  "x-ratelimit-remaining": "RateLimitRemaining",
  "x-ratelimit-reset": "RateLimitReset",
};

function headers(named: Readonly<Record<string, keyof typeof HEADERS>>): Json {
  const refs = Object.entries(named).map(([name, header]) => [name, { $ref: `#/components/headers/${header}` }]);
  return refs.length > 0 ? { headers: Object.fromEntries(refs) as Json } : {};
}

function success(call: Call, { schemas, usesCookie }: { schemas: Schemas; usesCookie: boolean }): Json {
  const always: Readonly<Record<string, keyof typeof HEADERS>> = {
    ...(call.limits.perMinute && LIMIT_HEADERS),
    ...(call.idempotent && { [IDEMPOTENCY_HEADER]: "IdempotencyKey" }),
    ...(usesCookie && { "set-cookie": "SetCookie" }),
    ...(call.clearsCache && { "clear-site-data": "ClearSiteData" }),
  };
  const unchanged = {
    description: "Unchanged since the version in `if-none-match`",
    ...headers({ ...always, etag: "ETag" }),
  };
  if (call.reply === null) return { [call.status]: { description: "Done", ...headers(always) } };
  if (!isFile(call.reply))
    return {
      [call.status]: {
        description: "Success",
        ...headers({
          ...always,
          ...(call.revalidates && { etag: "ETag" }),
          ...(isExported(call) && { "content-disposition": "ContentDisposition", [ROWS_HEADER]: "RowCount" }),
        }),
        content: {
          ...jsonOf(schemas.of(call.reply, "output")),
          ...(isExported(call) && { "text/csv": { schema: { type: "string", format: "binary" } } }),
        },
      },
      ...(call.revalidates && { 304: unchanged }),
    };
  const file = {
    ...always,
    "content-disposition": "ContentDisposition",
    "content-length": "ContentLength",
    "accept-ranges": "AcceptRanges",
    etag: "ETag",
  } as const;
  const content = Object.fromEntries(
    call.reply.file.map((type) => [type, { schema: { type: "string", format: "binary" } }]),
  );
  return {
    [call.status]: { description: "The file, as an attachment", ...headers(file), content },
    206: {
      description: "The requested range of the file",
      ...headers({ ...file, "content-range": "ContentRange" }),
      content,
    },
    304: unchanged,
  };
}

function jsonOf(schema: Json, otherTypes: readonly string[] = []): Json {
  return {
    "application/json": { schema },
    // In the sender's own format, which its own specification describes.
    ...Object.fromEntries(otherTypes.map((type) => [type, {}])),
  };
}

/** The codes that this call may give, by status: its own and those that come with how it is asked. */
export function refusalsOf(call: Call): ErrorCode[] {
  const takesInput = call.body ?? call.query ?? call.upload;
  const hasPlainParams = Object.values(call.params?.shape ?? {}).some((field) => !isId(field));
  return [
    ...(takesInput || hasPlainParams ? (["VALIDATION_ERROR"] as const) : []),
    ...((call.body ?? call.upload) ? (["PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"] as const) : []),
    ...(needsToken(call.who) ? (["INVALID_JWT", "NO_USER", "FORBIDDEN"] as const) : []),
    ...(typeof call.who === "object" ? (["SECOND_FACTOR_NOT_SET_UP", "SSO_REQUIRED"] as const) : []),
    ...(call.confirmed ? (["EMAIL_NOT_CONFIRMED"] as const) : []),
    ...(call.params || [call.body, call.query].some((part) => part && namesAnId(part)) ? (["NOT_FOUND"] as const) : []),
    // What the key made before may be out of the caller's sight by now.
    ...(call.idempotent ? (["VALIDATION_ERROR", "NOT_FOUND", "IDEMPOTENCY_KEY_REUSED"] as const) : []),
    ...(call.apiScope ? (["INVALID_API_KEY", "ADDRESS_NOT_ALLOWED"] as const) : []),
    ...(call.apiScope && call.apiScope !== "any" ? (["SCOPE_MISSING"] as const) : []),
    ...(call.limits.perMinute || isPaged(call) || call.apiScope ? (["TOO_MANY_REQUESTS"] as const) : []),
    ...(call.reply !== null && isFile(call.reply) ? (["RANGE_NOT_SATISFIABLE"] as const) : []),
    ...call.errors,
    "OVERLOADED",
  ];
}

/** What cannot be an id is not found; other wrong input is a validation error. */
function isId(schema: z.core.$ZodType): boolean {
  return JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })).includes('"uuid"');
}

/** Anywhere in it, also in a list or a nested object. */
const namesAnId = isId;

const ERROR_REPLY = { content: jsonOf({ $ref: "#/components/schemas/Error" }) };

/** Codes that come together in many calls. */
const UNAUTHORIZED: Readonly<Record<string, string | undefined>> = {
  "INVALID_JWT,NO_USER": "Unauthorized",
  "INVALID_JWT,NO_USER,INVALID_API_KEY": "UnauthorizedOrKey",
};

/** Codes that are alone at their status in many calls are described once. */
function responseName(codes: readonly ErrorCode[]): string | undefined {
  const [code] = codes;
  return codes.length === 1 && code ? pascal(code) : UNAUTHORIZED[codes.join()];
}

function pascal(code: string): string {
  return code
    .toLowerCase()
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

function refusal(codes: readonly ErrorCode[]): Json {
  const [code = "INTERNAL_ERROR"] = codes;
  const status = ERROR_STATUS[code];
  return {
    description: codes.join(", "),
    ...headers({
      ...(codes.some((each) => TEMPORARY_ERRORS.has(each)) && { "retry-after": "RetryAfter" }),
      ...(status === 416 && { "content-range": "ContentRange" }),
    }),
    ...ERROR_REPLY,
  };
}

function refusalsByStatus(call: Call, usesCookie: boolean): [number, ErrorCode[]][] {
  // A page of another site gets no cookie, and is refused.
  const codes = new Set([...refusalsOf(call), ...(usesCookie ? (["FORBIDDEN"] as const) : [])]);
  return [...Map.groupBy(codes, (code) => ERROR_STATUS[code])];
}

function refusals(call: Call, usesCookie: boolean): Json {
  return {
    ...Object.fromEntries(
      refusalsByStatus(call, usesCookie).map(([status, codes]) => {
        const name = responseName(codes);
        return [status, name ? { $ref: `#/components/responses/${name}` } : refusal(codes)];
      }),
    ),
    "4XX": { $ref: "#/components/responses/BrokenRequest" },
    500: { $ref: "#/components/responses/InternalError" },
  };
}

function commonResponses(calls: Readonly<Record<string, Call>>, { cookie }: ApiText): Json {
  const named = new Map<string, Json>();
  const every = Object.entries(calls).flatMap(([name, call]) => refusalsByStatus(call, cookie.calls.includes(name)));
  for (const [, codes] of every) {
    const name = responseName(codes);
    if (name) named.set(name, refusal(codes));
  }
  return {
    ...Object.fromEntries(named),
    InternalError: refusal(["INTERNAL_ERROR"]),
    BrokenRequest: {
      description:
        "VALIDATION_ERROR, UNSUPPORTED_MEDIA_TYPE or HEADERS_TOO_LARGE, for a request that is not valid HTTP or has a body where none is taken",
      ...ERROR_REPLY,
    },
  };
}
