import { DrizzleQueryError } from "drizzle-orm";

/** What the database or the way to it said, without what quotes values: its detail and context, its client's parameters. */
export class StatementError extends Error {}

const REPORTED = ["code", "severity", "schema", "table", "column", "constraint", "routine", "errno", "syscall"];

export function statementError(error: unknown): StatementError {
  if (error instanceof StatementError) return error;
  const said = (error ?? {}) as Record<string, unknown>;
  const reported = Object.fromEntries(
    REPORTED.flatMap((name) => (said[name] === undefined ? [] : [[name, said[name]]])),
  );
  const message = error instanceof Error && !quotesValues(error, said["code"]) ? error.message : "a value was refused";
  return Object.assign(new StatementError(message), { name: "StatementError", ...reported });
}

// Data exceptions (class 22) do, and what JavaScript says of a value that it cannot write as the column's type.
function quotesValues(error: Error, code: unknown): boolean {
  const isOfJavaScript = [SyntaxError, TypeError, RangeError].some((kind) => error instanceof kind);
  return isOfJavaScript || String(code).startsWith("22");
}

/** Removes the statement's values from an error. Drizzle puts them in the message, anywhere in the chain of causes. */
export function withoutValues(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StatementError) return error;
  if (error instanceof DrizzleQueryError)
    return new Error(`A statement failed: ${error.query}`, { cause: withoutValues(error.cause) });
  if ("severity" in error) return statementError(error);
  if (error.cause !== undefined) error.cause = withoutValues(error.cause);
  return error;
}
