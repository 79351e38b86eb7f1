import type { FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import type { Call } from "#platform/contract/call.ts";
import { AppError } from "#platform/contract/errors.ts";
import { fieldErrors } from "#platform/contract/field-errors.ts";

/** Path, query and body, each parsed by its schema, in one flat object. Where names met, the path would win. */
export function parseInput(call: Call, request: Pick<FastifyRequest, "params" | "query" | "body">): object {
  return {
    ...(call.body && parse(call.body, fieldsOf(call, request.body ?? {}))),
    ...(call.query && parse(call.query, request.query)),
    ...(call.params && parse(call.params, request.params)),
  };
}

function fieldsOf({ foreignBody }: Call, body: unknown): unknown {
  return foreignBody ? foreignBody.toFields(body) : body;
}

function parse(schema: z.ZodMiniObject, value: unknown): object {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  // Ids are opaque: a text that cannot be one names nothing, like an unknown one.
  if (result.error.issues.every(isMalformedId)) throw new AppError("NOT_FOUND");
  throw new AppError("VALIDATION_ERROR", { errors: fieldErrors(result.error) });
}

function isMalformedId(issue: z.core.$ZodIssue): boolean {
  return issue.code === "invalid_format" && issue.format === "uuid";
}
