import { AppError } from "#platform/contract/errors.ts";
import { sqlState } from "./database.ts";

/** Class 23 of SQLSTATE: a constraint was violated. */
const CONSTRAINT = /^23/;

/** Anything else, such as a connection that broke, may have come after the commit. */
export function isRefusal(error: unknown): boolean {
  return error instanceof AppError || CONSTRAINT.test(sqlState(error) ?? "");
}
