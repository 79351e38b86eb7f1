// Owns the API's description: OpenAPI 3.1 from the same records that the server mounts.
import * as z from "zod/mini";
import {
  IDEMPOTENCY_HEADER,
  IDEMPOTENCY_KEY_MAX,
  isFile,
  isPaged,
  MEMBERSHIP_HEADER,
  type Call,
  type Upload,
} from "./call.ts";
import { ERROR_STATUS, ErrorBody, type ErrorCode } from "./errors.ts";
import { needsToken } from "./who.ts";

type Json = Record<string, unknown>;

export interface ApiInfo {
  readonly title: string;
  readonly version: string;
  /** Where the paths hang, for example `https://example.com/api/latest`. */
  readonly server: string;
}

export function describeApi(calls: Readonly<Record<string, Call>>, { title, version, server }: ApiInfo): Json {
  const paths: Record<string, Json> = {};
  for (const [name, call] of Object.entries(calls))
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(name, call) };
  return {
    openapi: "3.1.0",
    info: { title, version },
    servers: [{ url: server }],
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorBody, "output") },
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
    },
  };
}

function operation(name: string, call: Call): Json {
  return {
    operationId: name,
    summary: call.summary,
    tags: [call.path.split("/")[1]],
    "x-who": call.who,
    ...(Object.keys(call.given).length > 0 && { "x-given": call.given }),
    security: needsToken(call.who) ? [{ bearer: [] }] : [],
    parameters: [
      ...parameters("path", call.params),
      ...parameters("query", call.query),
      ...(needsToken(call.who) ? [MEMBERSHIP_PARAMETER] : []),
      ...(call.idempotent ? [IDEMPOTENCY_PARAMETER] : []),
    ],
    ...(call.upload && { requestBody: { required: true, content: { "multipart/form-data": formOf(call.upload) } } }),
    ...(call.body && {
      requestBody: { required: true, content: { "application/json": { schema: schemaOf(call.body, "input") } } },
    }),
    responses: { [call.status]: success(call), ...refusals(call) },
  };
}

const MEMBERSHIP_PARAMETER = {
  name: MEMBERSHIP_HEADER,
  in: "header",
  required: false,
  description: "The active membership; the first one when absent",
  schema: { type: "string" },
};

const IDEMPOTENCY_PARAMETER = {
  name: IDEMPOTENCY_HEADER,
  in: "header",
  required: false,
  description:
    "Chosen by the caller. The same request under the same key returns what the first one made; another path or body under it answers 409 IDEMPOTENCY_KEY_REUSED. The reply repeats the key in this header",
  schema: { type: "string", maxLength: IDEMPOTENCY_KEY_MAX },
};

function parameters(place: "path" | "query", schema: z.ZodMiniObject | undefined): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === "path" || !(field as z.ZodMiniType).safeParse(undefined).success,
    schema: schemaOf(field as z.ZodMiniType, "input"),
  }));
}

function formOf({ mediaTypes, maxBytes }: Upload): Json {
  const file = {
    type: "string",
    format: "binary",
    description: `At most ${maxBytes} bytes; its first ones say what it is`,
  };
  return {
    schema: { type: "object", required: ["file"], properties: { file } },
    encoding: { file: { contentType: mediaTypes.join(", ") } },
  };
}

function success(call: Call): Json {
  if (call.reply === null) return { description: "Done" };
  if (!isFile(call.reply))
    return { description: "Success", content: { "application/json": { schema: schemaOf(call.reply, "output") } } };
  const content = Object.fromEntries(
    call.reply.file.map((type) => [type, { schema: { type: "string", format: "binary" } }]),
  );
  return { description: "The file, as an attachment; one byte range is honored with 206", content };
}

/** The codes that this call may give, by status: its own and those that come with how it is asked. */
export function refusalsOf(call: Call): ErrorCode[] {
  const takesInput = call.body ?? call.query ?? call.upload;
  return [
    ...(takesInput ? (["VALIDATION_ERROR"] as const) : []),
    ...((call.body ?? call.upload) ? (["PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"] as const) : []),
    ...(needsToken(call.who) ? (["INVALID_JWT", "NO_USER", "FORBIDDEN"] as const) : []),
    ...(typeof call.who === "object" ? (["SECOND_FACTOR_NOT_SET_UP"] as const) : []),
    ...(call.confirmed ? (["EMAIL_NOT_CONFIRMED"] as const) : []),
    ...((call.params ?? namesAnId(call.body)) ? (["NOT_FOUND"] as const) : []),
    ...(call.idempotent ? (["VALIDATION_ERROR", "IDEMPOTENCY_KEY_REUSED"] as const) : []),
    ...(call.limits.perMinute || isPaged(call) ? (["TOO_MANY_REQUESTS"] as const) : []),
    ...call.errors,
    "OVERLOADED",
  ];
}

function namesAnId(body: z.ZodMiniObject | undefined): boolean {
  return Object.keys(body?.shape ?? {}).some((key) => key === "id" || key.endsWith("Id"));
}

function refusals(call: Call): Json {
  const byStatus = Map.groupBy(new Set(refusalsOf(call)), (code) => ERROR_STATUS[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.join(", "),
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    ]),
  );
}

function schemaOf(schema: z.ZodMiniType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json;
  return rest;
}
