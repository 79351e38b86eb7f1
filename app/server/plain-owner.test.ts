import { randomUUID } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { appendAudit, verifyAudit } from "#platform/server/audit.ts";
import { openDatabase } from "#platform/server/database/database.ts";
import { openPostgres } from "#platform/server/database/postgres-engine.ts";
import { migratePostgres } from "./database.ts";

const server = inject("postgresUrl");

test.skipIf(!server)("an owner that is no superuser migrates, serves and writes the audit", async () => {
  const name = `plain_${randomUUID().slice(0, 8)}`;
  const admin = new pg.Client({ connectionString: server! }); // skipped without one
  await admin.connect();
  // The cluster's roles are here already, made by another owner: what a managed PostgreSQL's admin then does.
  await admin.query(`create role ${name} login password 'plain' createrole`);
  await admin.query(`grant keyturn_tenant, keyturn_across, keyturn_jobs to ${name}`);
  await admin.query(`create database ${name} owner ${name}`);
  try {
    const url = new URL(server!);
    url.pathname = `/${name}`;
    url.username = name;
    url.password = "plain";
    await migratePostgres(url.href, join(import.meta.dirname, "../..", "migrations"));
    const { db, system } = openDatabase(openPostgres({ url: url.href, onError: () => {} }));
    const organizationId = randomUUID();
    await db.transaction(system.within(organizationId), (tx) =>
      appendAudit(tx, organizationId, {
        actorId: null,
        action: "tried",
        objectType: "test",
        objectId: null,
        address: null,
      }),
    );
    expect(await verifyAudit(db, system)).toMatchObject({ rows: 1, errors: [] });
    await db.close();
  } finally {
    await admin.query(`drop database ${name} with (force)`);
    await admin.query(`drop role ${name}`);
    await admin.end();
  }
});
