import { randomBytes } from "node:crypto";
import { longDay } from "#platform/dates/days.ts";
import type { Context } from "#platform/server/context.ts";
import { readOrganization } from "#features/directory/server/queries.ts";
import { worker, type JobWorker } from "#platform/server/jobs.ts";
import { renderEmail, sanitizeDisplayName } from "#platform/server/email-template.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { sha256 } from "#platform/server/encryption/sha256.ts";
import { isOpen, linkTo } from "./copy-state.ts";
import { emailAuditCopy } from "./jobs.ts";
import { keepMailedToken } from "./store.ts";

export function auditCopyWorkers(ctx: Context): JobWorker[] {
  return [worker(emailAuditCopy, ({ copyId }, scope) => emailLink(ctx, scope, copyId))];
}

/**
 * The email has its own link, created here and never stored, so no queue contains one. A retry creates another link.
 */
async function emailLink(
  { db, providers: { mailer }, settings: { publicUrl, productName } }: Context,
  scope: Scope,
  copyId: string,
): Promise<void> {
  const token = randomBytes(32).toString("base64url");
  const copy = await db.transaction(scope, (tx) => keepMailedToken(tx, scope, copyId, sha256(token)));
  if (!copy || !isOpen(copy)) return;
  const { name } = await readOrganization(db, scope);
  const auditor = sanitizeDisplayName(copy.auditorName);
  await mailer.send({
    to: copy.auditorEmail,
    ...renderEmail({
      product: productName,
      subject: "An asset report was shared with you",
      greeting: auditor === null ? "Hello," : `Hello ${auditor},`,
      paragraphs: [
        `${sanitizeDisplayName(name) ?? "A lender"} shared an asset report with you for an audit.`,
        `The link works until ${longDay(copy.expiresAt)}. You'll need a passcode. The lender will give it to you separately.`,
      ],
      action: { label: "Open audit copy", url: linkTo(publicUrl, token) },
      closing: "Not expecting this? You can ignore this email. The report can't be opened without the passcode.",
    }),
  });
}
