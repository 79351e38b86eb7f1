import { and, eq } from "drizzle-orm";
import type { Context } from "#platform/server/context.ts";
import {
  EMAIL_KINDS,
  type EmailKind,
  type EmailTemplate,
  type TemplateText,
} from "#features/borrower-portal/contract.ts";
import { DEFAULT_EMAIL_TEXTS } from "#features/borrower-portal/labels.ts";
import { lockOrganization } from "#features/organizations/server/settings-queries.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { ReadDb } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { bumpVersion, tenantFilter } from "#platform/server/database/tables.ts";
import { emailTemplates } from "./schema.ts";

/** `undefined`: the product's own words. */
export async function readTemplate(db: ReadDb, scope: Scope, kind: EmailKind) {
  const [row] = await db.read(scope, (query) =>
    query
      .select()
      .from(emailTemplates)
      .where(and(tenantFilter(emailTemplates, scope), eq(emailTemplates.kind, kind))),
  );
  return row;
}

export async function listEmailTemplates({ db }: Context, { scope }: Actor): Promise<EmailTemplate[]> {
  return readTemplates(db, scope);
}

async function readTemplates(db: ReadDb, scope: Scope): Promise<EmailTemplate[]> {
  const rows = await db.read(scope, (query) =>
    query.select().from(emailTemplates).where(tenantFilter(emailTemplates, scope)),
  );
  return EMAIL_KINDS.map((kind) => {
    const row = rows.find((one) => one.kind === kind);
    const { subject, introduction } = row ?? DEFAULT_EMAIL_TEXTS[kind];
    return { kind, subject, introduction, version: row?.version ?? null };
  });
}

/** Throws STALE. */
export async function updateEmailTemplate(
  { db }: Context,
  actor: Actor,
  { kind, version, subject, introduction }: TemplateText & { kind: EmailKind; version: number | null },
): Promise<EmailTemplate[]> {
  const { scope, organizationId } = actor;
  return db.transaction(scope, async (tx) => {
    await lockOrganization(tx, scope); // of two who save at once, the second reads what the first saved
    const before = await readTemplate(tx, scope, kind);
    if ((before?.version ?? null) !== version) throw new AppError("STALE");
    await tx.orm
      .insert(emailTemplates)
      .values({ organizationId, kind, subject, introduction })
      .onConflictDoUpdate({
        target: [emailTemplates.organizationId, emailTemplates.kind],
        set: { subject, introduction, ...bumpVersion(emailTemplates) },
      });
    await recordAuditEvent(tx, actor, {
      action: "email-template.changed",
      objectType: "organization",
      objectId: organizationId,
      detail: { kind },
    });
    return readTemplates(tx, scope);
  });
}

export async function resetEmailTemplate({ db }: Context, actor: Actor, kind: EmailKind): Promise<EmailTemplate[]> {
  const { scope, organizationId } = actor;
  return db.transaction(scope, async (tx) => {
    await lockOrganization(tx, scope);
    const removed = await tx.orm
      .delete(emailTemplates)
      .where(and(tenantFilter(emailTemplates, scope), eq(emailTemplates.kind, kind)))
      .returning({ kind: emailTemplates.kind });
    if (removed.length > 0)
      await recordAuditEvent(tx, actor, {
        action: "email-template.reset",
        objectType: "organization",
        objectId: organizationId,
        detail: { kind },
      });
    return readTemplates(tx, scope);
  });
}
