import * as z from "zod/mini";
import type { FastifyCompressOptions } from "@fastify/compress";
import { isFile, type Call } from "#platform/contract/call.ts";

type Json = Record<string, unknown>;

/** JSON Schema draft-07 for fast-json-stringify. Checks on values are left out: they were made on the way in. */
export function toReplySchema(schema: z.ZodMiniType): Json {
  return slim(z.toJSONSchema(schema, { target: "draft-7", io: "output", unrepresentable: "any" })) as Json;
}

const ONLY_CHECKS = new Set([
  "$schema",
  "pattern",
  "format",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "default",
]);

function slim(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(slim);
  if (typeof node !== "object" || node === null) return node;
  const remaining = Object.entries(node).filter(([key, value]) => !ONLY_CHECKS.has(key) && !isClosing(key, value));
  return foldNull(
    Object.fromEntries(
      remaining.map(([key, value]) => [key, key === "properties" ? slimEach(value as Json) : slim(value)]),
    ),
  );
}

// Its keys are names of fields, and a field may well be called `format`.
function slimEach(properties: Json): Json {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, slim(schema)]));
}

// Unnamed fields are left out anyway. Declared, a branch of a union would refuse a value with more fields.
function isClosing(key: string, value: unknown): boolean {
  return key === "additionalProperties" && value === false;
}

// A union with null would be tried branch by branch at run time; `nullable` is compiled.
function foldNull(node: Json): Json {
  const { anyOf, ...rest } = node;
  if (!Array.isArray(anyOf)) return node;
  const others = (anyOf as Json[]).filter((branch) => branch["type"] !== "null");
  const [only = {}] = others;
  if (others.length !== 1 || others.length === anyOf.length) return node;
  // The branches of a union are validated, and `nullable` adds no null to an enum.
  const values = Array.isArray(only["enum"]) ? { enum: [...(only["enum"] as unknown[]), null] } : {};
  return { ...rest, ...only, ...values, nullable: true };
}

export const COMPRESSION = {
  global: false,
  globalDecompression: false, // a compressed body is refused with 415
  encodings: ["br", "gzip"],
  threshold: 1024, // below that the headers weigh more than what is saved
} as const satisfies FastifyCompressOptions;

/** JSON without a secret. A file keeps its Content-Length and its ranges. */
export function compressionOf({ reply, holdsSecret }: Pick<Call, "reply" | "holdsSecret">) {
  const isCompressed = reply !== null && !isFile(reply) && !holdsSecret;
  return isCompressed ? COMPRESSION : false;
}
