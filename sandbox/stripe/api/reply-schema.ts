// Stripe's schemas of the replies and of the events' objects, compiled when first needed.
import { readFileSync } from "node:fs";
import { Ajv, type ErrorObject } from "ajv";
import type { Wire } from "./wire.ts";

interface Schema {
  [key: string]: unknown;
  nullable?: boolean;
}

export const document = JSON.parse(
  readFileSync(new URL("../schemas/stripe-openapi.json", import.meta.url), "utf8"),
) as { paths: Record<string, Record<string, unknown>>; components: { schemas: Record<string, Schema> } };

/** OpenAPI 3.0 says `nullable` where JSON Schema says "or null". */
function toJsonSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toJsonSchema);
  if (typeof value !== "object" || value === null) return value;
  const { nullable, ...rest } = value as Schema;
  const walked = Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, toJsonSchema(inner)]));
  return nullable === true ? { anyOf: [{ type: "null" }, walked] } : walked;
}

let compiler: Ajv | undefined;

function checks(): Ajv {
  if (compiler !== undefined) return compiler;
  compiler = new Ajv({ strict: false, logger: false, validateFormats: false });
  compiler.addSchema({ $id: "stripe", ...(toJsonSchema(document) as object) });
  return compiler;
}

/** What does not fit the schema at this place of Stripe's document; `null`: all does. */
export function findSchemaError(pointer: string, value: unknown): string | null {
  const check = checks().getSchema(`stripe#/${pointer}`);
  if (check === undefined) throw new Error(`Stripe's document has no ${pointer}`);
  if (check(value) === true) return null;
  return (check.errors ?? []).map(inWords).join("; ");
}

/** For the reply of a call that was not refused. */
export function findReplyError({ method, path }: { method: string; path: string }, body: unknown): string | null {
  const parts = ["paths", path, method.toLowerCase(), "responses", "200", "content", "application/json", "schema"];
  return findSchemaError(parts.map((part) => encodeURIComponent(part.replaceAll("/", "~1"))).join("/"), body);
}

/** For an event, and for the object that it is about. */
export function findEventError(event: Wire): string | null {
  const { object } = event["data"] as { object: { object: string } };
  const names = object.object.split(".").map(toPascalCase);
  return (
    findSchemaError("components/schemas/Event", event) ??
    findSchemaError(`components/schemas/${names.join(".")}`, object)
  );
}

/** E.g. `payment_intent` -> `PaymentIntent`; one is written without a line between its words. */
function toPascalCase(name: string): string {
  if (name === "invoiceitem") return "InvoiceItem";
  return name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function inWords({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath || "/"} ${message ?? "is wrong"} ${JSON.stringify(params)}`;
}
