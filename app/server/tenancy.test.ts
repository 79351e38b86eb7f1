// Row-level security: without a filter in a statement, the database itself shows and changes only the tenant's rows.
import { sql, type SQL } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { share } from "#features/asset-reports/server/sharing/test-audit-copies.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { calls } from "./calls.ts";
import { ENGINES } from "../../testing/database.ts";
import { anonymous } from "../../testing/lender.ts";
import { anObject } from "../../testing/objects.ts";
import { openTestProduct, type TestProduct } from "../../testing/product.ts";
import { aStage, type Stage } from "../../testing/stage.ts";

/** What belongs to people, or to the product: no role of a tenant reads it. */
const OF_NO_ORGANIZATION = [
  "devices",
  "mail_tokens",
  "login_failures",
  "second_factors",
  "passkeys",
  "passkey_challenges",
  "social_attempts",
  "social_connections",
  "sso_attempts",
  "pictures",
  "audit_heads",
  "checkouts",
  "card_events",
  "schema_migrations",
];

describe.each(ENGINES)("row-level security on %s", (engine) => {
  let product: TestProduct;
  let ours: Stage;
  let theirs: Stage;
  let tables: string[];

  beforeAll(async () => {
    product = await openTestProduct(engine);
    ours = await (await aStage(product))("admin");
    theirs = await (await aStage(product))("admin");
    for (const { reported, lender } of [ours, theirs]) {
      const { id: borrowerId } = await reported();
      // Shared and refused once, so that there are files, a copy and a look at it.
      const opening = await share(await lender.as("admin"), borrowerId);
      await anonymous(product).send(calls.openAuditCopy, { ...opening, passCode: "WRONG" });
      await product.asOwner(
        `with g as (insert into groups (organization_id, id, name) values ($1, gen_random_uuid(), 'G') returning *)
         insert into group_members select g.organization_id, g.id, m.id from g join memberships m using (organization_id)`,
        [lender.organizationId],
      );
      const owner = { organizationId: lender.organizationId, userId: (await lender.as("admin")).userId };
      await product.asOwner(
        `with b as (select id from borrowers where organization_id = $1 limit 1),
         link as (insert into visit_links (organization_id, id, borrower_id, email, email_key, cause, expires_at)
           select $1, gen_random_uuid(), id, 'nora@example.net', 'nora@example.net', 'resent', now() from b returning *),
         code as (insert into visit_codes (organization_id, id, borrower_id, link_id, sent_by, expires_at)
           select $1, gen_random_uuid(), borrower_id, id, 'email', now() from link),
         consent as (insert into consents (organization_id, id, borrower_id, email_key, version, words, retention_days, address, user_agent)
           select $1, gen_random_uuid(), id, 'nora@example.net', '1', '', 1, '', '' from b),
         need as (insert into needs (organization_id, id, borrower_id, email_key, kind, subject)
           select $1, gen_random_uuid(), id, 'nora@example.net', 'bank', 'bank' from b),
         reminder as (insert into need_reminders (organization_id, id, borrower_id, email_key)
           select $1, gen_random_uuid(), id, 'nora@example.net' from b on conflict do nothing),
         template as (insert into email_templates (organization_id, kind, subject, introduction)
           values ($1, 'ask', 'Please help', 'We need something.')),
         columns as (insert into statement_columns (organization_id, institution_key, institution, columns, updated_by)
           values ($1, 'first platypus bank', 'First Platypus Bank', '{}', gen_random_uuid())),
         leaver as (insert into billing_leavers (organization_id, name, email) values ($1, 'Last', 'last@example.org')),
         mention as (insert into mention_emails (organization_id, borrower_id, user_id) select $1, id, gen_random_uuid() from b),
         preference as (insert into notification_preferences (organization_id, user_id, choices)
           values ($1, gen_random_uuid(), '{}')),
         test as (insert into back_tests (organization_id, id, edition, state, total, created_by)
           values ($1, gen_random_uuid(), 'an edition', 'finished', 1, gen_random_uuid()) returning *),
         change as (insert into back_test_changes (organization_id, id, back_test_id, report_id, evaluation_number,
             programs, findings)
           select $1, gen_random_uuid(), test.id, report_id, 1, '[]', '[]' from test
             join asset_report_contents using (organization_id) limit 1),
         known as (insert into bank_users (organization_id, id, borrower_id, holder_email)
           select $1, gen_random_uuid(), id, 'nora@example.net' from b),
         planned as (insert into planned_refreshes (organization_id, id, borrower_id, day, is_suggested, price, planned_by)
           select $1, gen_random_uuid(), id, '2027-01-04', true, 0, gen_random_uuid() from b on conflict do nothing),
         feed as (insert into calendar_feeds (organization_id, id, kind, user_id, token_hash)
           select $1, gen_random_uuid(), 'own', m.user_id, sha256(gen_random_uuid()::text::bytea)
           from memberships m where m.organization_id = $1 limit 1),
         dialog as (insert into bank_dialogs (organization_id, borrower_id) select $1, id from b on conflict do nothing)
         insert into connection_notices (organization_id, item_id, status)
         select $1, id, 'expiring' from bank_items where organization_id = $1 limit 1`,
        [lender.organizationId],
      );
      for (const kind of [
        "post",
        "invitation",
        "statement",
        "evidence",
        "document",
        "decision",
        "comment",
        "notification",
        "gift-letter",
        "investor-copy",
        "api-key",
        "webhook-delivery",
        "overlay",
        "sso-domain",
        "scim-group",
      ] as const)
        await anObject(product, kind, owner);
      await product.asOwner(
        "insert into logos (organization_id, id, media_type, sha256, bytes) values ($1, gen_random_uuid(), 'image/png', '', '')",
        [owner.organizationId],
      );
      await product.asOwner(
        `with identity as (insert into sso_identities (organization_id, user_id, subject) values ($1, $2, 'ida'))
         insert into sso_connections (organization_id, kind, issuer, sso_url, certificate, default_role)
         values ($1, 'saml', 'https://id.example.com', 'https://id.example.com/saml', '', 'registered')`,
        [owner.organizationId, owner.userId],
      );
      await product.asOwner(
        `with person as (insert into scim_users (organization_id, membership_id, user_name)
           select organization_id, id, 'ida' from memberships where organization_id = $1 and user_id = $2 returning *)
         insert into scim_group_members (organization_id, scim_group_id, membership_id)
         select g.organization_id, g.id, p.membership_id from scim_groups g join person p using (organization_id)`,
        [owner.organizationId, owner.userId],
      );
      await product.asOwner(
        "insert into provider_removals (organization_id, id, kind, token) values ($1, gen_random_uuid(), 'report', '')",
        [owner.organizationId],
      );
      await product.asOwner(
        "insert into idempotency_keys (organization_id, user_id, key, request_hash) values ($1, $2, 'k', '')",
        [owner.organizationId, owner.userId],
      );
      await product.asOwner(
        `insert into subscriptions (organization_id, id, plan_id, card_name, card_email, created_by)
         select $1, gen_random_uuid(), id, 'Paula', 'paula@example.org', $2 from plans limit 1`,
        [owner.organizationId, owner.userId],
      );
      await product.asOwner(
        `with checked as (insert into billing_checks (organization_id, asked_at) values ($1, now()))
         insert into spend_warnings (organization_id, period_end, percent) values ($1, now(), 80)`,
        [owner.organizationId],
      );
    }
    const rows = await product.asOwner(
      "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'organization_id' order by 1",
    );
    tables = rows.map(({ name }) => String(name)).filter((name) => !OF_NO_ORGANIZATION.includes(name)); // no role of a tenant reads them
  });
  afterAll(() => product.close());

  const scopeOf = ({ lender }: Stage): Scope => product.database.system.within(lender.organizationId);
  const run = async (statement: SQL, stage: Stage = ours) =>
    (await product.database.db.transaction(scopeOf(stage), (tx) => tx.orm.execute(statement))).rows;
  const count = async (table: string, { lender }: Stage) =>
    Number(
      (
        await product.asOwner(`select count(*)::int as count from ${table} where organization_id = $1`, [
          lender.organizationId,
        ])
      )[0]!["count"],
    );

  test("every table with an organization has it enabled and forced, in its primary key, under a role that owns nothing", async () => {
    const found = await product.asOwner(
      `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as walled,
         (select count(*)::int from pg_policy p where p.polrelid = c.oid
           and p.polroles && array['keyturn_tenant'::regrole::oid, 'keyturn_across'::regrole::oid]) as policies,
         exists (select from pg_policy p where p.polrelid = c.oid and 0 = any(p.polroles)) as public,
         exists (select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
           where i.indrelid = c.oid and i.indisunique and a.attname = 'organization_id') as keyed,
         pg_get_userbyid(c.relowner) like 'keyturn\\_%' as owned
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = any($1)`,
      [tables],
    );
    expect(found.length).toBe(tables.length);
    for (const table of found)
      expect(table).toEqual({
        name: table["name"],
        walled: true,
        policies: 2,
        public: false,
        keyed: true,
        owned: false,
      });
    const roles = await product.asOwner(
      "select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolcanlogin as mighty from pg_roles where rolname like 'keyturn\\_%'",
    );
    expect(roles).toEqual([{ mighty: false }, { mighty: false }, { mighty: false }]);
  });

  test("a read without a filter gives all of the organization's own rows and no others", async () => {
    for (const table of tables) {
      const rows = await run(sql`select organization_id as id from ${sql.identifier(table)}`);
      expect(await count(table, theirs), table).toBeGreaterThan(0);
      expect(rows.length, table).toBe(await count(table, ours));
      expect(new Set(rows.map(({ id }) => id)), table).toEqual(new Set([ours.lender.organizationId]));
    }
    const names = await run(sql`select id from organizations`);
    expect(names).toEqual([{ id: ours.lender.organizationId }]);
  });

  test("people of another organization are not shown, and neither is any secret", async () => {
    const seen = await run(sql`select id from users`);
    expect(seen.map(({ id }) => id)).not.toContain((await theirs.lender.as("admin")).userId);
    for (const column of ["password_hash", "tokens_revoked_at", "*"])
      await expect(run(sql`select ${sql.raw(column)} from users`)).rejects.toMatchObject({ cause: { code: "42501" } });
    for (const table of OF_NO_ORGANIZATION)
      await expect(run(sql`select 1 from ${sql.identifier(table)}`)).rejects.toMatchObject({
        cause: { code: "42501" },
      });
  });

  test("a change without a filter touches only the organization's rows, and cannot move them", async () => {
    const foreign = () =>
      product.asOwner("select md5(string_agg(b::text, '|' order by id)) from borrowers b where organization_id = $1", [
        theirs.lender.organizationId,
      ]);
    const before = await foreign();
    expect((await run(sql`update borrowers set notes = 'touched' returning id`)).length).toBe(
      await count("borrowers", ours),
    );
    const { organizationId } = theirs.lender;
    expect(
      await run(sql`update borrowers set notes = 'x' where organization_id = ${organizationId} returning id`),
    ).toEqual([]);
    await expect(run(sql`update bank_items set organization_id = ${organizationId}`)).rejects.toMatchObject({
      cause: { code: "42501" },
    });
    expect(await foreign()).toEqual(before);
  });

  test("a row for another organization is refused with 42501", async () => {
    const { organizationId } = theirs.lender;
    const statements = [
      sql`insert into borrowers (organization_id, id, first_name, last_name, email, created_by)
        select ${organizationId}, gen_random_uuid(), first_name, last_name, email, created_by from borrowers`,
      sql`insert into asset_reports (organization_id, id, borrower_id, days_requested, item_ids, requested_by)
        select ${organizationId}, gen_random_uuid(), borrower_id, 90, item_ids, requested_by from asset_reports`,
      sql`insert into asset_report_contents select ${organizationId}, report_id, provider_json, parsed_report from asset_report_contents`,
      sql`insert into memberships (organization_id, id, user_id, role) values (${organizationId}, gen_random_uuid(), gen_random_uuid(), 'root')`,
    ];
    for (const statement of statements)
      await expect(run(statement)).rejects.toMatchObject({ cause: { code: "42501" } });
  });

  test("a role cannot do what it has no grant for: delete, create a table, switch to another role", async () => {
    for (const statement of [
      sql`delete from bank_items`,
      sql`update memberships set user_id = gen_random_uuid()`,
      sql`create table mine (id int)`,
      sql`alter table borrowers disable row level security`,
      sql`drop policy tenant on borrowers`,
    ])
      await expect(run(statement)).rejects.toMatchObject({ cause: { code: "42501" } });
  });

  test("without an organization no rows are visible", async () => {
    const nowhere = product.database.system.within("");
    for (const table of tables) {
      const statement = sql`select 1 from ${sql.identifier(table)}`;
      const { rows } = await product.database.db.read(nowhere, (query) => query.execute(statement));
      expect(rows, table).toEqual([]);
    }
  });
});
