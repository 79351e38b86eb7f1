// The types of the package keyturn, from the API's description: with its texts, and without schemas that a reader would
// have to compute.
import { describeProduct } from "../app/server/api-description.ts";
import { keyCalls } from "../sdk/calls.ts";
import { isFile, isPaged } from "../platform/contract/call.ts";

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}

interface Parameter {
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>>;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The types of everything that the calls of an API key take and return, and the interface of the calls. */
export function describeSdk(): string {
  const site = "https://keyturn.mortgage";
  const served = { title: "Keyturn", version: "1", publicUrl: site, server: `${site}/api/latest` };
  const { paths, components } = describeProduct(served) as unknown as Description;
  const operations = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .filter(({ operationId }) => operationId in keyCalls);
  const calls = [
    "/** Every call that an API key may make. */",
    "export interface Calls {",
    ...operations.flatMap((operation) => [
      `${docOf(`${operation.summary}.\n\n${operation.description}`, "  ")}${methodOf(operation)}`,
    ]),
    "}",
  ].join("\n");
  const errors = [
    "/** NETWORK: no answer came. UNREADABLE: an answer that is not ours, such as a proxy's page. */",
    'export type ApiErrorCode = ErrorCode | "NETWORK" | "UNREADABLE";',
    "/** What the refused request would make a second time. */",
    `export interface Existing ${typeOf(components.schemas["Error"]!.properties!["existing"]!)}`, // every refusal has this schema
  ].join("\n");
  const used = closure(`${calls} ErrorCode FieldError`, components.schemas);
  const types = used.map(
    (name) => `${docOf(components.schemas[name]!.description)}${declare(name, components.schemas[name]!)}`,
  );
  return [...types, errors, calls].join("\n\n");
}

/** Names of schemas that the text refers to, directly or through another. */
function closure(text: string, schemas: Description["components"]["schemas"]): string[] {
  const found = new Set<string>();
  const visit = (within: string) => {
    for (const name of new Set(within.match(/\b[A-Z]\w*/g)))
      if (name in schemas && name !== "Error" && !found.has(name)) {
        found.add(name);
        visit(typeOf(schemas[name]!));
      }
  };
  visit(text);
  return [...found].sort();
}

function declare(name: string, schema: Schema): string {
  return schema.properties ? `export interface ${name} ${typeOf(schema)}` : `export type ${name} = ${typeOf(schema)};`;
}

function methodOf({ operationId, parameters, requestBody, responses }: Operation): string {
  const call = keyCalls[operationId]!; // filtered by it
  // The description names the parameters of paths that differ in names alone after the first; the call has its own.
  const ownNames = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const asked = [
    ...parameters.filter((one) => one.in === "path").map((one, at) => ({ ...one, name: ownNames[at] })),
    ...parameters.filter((one) => one.in === "query"),
  ];
  const inAddress: Schema = {
    type: "object",
    properties: Object.fromEntries(
      asked.map(({ name, schema, description }) => [name, { ...schema, description }]),
    ) as Record<string, Schema>,
    required: asked.filter(({ required }) => required).map(({ name }) => name!), // each has one
  };
  const body = call.upload ? "{ file: Blob }" : requestBody && typeOf(requestBody.content["application/json"]!.schema);
  const parts = [...(asked.length > 0 ? [typeOf(inAddress, "  ")] : []), ...(body ? [body] : [])];
  const isOptional = !requestBody && inAddress.required?.length === 0;
  const input = parts.length === 0 ? "Record<never, never>" : parts.join(" & ");
  return `  ${operationId}(input${isOptional ? "?" : ""}: ${input}, options?: CallOptions): ${resultOf()};`;

  function resultOf(): string {
    if (call.reply === null) return "Promise<null>";
    if (isFile(call.reply)) return "Promise<Download>";
    const reply = responses[call.status]!.content!["application/json"]!.schema; // a reply that is no file is JSON
    return isPaged(call) ? `Page<${typeOf(rowOf(reply))}>` : `Promise<${typeOf(reply, "  ")}>`;
  }
}

function rowOf(reply: Schema): Schema {
  if (reply.items) return reply.items;
  return { $ref: `${reply.$ref ?? ""}[number]` };
}

function typeOf(schema: Schema, indent = ""): string {
  const { $ref, enum: values, anyOf, oneOf, allOf, type, items, properties } = schema;
  if ($ref !== undefined) return $ref.split("/").at(-1)!; // split gives one part at least
  if (values) return values.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const any = anyOf ?? oneOf;
  if (any) return [...new Set(any.map((one) => typeOf(one, indent)))].join(" | ");
  if (allOf) return allOf.map((one) => `(${typeOf(one, indent)})`).join(" & ");
  if (type === "array") return `(${typeOf(items ?? {}, indent)})[]`.replace(/^\((\w+)\)/, "$1");
  if (properties) return objectOf(schema, indent);
  if (Array.isArray(type)) return type.map((one: string) => typeOf({ type: one }, indent)).join(" | ");
  switch (type) {
    case "object":
      return recordOf(schema, indent);
    case "integer":
    case "number":
      return "number";
    case "string":
    case "boolean":
    case "null":
      return type;
    default:
      return "unknown";
  }
}

function recordOf({ additionalProperties }: Schema, indent: string): string {
  const value = typeof additionalProperties === "object" ? typeOf(additionalProperties, indent) : "unknown";
  return `{ [name: string]: ${value} }`;
}

function objectOf({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(
    ([name, field]) =>
      `${docOf(field.description, inner)}${inner}${name}${required.includes(name) ? "" : "?"}: ${typeOf(field, inner)};`,
  );
  return ["{", ...fields, `${indent}}`].join("\n");
}

function docOf(text: string | undefined, indent = ""): string {
  if (text === undefined) return "";
  const lines = text.replaceAll("*/", "* /").split("\n");
  if (lines.length === 1) return `${indent}/** ${text} */\n`;
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */\n`].join("\n");
}
