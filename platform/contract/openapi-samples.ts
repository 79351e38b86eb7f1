// A request of every call that can be copied: for the shell, and for the package keyturn where an API key may make the call.
import { API_BASE, isFile, type Call } from "./call.ts";
import { needsToken } from "./who.ts";

/** As Redocly's extension `x-codeSamples` names it. */
export interface CodeSample {
  readonly lang: "Shell" | "TypeScript";
  readonly source: string;
}

/** Example values of a call's fields, by name; what is not required is left out. */
export interface SampleInput {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>> | null;
}

type Json = Readonly<Record<string, unknown>>;

/** A value that the schema accepts: its own example where it has one, else the plainest. */
export function exampleOf(schema: Json, named: Readonly<Record<string, Json>>): unknown {
  const { $ref, examples, enum: values, anyOf, properties, required = [], type, items, minItems = 0, minimum } = schema;
  if (Array.isArray(examples)) return examples[0];
  if (typeof $ref === "string") return exampleOf(named[$ref.split("/").at(-1) ?? ""] ?? {}, named);
  if ("const" in schema) return schema["const"];
  if (Array.isArray(values)) return values[0];
  if (Array.isArray(anyOf)) return exampleOf((anyOf as Json[]).find((one) => one["type"] !== "null") ?? {}, named);
  if (Array.isArray(type))
    return exampleOf({ ...schema, type: (type as string[]).find((one) => one !== "null") }, named);
  if (properties) {
    const fields = Object.entries(properties as Record<string, Json>);
    const sent = fields.filter(([name]) => (required as string[]).includes(name));
    return Object.fromEntries(sent.map(([name, field]) => [name, exampleOf(field, named)]));
  }
  switch (type) {
    case "array":
      return Number(minItems) > 0 || "$ref" in ((items ?? {}) as Json) ? [exampleOf((items ?? {}) as Json, named)] : [];
    case "integer":
    case "number":
      return Math.max(Number(minimum ?? 1), 1);
    case "boolean":
      return true;
    case "null":
      return null;
    case "object":
      return {};
    default:
      return TEXTS[String(schema["format"])] ?? "text";
  }
}

const TEXTS: Readonly<Record<string, string>> = {
  uuid: "7b0f9a52-6c1d-4e0e-9d55-0a3c8f1f2b64",
  date: "2026-11-24",
  "date-time": "2026-11-24T15:04:05.123Z",
  email: "maria@example.com",
  ipv4: "203.0.113.7",
};

/** The environment of a sample has `KEYTURN_URL` and `KEYTURN_API_KEY`, or `KEYTURN_TOKEN` where a person calls. */
export function codeSamples(name: string, call: Call, input: SampleInput): CodeSample[] {
  const shell: CodeSample = { lang: "Shell", source: curlOf(call, input) };
  return call.apiScope === null ? [shell] : [shell, { lang: "TypeScript", source: typescriptOf(name, call, input) }];
}

function curlOf(call: Call, { path, query, body }: SampleInput): string {
  const place = call.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(path[name])));
  const asked = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const key = call.apiScope === null ? "KEYTURN_TOKEN" : "KEYTURN_API_KEY";
  const file = call.reply !== null && isFile(call.reply) ? ["--output report.file"] : [];
  return [
    `curl "$KEYTURN_URL${API_BASE}${place}${asked === "" ? "" : `?${asked}`}"`,
    ...(call.method === "GET" ? [] : [`--request ${call.method}`]),
    ...(needsToken(call.who) ? [`--header "Authorization: Bearer $${key}"`] : []),
    ...(call.upload ? ["--form file=@statement.pdf"] : []),
    ...(body ? [`--header "Content-Type: application/json"`, `--data '${quoted(JSON.stringify(body, null, 2))}'`] : []),
    ...file,
  ].join(" \\\n  ");
}

/** Within single quotes of a shell. */
function quoted(text: string): string {
  return text.replaceAll("'", String.raw`'\''`);
}

function typescriptOf(name: string, call: Call, { path, query, body }: SampleInput): string {
  const fields = { ...path, ...query, ...body };
  const file = call.upload ? ['file: new Blob([await readFile("statement.pdf")])'] : [];
  const entries = [...Object.entries(fields).map(([field, value]) => `${field}: ${literal(value)}`), ...file];
  const input = entries.length === 0 ? "" : `{ ${entries.join(", ")} }`;
  const asked = `await keyturn.${name}(${input})`;
  if (call.reply === null) return `${asked};`;
  return isFile(call.reply) ? `const file = ${asked};\nawait file.saveTo(file.name);` : `const reply = ${asked};`;
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, one]) => `${name}: ${literal(one)}`)
    .join(", ")} }`;
}
