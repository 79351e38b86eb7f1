// Plaid's published schemas as checks of requests, replies and webhooks.
import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import type { ErrorObject, ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import { PlaidFault } from "./errors.ts";

interface Schema {
  [key: string]: unknown;
  $ref?: string;
  nullable?: boolean;
  properties?: Record<string, Schema>;
}

interface Json {
  "application/json": { schema: { $ref: string } };
}

interface Document {
  paths: Record<string, { post: { requestBody: { content: Json }; responses: { 200: { content: Partial<Json> } } } }>;
  "x-webhooks": Record<string, { $ref: string }>;
  components: { schemas: Record<string, Schema> };
}

function readDocument(name: string): Document {
  return JSON.parse(readFileSync(new URL(`schemas/${name}`, import.meta.url), "utf8")) as Document;
}

const [assets, consumerReport] = [
  readDocument("plaid-openapi.json"),
  readDocument("plaid-consumer-report-openapi.json"),
];

const document: Document = {
  paths: { ...assets.paths, ...consumerReport.paths },
  "x-webhooks": { ...assets["x-webhooks"], ...consumerReport["x-webhooks"] },
  components: { schemas: { ...assets.components.schemas, ...consumerReport.components.schemas } },
};

/** OpenAPI 3.0 says `nullable` where JSON Schema says "or null"; `closed` also refuses fields that are not named. */
function toJsonSchema(schema: Schema, closed: boolean): Schema {
  const walked = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, walk(value, closed)])) as Schema;
  if (schema.$ref !== undefined) return { $ref: schema.$ref };
  const { nullable, ...rest } = walked;
  if (closed && rest.properties !== undefined && rest["additionalProperties"] === undefined) {
    rest["additionalProperties"] = false;
  }
  return nullable === true ? { anyOf: [{ type: "null" }, rest] } : rest;
}

function walk(value: unknown, closed: boolean): unknown {
  if (Array.isArray(value)) return value.map((entry) => walk(entry, closed));
  // Examples are data: a field of theirs named like a schema keyword must stay as it is.
  return typeof value === "object" && value !== null ? toJsonSchema(value as Schema, closed) : value;
}

/** Checks of every named schema, compiled when first asked for. */
function schemaChecks({
  closed,
  prepare,
}: {
  closed: boolean;
  prepare?: (ajv: Ajv) => void;
}): (name: string) => ValidateFunction {
  // Formats that `prepare` does not bring are not checked, addresses are.
  const ajv = new Ajv({
    strict: false,
    allErrors: true,
    logger: false,
    formats: { url: (text) => URL.canParse(text) },
  });
  prepare?.(ajv);
  const schemas = Object.fromEntries(
    Object.entries(document.components.schemas).map(([name, schema]) => [
      name,
      toJsonSchema(withoutExamples(schema), closed),
    ]),
  );
  ajv.addSchema({ $id: "plaid", components: { schemas } });
  return (name) => {
    const check = ajv.getSchema(`plaid#/components/schemas/${name}`);
    if (check === undefined) throw new Error(`Plaid's document has no schema ${name}`);
    return check as ValidateFunction;
  };
}

function withoutExamples(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema, (key, value: unknown) => (key === "example" ? undefined : value))) as Schema;
}

function requestSchemaName(path: string): string {
  const operation = document.paths[path];
  if (operation === undefined) throw new Error(`Plaid's document has no operation ${path}`);
  return nameOf(operation.post.requestBody.content["application/json"].schema.$ref);
}

function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}

const checkRequest = schemaChecks({ closed: true });
const checkReply = schemaChecks({ closed: false, prepare: (ajv) => addFormats.default(ajv) });

/** How a reply of `path` differs from its published schema, or from Plaid's error; null when it does not. */
export function findReplyError(path: string, status: number, body: unknown): string | null {
  if (status !== 200) return wrongIn("PlaidError", body);
  const schema = document.paths[path]?.post.responses[200].content["application/json"]?.schema;
  return schema === undefined ? null : wrongIn(nameOf(schema.$ref), body);
}

/** @param kind e.g. `ASSETS/PRODUCT_READY` */
export function findWebhookError(kind: string, body: unknown): string | null {
  const webhook = document["x-webhooks"][kind];
  return webhook === undefined ? "Plaid sends no such webhook" : wrongIn(nameOf(webhook.$ref), body);
}

function wrongIn(name: string, body: unknown): string | null {
  const check = checkReply(name);
  if (check(body)) return null;
  const [first] = check.errors ?? [];
  return `${name}: ${dotted(first?.instancePath ?? "")} ${first?.message ?? "is not valid"}`;
}

/** Refuses a body as Plaid does: unknown fields first, then missing ones, then wrong ones. */
export function refuseBadRequest(path: string, body: unknown): void {
  const check = checkRequest(requestSchemaName(path));
  if (check(body)) return;
  const errors = check.errors ?? [];
  const unknown = errors.filter(({ keyword }) => keyword === "additionalProperties");
  if (unknown.length > 0) throw new PlaidFault("UNKNOWN_FIELDS", fieldsOf(unknown, "additionalProperty"));
  const missing = errors.filter(({ keyword }) => keyword === "required");
  if (missing.length > 0) throw new PlaidFault("MISSING_FIELDS", fieldsOf(missing, "missingProperty"));
  const wrong = errors.find(({ keyword, params }) => keyword !== "anyOf" && params["type"] !== "null");
  throw new PlaidFault(
    "INVALID_FIELD",
    `${dotted(wrong?.instancePath ?? "")} ${wrong?.message ?? "is not valid"}`.trim(),
  );
}

function fieldsOf(errors: ErrorObject[], param: string): string {
  const names = errors.map(({ instancePath, params }) =>
    [dotted(instancePath), String(params[param])].filter(Boolean).join("."),
  );
  return [...new Set(names)].join(", ");
}

function dotted(pointer: string): string {
  return pointer.slice(1).replaceAll("/", ".");
}
