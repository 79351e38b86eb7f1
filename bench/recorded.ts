// What the product really sends to its database, so that the bare limit runs the same text under the same names.
import type { Engine, Run, StatementConfig } from "../platform/server/database/engine.ts";

export interface Statement {
  readonly text: string;
  readonly name?: string | undefined;
  readonly rowMode?: "array" | undefined;
  readonly values: readonly unknown[];
}

/** The same engine, with every statement written down in order; what it adds for the scope is not among them. */
export function recordStatements(engine: Engine): { engine: Engine; statements: Statement[] } {
  const statements: Statement[] = [];
  const note = ({ text, name, rowMode }: StatementConfig, values: readonly unknown[]) =>
    void statements.push({ text, name, rowMode, values: [...values] });
  const noting =
    (run: Run): Run =>
    (config, values) => {
      note(config, values);
      return run(config, values);
    };
  return {
    statements,
    engine: {
      ...engine,
      query: (scope, config, values) => noting((...asked) => engine.query(scope, ...asked))(config, values),
      transaction: (scope, work) => engine.transaction(scope, (run) => work(noting(run))),
    },
  };
}
