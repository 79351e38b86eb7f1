import { AsyncLocalStorage } from "node:async_hooks";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { DrizzleQueryError } from "drizzle-orm";
import type { Engine, Run } from "./engine.ts";
import { runPrepared, type Prepared } from "./prepared.ts";
import { system, type SystemScope, type AnyScope } from "./scope.ts";
import { observe } from "../observability/operations.ts";
import { AppError } from "#platform/contract/errors.ts";

/** An error of the database or its connection without what quotes values: detail, context and parameters. */
class StatementError extends Error {}

const REPORTED = ["code", "severity", "schema", "table", "column", "constraint", "routine", "errno", "syscall"];

function statementError(error: unknown): StatementError {
  if (error instanceof StatementError) return error;
  const fields = (error ?? {}) as Record<string, unknown>;
  const details = Object.fromEntries(
    REPORTED.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
  );
  const message =
    error instanceof Error && !quotesValues(error, fields["code"]) ? error.message : "a value was refused";
  return Object.assign(new StatementError(message), { name: "StatementError", ...details });
}

// Data exceptions (class 22) do, and what JavaScript says of a value that it cannot write as the column's type.
function quotesValues(error: Error, code: unknown): boolean {
  const isOfJavaScript = [SyntaxError, TypeError, RangeError].some((kind) => error instanceof kind);
  return isOfJavaScript || String(code).startsWith("22");
}

/** Removes the statement's values from an error. Drizzle puts them in the message, anywhere in the chain of causes. */
function redacted(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StatementError) return error;
  if (error instanceof DrizzleQueryError)
    return new Error(`A statement failed: ${error.query}`, { cause: redacted(error.cause) });
  if ("severity" in error) return statementError(error);
  if (error.cause !== undefined) error.cause = redacted(error.cause);
  return error;
}

interface Frame {
  readonly run: Run;
  readonly scope: AnyScope;
  readonly inTransaction: boolean;
}

// A prepared statement keeps its client for life, so where it runs is found at the bottom, from the frame around it.
const frames = new AsyncLocalStorage<Frame>();
const client = {
  query: (config: Parameters<Run>[0], values: unknown[]) => {
    const frame = frames.getStore();
    if (!frame) throw new Error("A statement ran outside db.run and db.transaction, so under no scope.");
    return frame.run(config, values);
  },
};

/** Drizzle's builder. Statements built with it run only inside `run` or `transaction`. */
export const orm: NodePgDatabase = drizzle(client as never); // it only ever asks for client.query

/** What a store needs to read: the database itself, or a transaction. */
export interface ReadDb {
  /** Runs a prepared statement under a scope; `organizationId` is filled in from it. */
  run<Row>(scope: AnyScope, statement: Prepared<Row>, values?: Record<string, unknown>): Promise<Row>;
  /** Runs what `work` builds with the orm, each statement by itself, under a scope. */
  read<T>(scope: AnyScope, work: (query: NodePgDatabase) => PromiseLike<T>): Promise<T>;
}

/** A transaction under one scope. Everything that must hold together takes it as its first argument. */
export interface Tx extends ReadDb {
  readonly orm: NodePgDatabase;
  readonly scope: AnyScope;
  /** Runs a statement written outside our own code, such as the job queue's. */
  execute(text: string, values: readonly unknown[]): Promise<{ rows: unknown[] }>;
}

export interface Database extends ReadDb {
  readonly engine: Engine;
  /** Runs one statement of SQL under a scope, in one round trip. It commits by itself, and is retried as a transaction is. */
  execute(scope: AnyScope, text: string, values: readonly unknown[]): Promise<{ rows: unknown[] }>;
  /** Commits when `work` resolves; undone when it rejects. A deadlock or serialization failure is tried again, twice. */
  transaction<T>(scope: AnyScope, work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * The database, and the scope that reaches every organization: it comes with opening one, so that only the
 * composition holds it and hands it to the features that need it.
 */
export function openDatabase(engine: Engine): { db: Database; system: SystemScope } {
  const outsideTransaction = (scope: AnyScope): Run => {
    if (frames.getStore()?.inTransaction)
      throw new Error("Inside a transaction, hand its tx on instead of the database.");
    return withRedactedErrors((config, values) => engine.query(scope, config, values));
  };

  const db: Database = {
    engine,
    run: (scope, statement, values) => runPrepared(outsideTransaction(scope), statement, valuesIn(scope, values)),
    read: (scope, work) =>
      frames
        .run({ run: outsideTransaction(scope), scope, inTransaction: false }, async () => work(orm))
        .catch(throwRedacted),
    execute: (scope, text, values) => retried(() => outsideTransaction(scope)({ text }, values)),
    transaction: transactionsOf(engine),
    close: () => engine.close(),
  };
  return { db, system };
}

/** Transactions of a database, or of a standby that only answers reads. */
export function transactionsOf(engine: Pick<Engine, "kind" | "transaction">): Database["transaction"] {
  return (scope, work) =>
    observe({ kind: "transaction", database: engine.kind }, () =>
      retried(() =>
        engine.transaction(scope, (bare) => {
          const run = withRedactedErrors(bare);
          // Async, so that a statement handed back unawaited runs within the frame too.
          return frames.run({ run, scope, inTransaction: true }, async () => work(transactionOf(scope, run)));
        }),
      ),
    );
}

/** A deadlock or a serialization failure undid the work, so it can run again. */
async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 3 || !isRetryable(error)) throw redacted(error);
    }
  }
}

