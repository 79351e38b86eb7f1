// Statements are built once and rows read by one reader: Drizzle looks up the decoder of a column for every value of
// every row, a fifth of a list's CPU time.
import { Column, fillPlaceholders, is, noopDecoder, SQL } from "drizzle-orm";
import type { DriverValueDecoder } from "drizzle-orm";
import type { Run, StatementConfig } from "./engine.ts";

/** A statement that gives back flat fields, built once and prepared under its name. */
export interface Prepared<Row> {
  execute(values?: Record<string, unknown>): Promise<Row>;
}

/**
 * A statement that is built when it first runs: building all of them would take a twentieth of the start's CPU time.
 *
 * @param name by which PostgreSQL prepares it; each statement has its own
 */
export function prepared<Row>(name: string, build: () => { prepare(name: string): Prepared<Row> }): Prepared<Row> {
  return new LateStatement(() => build().prepare(name));
}

class LateStatement<Row> implements Prepared<Row> {
  readonly #build: () => Prepared<Row>;
  #built: Prepared<Row> | undefined;

  constructor(build: () => Prepared<Row>) {
    this.#build = build;
  }

  get built(): Prepared<Row> {
    return (this.#built ??= this.#build());
  }

  execute(values?: Record<string, unknown>): Promise<Row> {
    return this.built.execute(values);
  }
}

/** Runs it without Drizzle's own session, so outside any frame: `run` says where. */
export async function runPrepared<Row>(
  run: Run,
  statement: Prepared<Row>,
  values: Record<string, unknown>,
): Promise<Row> {
  const { config, params, read } = readable(statement);
  const { rows } = await run(config, fillPlaceholders(params, values));
  return (rows as unknown[][]).map(read) as Row;
}

type Decoder = DriverValueDecoder<unknown, unknown>;

// What Drizzle keeps of a select. Private to it, so Drizzle is pinned, and scoped-query.test.ts tests what we rely on.
interface Built {
  readonly queryConfig: StatementConfig;
  readonly params: unknown[];
  readonly fields: readonly { readonly path: string[]; readonly field: Column | SQL | SQL.Aliased }[];
}

interface Readable {
  readonly config: StatementConfig;
  readonly params: unknown[];
  readonly read: (row: unknown[]) => object;
}

const known = new WeakMap<object, Readable>();

function readable(statement: object): Readable {
  const before = known.get(statement);
  if (before) return before;
  const { queryConfig, params, fields } = (statement instanceof LateStatement ? statement.built : statement) as Built;
  const made = { config: queryConfig, params, read: readerOf(fields) };
  known.set(statement, made);
  return made;
}

function readerOf(fields: Built["fields"]): Readable["read"] {
  if (fields.some(({ path }) => path.length !== 1)) throw new Error("A prepared statement selects flat fields.");
  const names = fields.map(({ path }) => path[0]!); // of length 1, as just said
  const decoders = fields.map(({ field }) => decoderOf(field));
  // Copied, so that all rows share one shape, which makes them quick to make and to serialize.
  const blank: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, null]));
  return (row) => {
    const object = { ...blank };
    for (let index = 0; index < names.length; index++) {
      const value = row[index];
      if (value === null) continue;
      const decoder = decoders[index];
      object[names[index]!] = decoder ? decoder.mapFromDriverValue(value) : value;
    }
    return object;
  };
}

/** `undefined`: the driver's value is ours already. */
function decoderOf(field: Column | SQL | SQL.Aliased): Decoder | undefined {
  if (is(field, Column)) return field.mapFromDriverValue === Column.prototype.mapFromDriverValue ? undefined : field;
  const { decoder } = (is(field, SQL) ? field : field.sql) as unknown as { decoder: Decoder };
  return decoder === noopDecoder ? undefined : decoder;
}
