// Plaid's published schemas as checks: requests at run time, replies and webhooks in the tests.
import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import type { ErrorObject, ValidateFunction } from "ajv";
import { PlaidFault } from "./errors.ts";

interface Schema {
  [key: string]: unknown;
  $ref?: string;
  nullable?: boolean;
  properties?: Record<string, Schema>;
}

interface Document {
  paths: Record<string, { post: { requestBody: { content: { "application/json": { schema: { $ref: string } } } } } }>;
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
export function schemaChecks({
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

/** E.g. `ASSETS/PRODUCT_READY` -> `AssetsProductReadyWebhook`. */
export function webhookSchemaName(kind: string): string | undefined {
  const webhook = document["x-webhooks"][kind];
  return webhook === undefined ? undefined : nameOf(webhook.$ref);
}

function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}

const checkRequest = schemaChecks({ closed: true });

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
