import { randomBytes } from "node:crypto";
import * as z from "zod/mini";
import { millisecondsInDay } from "date-fns/constants";
import type { Context } from "#platform/server/context.ts";
import { INVITATION_DAYS } from "#features/organizations/contract.ts";
import { Id } from "#platform/contract/fields.ts";
import { tenantJob, worker, type JobWorker } from "#platform/server/jobs.ts";
import { renderEmail, sanitizeDisplayName } from "#platform/server/email-template.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { sha256 } from "#platform/server/encryption/signing.ts";
import { keepLink, lockInvitation, readInviting } from "./invitation-queries.ts";

export const emailInvitation = tenantJob("members.mail-invitation", z.object({ organizationId: Id, invitationId: Id }));

/** When the link of an email requested now expires (ISO 8601). */
export function endOfLink(): string {
  return new Date(Date.now() + INVITATION_DAYS * millisecondsInDay).toISOString();
}

export function memberWorkers(ctx: Context): JobWorker[] {
  return [worker(emailInvitation, ({ invitationId }, scope) => invite(ctx, scope, invitationId))];
}

/**
 * The link is created here and never stored, so no queue and no log contains one. A revoked invitation is not emailed.
 */
async function invite(
  { db, providers: { mailer }, settings: { publicUrl, productName } }: Context,
  scope: Scope,
  id: string,
): Promise<void> {
  const token = randomBytes(32).toString("base64url");
  const invited = await db.transaction(scope, async (tx) => {
    const invitation = await lockInvitation(tx, scope, id);
    if (!invitation) return null;
    await keepLink(tx, scope, id, sha256(token));
    return { email: invitation.email, ...(await readInviting(tx, scope, id)) };
  });
  if (!invited) return;
  const { email, organizationName, inviterName, replyTo } = invited;
  await mailer.send({
    to: email,
    ...(replyTo !== null && { replyTo }),
    ...renderEmail({
      product: productName,
      subject: `Your invitation to ${productName}`,
      greeting: "Hello,",
      paragraphs: [
        `${sanitizeDisplayName(inviterName) ?? "Someone"} invites you to join ${sanitizeDisplayName(organizationName) ?? "a lender"} on ${productName}.`,
        `The link works for ${INVITATION_DAYS} days and only for this address.`,
      ],
      action: { label: "View invitation", url: `${publicUrl}/auth/invitation?token=${token}` },
      closing: "Not expecting this? You can ignore this email.",
    }),
  });
}
