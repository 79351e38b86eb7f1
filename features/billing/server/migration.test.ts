import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ENGINES, withEmptyDatabase } from "#testing/database.ts";
import { migrate, readMigrations } from "#platform/server/database/migrations.ts";

const FOLDER = join(import.meta.dirname, "../../../migrations");
/** The last migration of the release that wrote a statement's id into its lines. */
const BEFORE = 51;
const [LENDER, NEWCOMER] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];
const [AUGUST, SEPTEMBER] = ["33333333-3333-4333-8333-333333333333", "44444444-4444-4444-8444-444444444444"];
/** More than one part of the migration that fills the column. */
const MANY = 2_500;

describe.each(ENGINES)("lines from before they followed from the period on %s", (engine) => {
  test("each stays on its statement, late ones too, and the others are still to be billed", () =>
    withEmptyDatabase(engine, async (owner) => {
      const migrations = readMigrations(FOLDER);
      await migrate(owner, migrations.slice(0, BEFORE));
      const tables = ["organizations", "statements", "line_items"];
      for (const table of tables) await owner.execute(`alter table ${table} no force row level security`);
      await owner.execute(`
        insert into organizations (id, name, created_at, billed_until) values
          ('${LENDER}', 'Acme', '2026-08-03Z', '2026-10-01Z'), ('${NEWCOMER}', 'Bolt', '2026-10-03Z', null);
        insert into line_items (organization_id, id, type, description, unit_amount, amount, occurred_at, source_key)
          select '${LENDER}', gen_random_uuid(), 'asset_report', 'august', 1, 1, '2026-08-04Z', 'august ' || n
          from generate_series(1, ${MANY}) n;
        insert into line_items (organization_id, id, type, description, unit_amount, amount, occurred_at, source_key) values
          ('${LENDER}', gen_random_uuid(), 'asset_report', 'late', 7, 7, '2026-08-31Z', 'late'),
          ('${LENDER}', gen_random_uuid(), 'asset_report', 'september', 9, 9, '2026-09-04Z', 'september'),
          ('${LENDER}', gen_random_uuid(), 'asset_report', 'late and open', 11, 11, '2026-09-05Z', 'late and open'),
          ('${LENDER}', gen_random_uuid(), 'asset_report', 'open', 13, 13, '2026-10-02Z', 'open'),
          ('${NEWCOMER}', gen_random_uuid(), 'asset_report', 'first', 15, 15, '2026-10-04Z', 'first');
        insert into statements (organization_id, id, sequence, number, status, period_start, period_end, time_zone,
            subtotal, credits, amount, paid_before, issued_at, due_at)
          values ('${LENDER}', '${AUGUST}', 1, '1', 'finalized', '2026-08-01Z', '2026-09-01Z', 'UTC',
              ${MANY}, 0, ${MANY}, 0, now(), now()),
            ('${LENDER}', '${SEPTEMBER}', 2, '2', 'finalized', '2026-09-01Z', '2026-10-01Z', 'UTC',
              16, 0, 16, 0, now(), now());
        update line_items set statement_id = '${AUGUST}' where description = 'august';
        update line_items set statement_id = '${SEPTEMBER}' where description in ('late', 'september');`);
      for (const table of tables) await owner.execute(`alter table ${table} force row level security`);

      await migrate(owner, migrations);
      for (const table of tables) await owner.execute(`alter table ${table} no force row level security`);
      expect(
        await owner.query(`
          select s.number, s.amount::int as amount, sum(l.amount)::int as lines, count(*)::int as count,
            count(*) filter (where l.statement_id = s.id)::int as before
          from statements s join line_items l on l.organization_id = s.organization_id
            and l.billable_at >= s.period_start and l.billable_at < s.period_end
          group by s.number, s.amount order by s.number`),
      ).toEqual([
        { number: "1", amount: MANY, lines: MANY, count: MANY, before: MANY },
        { number: "2", amount: 16, lines: 16, count: 2, before: 2 },
      ]);
      const open = await owner.query(`
        select description from line_items l join organizations o on o.id = l.organization_id
        where l.billable_at >= coalesce(o.billed_until, '-infinity') order by l.amount`);
      expect(open.map(({ description }) => description)).toEqual(["late and open", "open", "first"]);
      expect(await owner.query("select policyname from pg_policies where policyname = 'filler'")).toEqual([]);
    }));
});
