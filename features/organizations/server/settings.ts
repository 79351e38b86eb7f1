import { publish } from "#platform/server/events.ts";
import type { Context } from "#platform/server/context.ts";
import { readFactor } from "#features/auth/server/second-factor/second-factor.ts";
import { type OrganizationDetails, type OrganizationSettings, readLogo } from "#features/organizations/contract.ts";
import { API_BASE } from "#platform/contract/call.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { countReviewers } from "./conditions.ts";
import { spendCapChanged } from "./events.ts";
import { lockOrganization, readSettings, type SettingsRow, writeSettings } from "./settings-queries.ts";

export async function readOrganizationSettings(
  { db, settings: { backendUrl } }: Context,
  { scope }: Actor,
): Promise<OrganizationSettings> {
  return toSettings(await readSettings(db, scope), backendUrl);
}

/** Saving without a change does nothing. Throws STALE, OWN_SECOND_FACTOR_MISSING, SECOND_PERSON_MISSING. */
export async function updateOrganization(
  ctx: Context,
  actor: Actor,
  { version, ...details }: OrganizationDetails & { version: number },
): Promise<OrganizationSettings> {
  const {
    db,
    settings: { backendUrl },
  } = ctx;
  const { scope, organizationId } = actor;
  if (details.policy.requireSecondFactor) await requireOwnSecondFactor(ctx, actor);
  return db.transaction(scope, async (tx) => {
    await lockOrganization(tx, scope);
    const before = toSettings(await readSettings(tx, scope), backendUrl);
    if (before.version !== version) throw new AppError("STALE");
    const fields = changedFields(before, details);
    if (fields.length === 0) return before;
    if (details.policy.secondPersonAccepts && !before.policy.secondPersonAccepts) await requireSecondPerson(tx, scope);
    const { timeZone, policy, ...others } = details;
    await writeSettings(tx, scope, { ...others, ...policy, timezone: timeZone });
    const act = { action: "organization.edited", objectType: "organization", objectId: organizationId };
    const changes = changesOf(before, details, fields);
    await recordAuditEvent(tx, actor, { ...act, detail: { fields, ...(changes.length > 0 && { changes }) } });
    if (fields.includes("policy.spendCap")) await publish(ctx, tx, spendCapChanged, { scope });
    return toSettings(await readSettings(tx, scope), backendUrl);
  });
}

export function toSettings({ logoId, ...row }: SettingsRow, backendUrl: string): OrganizationSettings {
  const { id, name, nmlsId, phone, address, timeZone, replyTo, createdAt, updatedAt, version, ...policy } = row;
  const logoURL = logoId && backendUrl + API_BASE + readLogo.path.replace("{id}", logoId);
  return { id, name, nmlsId, phone, address, timeZone, replyTo, policy, logoURL, createdAt, updatedAt, version };
}

// An admin who requires a second factor without having one would lose access at the next request.
async function requireOwnSecondFactor({ db, system }: Context, { scope, userId }: Actor): Promise<void> {
  const { requireSecondFactor: isAskedAlready } = await readSettings(db, scope);
  if (isAskedAlready) return;
  const factor = await readFactor(db, system, userId);
  if (!factor?.enabledAt) throw new AppError("OWN_SECOND_FACTOR_MISSING");
}

// Alone, no one could accept anything.
async function requireSecondPerson(tx: Tx, scope: Scope): Promise<void> {
  if ((await countReviewers(tx, scope)) < 2) throw new AppError("SECOND_PERSON_MISSING");
}

/** Dotted names of the fields that differ. */
function changedFields(before: OrganizationDetails, after: OrganizationDetails): string[] {
  const old = flat(before);
  return Object.entries(flat(after)).flatMap(([field, value]) => (value === old[field] ? [] : [field]));
}

function flat({ name, nmlsId, phone, address, timeZone, replyTo, policy }: OrganizationDetails) {
  const policies = Object.entries(policy).map(([field, value]) => [`policy.${field}`, value]);
  const fields: Record<string, unknown> = { name, nmlsId, phone, address, timeZone, replyTo };
  return { ...fields, ...(Object.fromEntries(policies) as typeof fields) };
}

/**
 * Policies and time zone before and after. Names and addresses may be a person's, and the audit log is never changed, so
 * of those it says only that they changed.
 */
function changesOf(before: OrganizationDetails, after: OrganizationDetails, fields: readonly string[]) {
  const [old, now] = [flat(before), flat(after)];
  return fields
    .filter((field) => field === "timeZone" || field.startsWith("policy."))
    .map((field) => ({ field, from: old[field], to: now[field] }));
}