// Values are names, addresses and hashes. None of them may reach a log, no matter which code catches the error.
function withRedactedErrors(run: Run): Run {
  return (config, values) =>
    run(config, values).catch((error: unknown) => {
      throw statementError(error);
    });
}

function throwRedacted(error: unknown): never {
  throw redacted(error);
}

function transactionOf(scope: AnyScope, run: Run): Tx {
  const requireCovered = (asked: AnyScope) => {
    if (!covers(scope, asked)) throw new Error("A transaction serves the scope it was opened with.");
  };
  return {
    scope,
    orm,
    execute: (text, values) => run({ text }, values),
    run(asked, statement, values) {
      requireCovered(asked);
      return runPrepared(run, statement, valuesIn(asked, values));
    },
    read(asked, work) {
      requireCovered(asked);
      return Promise.resolve(work(orm));
    },
  };
}

// The filter that every statement of a store carries (tenantFilter) takes its value from the scope, never from the caller.
function valuesIn(scope: AnyScope, values: Record<string, unknown> = {}): Record<string, unknown> {
  return scope.role === "keyturn_tenant" ? { ...values, organizationId: scope.organizationId } : values;
}

function covers(scope: AnyScope, asked: AnyScope): boolean {
  if (scope.role === "keyturn_across") return true;
  return asked.role === "keyturn_tenant" && asked.organizationId === scope.organizationId;
}

const SERIALIZATION_FAILURE = "40001";
const DEADLOCK_DETECTED = "40P01";
const UNIQUE_VIOLATION = "23505";

/** A deadlock or a serialization failure: the statement is correct and can be retried. */
export function isRetryable(error: unknown): boolean {
  const code = sqlState(error);
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED;
}

/** The name of the violated unique constraint, if that is what the error says. */
export function violatedConstraint(error: unknown): string | undefined {
  const cause = databaseError(error);
  return cause?.code === UNIQUE_VIOLATION ? cause.constraint : undefined;
}

export function sqlState(error: unknown): string | undefined {
  return databaseError(error)?.code;
}

interface DatabaseFailure {
  readonly code?: string;
  readonly constraint?: string;
}

// Drizzle wraps the driver's error as its cause.
function databaseError(error: unknown): DatabaseFailure | undefined {
  for (let at = error; at instanceof Error; at = at.cause) if ("code" in at) return at as DatabaseFailure;
  return undefined;
}

/** Class 23 of SQLSTATE: a constraint was violated. */
const CONSTRAINT = /^23/;

/** Anything else, such as a connection that broke, may have come after the commit. */
export function isRefusal(error: unknown): boolean {
  return error instanceof AppError || CONSTRAINT.test(sqlState(error) ?? "");
}

const NETWORK_FAILURES = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOENT"]);
const SOCKET_CALLS = new Set(["connect", "read", "write"]);

/** The database cannot be reached, is stopping, or does not answer in time. */
export function isDatabaseAway(error: unknown): boolean {
  const code = sqlState(error) ?? "";
  // Class 08 connection, 53 resources, 57P admin shutdown, crash or cannot-connect-now, 57014 statement timeout,
  // 25006 a primary that became a standby.
  if (/^(08|53|57P|57014|25006)/.test(code)) return true;
  for (let at = error; at instanceof Error; at = at.cause) {
    if (
      "syscall" in at &&
      "code" in at &&
      NETWORK_FAILURES.has(String(at.code)) &&
      SOCKET_CALLS.has(String(at.syscall))
    )
      return true;
    if (
      /timeout exceeded when trying to connect|Query read timeout|Connection terminated|not queryable/.test(at.message)
    )
      return true;
  }
  return false;
}
