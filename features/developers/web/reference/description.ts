import { queryOptions } from "@tanstack/react-query";
import type { CodeSample } from "#platform/contract/openapi-samples.ts";
import { request } from "#platform/web/http/client.ts";

/** JSON Schema, as far as the page shows it. */
export interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

interface Referred {
  readonly $ref?: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

export interface Response extends Content {
  readonly description: string;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly (Parameter | Referred)[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Response | Referred>>;
  readonly "x-api-scope"?: string;
  readonly "x-codeSamples"?: readonly CodeSample[];
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

export interface Description {
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Paths;
  readonly webhooks?: Paths;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

export interface DescribedCall {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The API's own description, which changes only with a release. */
export const apiDescription = queryOptions({
  queryKey: ["openapi.json"],
  queryFn: async ({ signal }) => {
    const reply = await request({ method: "GET", url: "/openapi.json", signal, isBesidePage: true });
    return (await reply.json()) as Description; // made by the same release
  },
  staleTime: Infinity,
});

/** What a reference names, or the value itself. */
export function resolve<T extends object>(value: T | Referred, { components }: Description): T {
  if (!("$ref" in value) || value.$ref === undefined) return value as T;
  const [kind = "", name = ""] = value.$ref.split("/").slice(2);
  return (components as unknown as Record<string, Record<string, T>>)[kind]?.[name] as T; // a test resolves every one
}

export function callsIn(paths: Paths): DescribedCall[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** Whether a call has all of these words in its name, address or summary. */
export function isFound({ path, operation }: DescribedCall, search: string): boolean {
  const text = `${operation.operationId} ${operation.summary} ${path}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** As a person reads it: `text`, `list of Borrower`, `"a" or "b"`. */
export function typeText(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1) ?? "";
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeText))].join(" or ");
  if (schema.type === "array") return `list of ${typeText(schema.items ?? {})}`;
  const type = [schema.type ?? "any"].flat().join(" or ");
  return schema.format === undefined ? type : `${type} (${schema.format})`;
}

/** The schema with fields that this one is, or is a list or a choice of. */
export function fieldsOf(schema: Schema, description: Description): Schema | undefined {
  const whole = resolve<Schema>(schema, description);
  if (whole.properties) return whole;
  const inner = whole.items ?? whole.anyOf?.find((one) => one.type !== "null");
  return inner && fieldsOf(inner, description);
}
