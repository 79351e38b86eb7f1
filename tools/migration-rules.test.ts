import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { findProblemsIn, findProblems } from "./migration-rules.ts";
import { root } from "./settings.ts";

test("no migration since the first release stops a running product", () => {
  expect(findProblemsIn()).toEqual([]);
});

test("the migrations that e2e/durability/upgrade.e2e.ts runs under load keep to the rules", () => {
  const folder = path.join(root, "e2e/durability/next-migrations");
  const names = readdirSync(folder);
  expect(names).toHaveLength(4);
  for (const name of names) expect(findProblems(readFileSync(path.join(folder, name), "utf8")), name).toEqual([]);
});

const OUTSIDE = "-- outside a transaction\n";

test.each([
  ["create index on borrowers (email)", "create index locks out writes"],
  ["create unique index if not exists one on borrowers (email)", "create index locks out writes"],
  ["drop index borrowers_search", "drop index waits"],
  ["alter table borrowers add column region text not null", "not null without a default"],
  [
    "ALTER TABLE borrowers\n  ADD COLUMN a text DEFAULT 'x',\n  ADD COLUMN region text NOT NULL",
    "not null without a default",
  ],
  ["alter table borrowers add column token uuid default gen_random_uuid()", "a default that differs"],
  ["alter table borrowers add column seen timestamptz default clock_timestamp()", "a default that differs"],
  ["alter table borrowers add column low text generated always as (lower(email)) stored", "a stored generated column"],
  ["alter table borrowers alter column version type bigint", "a new type rewrites"],
  ["alter table borrowers alter phone set data type varchar(20)", "a new type rewrites"],
  ["alter table borrowers alter column phone set not null", "set not null reads"],
  ["alter table borrowers add constraint has_name check (last_name <> '; not valid')", "needs `not valid`"],
  ["alter table borrowers add foreign key (officer) references users", "needs `not valid`"],
  ["alter table borrowers add constraint one unique (organization_id, email)", "builds its index under a lock"],
  ["alter table borrowers rename column phone to mobile", "still uses what is renamed"],
  ["alter table borrowers rename to people", "still uses what is renamed"],
  ["alter table borrowers drop column phone", "may still use what is dropped"],
  ["alter table borrowers drop phone", "may still use what is dropped"],
  ["drop table gift_letters", "may still use what is dropped"],
  ["/* unused */ drop table gift_letters -- unused since soon", "may still use what is dropped"],
  ["update borrowers set region = 'west'", "an update locks its rows"],
  ["delete from borrowers where closed_at is not null", "an update locks its rows"],
  ["create index concurrently named on borrowers (email)", "begins with `-- outside a transaction`"],
  [`${OUTSIDE}alter table borrowers add column region text`, "only `concurrently` and `do` go there"],
])("%s is refused", (sql, problem) => {
  expect(findProblems(sql)).toEqual([expect.stringContaining(problem)]);
});

test.each([
  "alter table borrowers add column region text",
  "alter table borrowers add column region text not null default 'west'",
  "alter table borrowers add column seen_at timestamptz not null default now()",
  "alter table borrowers add constraint has_name check (last_name <> '') not valid",
  "alter table borrowers validate constraint has_name",
  "-- validated by has_phone\nalter table borrowers alter column phone set not null",
  "alter table borrowers alter column phone drop not null; alter table borrowers alter column phone drop default",
  "alter table borrowers drop constraint has_name",
  "alter table borrowers add constraint one unique using index borrowers_one",
  "-- unused since 1.4.0\nalter table borrowers drop column phone;\n-- unused since 1.4.0\ndrop table gift_letters",
  "create table tags (id uuid primary key, name text not null); create index on tags (name); alter table tags add check (name <> '')",
  "insert into plans (name) values ('drop table; rename'); -- create index on borrowers (email);",
  "create function f() returns void language plpgsql as $$ begin drop table t; end $$",
  "-- few rows: there are seven plans\nupdate plans set name = 'basic'",
  "create table tags (id uuid primary key, name text); update tags set name = ''",
  `${OUTSIDE}do $$ begin loop update borrowers set region = 'west'; exit when not found; commit; end loop; end $$`,
  `${OUTSIDE}drop index concurrently if exists named;\ncreate index concurrently named on borrowers (email)`,
])("%s is allowed", (sql) => {
  expect(findProblems(sql)).toEqual([]);
});
