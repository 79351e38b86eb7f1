import pg from "pg";
// How pg writes a value on the wire. Its typings leave this file out; pg-cursor takes it from the same place.
// @ts-expect-error -- without typings
import utils from "pg/lib/utils.js";
import type { Result, StatementConfig } from "./engine.ts";
import type { AnyScope } from "./scope.ts";

/** Prepared once a connection; `true` makes both settings end with the transaction. */
export const SET_SCOPE = {
  name: "keyturn_set_scope",
  text: "select set_config('role', $1, true), set_config('app.organization_id', $2, true)",
};

const BEGIN = { name: "keyturn_begin", text: "begin" };

export function scopeValues(scope: AnyScope): [role: string, organizationId: string] {
  return [scope.role, scope.role === "keyturn_tenant" ? scope.organizationId : ""];
}

/** Run on every new connection, so that the query below can bind without parsing. */
export async function prepareScope(client: pg.ClientBase): Promise<void> {
  await client.query(BEGIN);
  await client.query({ ...SET_SCOPE, values: ["none", ""] });
  await client.query("rollback");
}

type ValueMapper = (value: unknown) => unknown;
const { prepareValue } = utils as { prepareValue: ValueMapper };
type Done = (error: Error | null, result: Result) => void;

// The part of pg's connection that pg-cursor also uses. pg is pinned, and scoped-query.test.ts tests what we rely on.
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  readonly parsedStatements: Record<string, string | undefined>;
  readonly submittedNamedStatements: Record<string, string | undefined>;
  parse(statement: { name: string; text: string }): void;
  bind(bound: { statement: string; values: readonly unknown[]; valueMapper: ValueMapper }): void;
  describe(portal: { type: "P" }): void;
  execute(portal: object): void;
  sync(): void;
}

interface Column {
  readonly name: string;
  readonly dataTypeID: number;
  readonly format: string;
}

/** How a statement's rows are read: what the server says of its columns, once a connection. */
interface RowReader {
  readonly names: readonly string[];
  readonly parsers: readonly ((text: string) => unknown)[];
}

// PostgreSQL refuses a prepared statement whose columns would change, so its first row description stays valid.
const readers = new WeakMap<Wire, Map<string, RowReader>>();

/**
 * A query that sets its scope first, for pg's client to submit. Messages between two Syncs are one implicit
 * transaction, so the settings die with it, also after an error; the setting's own result is dropped. With `begins`, it
 * first opens a transaction, which the settings last for and which the caller ends.
 */
export class ScopedQuery {
  readonly text: string;
  readonly name: string;
  /** pg's client wraps it to end a wait that lasts too long. */
  callback: Done;
  readonly #scope: readonly string[];
  readonly #config: StatementConfig;
  readonly #values: readonly unknown[];
  readonly #rows: unknown[] = [];
  #rowCount: number | null = null;
  readonly #begins: boolean;
  /** Results of what comes before the statement. */
  #pending: number;
  #reader: RowReader | undefined;
  #wire: Wire | undefined;
  #failure: Error | null = null;

  constructor(
    scope: AnyScope,
    config: StatementConfig,
    values: readonly unknown[],
    done: Done,
    { begins = false } = {},
  ) {
    this.text = config.text;
    this.name = config.name ?? "";
    this.callback = done;
    this.#scope = scopeValues(scope);
    this.#config = config;
    this.#values = values;
    this.#begins = begins;
    this.#pending = begins ? 2 : 1;
  }

  submit(wire: Wire): Error | null {
    const { name, text } = this;
    const parsed = name ? (wire.parsedStatements[name] ?? wire.submittedNamedStatements[name]) : undefined;
    if (parsed !== undefined && parsed !== text) return new Error(`Two statements are both named ${name}.`);
    this.#wire = wire;
    this.#reader = parsed === undefined ? undefined : readers.get(wire)?.get(name);
    const values = this.#values.map(prepareValue); // before anything is written, for it may throw

    wire.stream.cork();
    if (this.#begins) {
      wire.bind({ statement: BEGIN.name, values: [], valueMapper: asIs });
      wire.execute({});
    }
    wire.bind({ statement: SET_SCOPE.name, values: this.#scope, valueMapper: asIs });
    wire.execute({});
    if (parsed === undefined) {
      wire.parse({ name, text });
      if (name) wire.submittedNamedStatements[name] = text;
    }
    wire.bind({ statement: name, values, valueMapper: asIs });
    if (!this.#reader) wire.describe({ type: "P" });
    wire.execute({});
    wire.sync();
    wire.stream.uncork();
    return null;
  }

  handleRowDescription({ fields }: { fields: readonly Column[] }): void {
    const { types } = this.#config;
    this.#reader = {
      names: fields.map(({ name }) => name),
      parsers: fields.map(
        ({ dataTypeID }) => (types ?? pg.types).getTypeParser(dataTypeID, "text") as (text: string) => unknown,
      ),
    };
    if (!this.name || !this.#wire) return;
    const known = readers.get(this.#wire) ?? new Map<string, RowReader>();
    readers.set(this.#wire, known.set(this.name, this.#reader));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#pending > 0 || !this.#reader || this.#failure) return;
    try {
      this.#rows.push(
        this.#config.rowMode === "array" ? toArray(this.#reader, fields) : toObject(this.#reader, fields),
      );
    } catch (error) {
      this.#failure = error as Error; // the rest of the answer has to be taken before the query can fail
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    if (this.#pending > 0) this.#pending--;
    else this.#rowCount = Number(/\d+$/.exec(text)?.[0] ?? NaN);
  }

  handleEmptyQuery(): void {}

  handleReadyForQuery(): void {
    this.callback(this.#failure, { rows: this.#rows, rowCount: this.#rowCount });
  }

  handleError(error: Error): void {
    this.callback(error, { rows: [], rowCount: null });
  }
}

function toArray({ parsers }: RowReader, fields: readonly (string | null)[]): unknown[] {
  const row = new Array<unknown>(fields.length);
  for (let index = 0; index < fields.length; index++) {
    const text = fields[index]!;
    row[index] = text === null ? null : parsers[index]!(text);
  }
  return row;
}

function toObject(reader: RowReader, fields: readonly (string | null)[]): object {
  const row = toArray(reader, fields);
  return Object.fromEntries(reader.names.map((name, index) => [name, row[index]]));
}

function asIs(value: unknown): unknown {
  return value;
}
