// Finds statements of new migrations that would stop a running product: locks of more than a moment on a large table, and
// changes that the release before does not survive. docs/operating.md explains each rule.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { OUTSIDE_TRANSACTION } from "../platform/server/database/migrations.ts";
import { root } from "./settings.ts";

/** Older migrations ran before anything was released. */
const FIRST_CHECKED = 30;
/** Before a statement that removes something: `-- unused since 1.4.0`, the release that stopped using it. */
const UNUSED = /--\s*unused since \d+\.\d+\.\d+/i;

interface Statement {
  /** Without comments and the content of strings, in lowercase, with single spaces. */
  readonly text: string;
  readonly comments: string;
}

interface Rule {
  readonly problem: string;
  breaks(statement: Statement): boolean;
}

const RULES: readonly Rule[] = [
  {
    problem: "create index locks out writes: say `concurrently` in a file that begins with `-- outside a transaction`",
    breaks: ({ text }) => /^create (unique )?index (?!concurrently)/.test(text),
  },
  {
    problem: "drop index waits for every reader: say `concurrently`",
    breaks: ({ text }) => /^drop index (?!concurrently)/.test(text),
  },
  {
    problem: "add column … not null without a default fails on existing rows, and for the release before",
    breaks: ({ text }) =>
      addedColumns(text).some((column) => /\bnot null\b/.test(column) && !/\bdefault\b/.test(column)),
  },
  {
    problem:
      "a default that differs from row to row rewrites the table: add the column, then the default, then fill it",
    breaks: ({ text }) =>
      addedColumns(text).some((column) => /\bdefault\b.*\w+ ?\(/.test(column) && !/\bdefault now\(\)/.test(column)),
  },
  {
    problem: "a stored generated column rewrites the table",
    breaks: ({ text }) => addedColumns(text).some((column) => /\bgenerated always as\b/.test(column)),
  },
  {
    problem: "a new type rewrites the table: add another column and move to it",
    breaks: ({ text }) => /^alter table .*\balter (column )?\S+ (set data )?type\b/.test(text),
  },
  {
    problem: "set not null reads the whole table: validate a check `is not null` first, in a migration of its own",
    breaks: ({ text, comments }) => /\bset not null\b/.test(text) && !/--\s*validated by \w+/i.test(comments),
  },
  {
    problem:
      "a foreign key or check on existing rows needs `not valid`, and `validate constraint` in a later migration",
    breaks: ({ text }) =>
      /^alter table .*\badd (constraint \S+ )?(foreign key|check)\b/.test(text) && !/\bnot valid\b/.test(text),
  },
  {
    problem: "a unique or primary key builds its index under a lock: create the index concurrently, then `using index`",
    breaks: ({ text }) =>
      /^alter table .*\badd (constraint \S+ )?(unique|primary key)\b/.test(text) && !/\busing index\b/.test(text),
  },
  {
    problem: "an update locks its rows until the migration ends: fill them in parts, or write `-- few rows` above",
    breaks: ({ text, comments }) => /^(update|delete from) /.test(text) && !/--\s*few rows/i.test(comments),
  },
  {
    problem: "the release before still uses what is renamed: add the new name, and remove the old one a release later",
    breaks: ({ text }) => /^alter \w+ .*\brename\b/.test(text),
  },
  {
    problem: "the release before may still use what is dropped: write `-- unused since 1.4.0` above, with its release",
    breaks: ({ text, comments }) =>
      /^(drop table|alter table .*\bdrop (column )?(?!constraint|not null|default|expression|identity)\w)/.test(text) &&
      !/^alter table .*\balter\b/.test(text) &&
      !UNUSED.test(comments),
  },
];

/** What is wrong with a migration, a line each. Tables that it creates itself are empty, so nothing is wrong there. */
export function findProblems(sql: string): string[] {
  const statements = parseStatements(sql);
  const created = new Set(
    statements.flatMap(({ text }) => /^create table (?:if not exists )?([^\s(]+)/.exec(text)?.[1] ?? []),
  );
  const isOnNewTable = ({ text }: Statement) => {
    const table = /^(?:alter table|update|delete from) (?:only )?(\S+)|^create .*index .*?\bon (?:only )?([^\s(]+)/;
    const [, changed, indexed = ""] = table.exec(text) ?? [];
    return created.has(changed ?? indexed);
  };
  const broken = statements
    .filter((statement) => !isOnNewTable(statement))
    .flatMap((statement) => RULES.filter((rule) => rule.breaks(statement)).map(({ problem }) => problem));
  const isConcurrent = ({ text }: Statement) => /^(create|drop|reindex) .*\bconcurrently\b/.test(text);
  const isOutside = sql.startsWith(OUTSIDE_TRANSACTION);
  if (!isOutside && statements.some(isConcurrent))
    broken.push("a file with `concurrently` begins with `-- outside a transaction`");
  if (isOutside && !statements.every((statement) => isConcurrent(statement) || /^do\b/.test(statement.text)))
    broken.push(
      "outside a transaction a statement waits for a lock without end: only `concurrently` and `do` go there",
    );
  return broken;
}

const TOKENS = /--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|;|[^-/$';]+|[\s\S]/g;

function parseStatements(sql: string): Statement[] {
  const statements: Statement[] = [];
  let [text, comments] = ["", ""];
  const end = () => {
    const plain = text
      .replaceAll(/\s+/g, " ")
      .replaceAll(/ ?\( ?/g, "(")
      .trim()
      .toLowerCase();
    if (plain !== "") statements.push({ text: plain, comments });
    [text, comments] = ["", ""];
  };
  for (const [token] of sql.matchAll(TOKENS)) {
    if (token === ";") end();
    else if (/^(--|\/\*)/.test(token)) comments += `${token}\n`;
    else text += /^['$]./s.test(token) ? "''" : token;
  }
  end();
  return statements;
}

/** What follows each `add column` of an alter table, up to the next action. */
function addedColumns(text: string): string[] {
  if (!text.startsWith("alter table ")) return [];
  return text.split(/\badd column (?:if not exists )?/).slice(1);
}

/** Of the files in `folder`, by name. */
export function findProblemsIn(folder = path.join(root, "migrations")): string[] {
  return readdirSync(folder)
    .filter((name) => Number(name.slice(0, 4)) >= FIRST_CHECKED)
    .flatMap((name) =>
      findProblems(readFileSync(path.join(folder, name), "utf8")).map((problem) => `${name}: ${problem}`),
    );
}
