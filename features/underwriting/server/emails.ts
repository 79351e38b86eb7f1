import { fullName } from "#features/borrowers/contract.ts";
import { readMember, readViewers } from "#features/borrowers/server/owner-queries.ts";
import { readBorrower } from "#features/borrowers/server/queries.ts";
import { readNames } from "#features/directory/server/queries.ts";
import { overlayLabel } from "#features/underwriting/rules/overlay-names.ts";
import { longDay } from "#platform/dates/days.ts";
import type { Context } from "#platform/server/context.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { renderEmail, sanitizeDisplayName } from "#platform/server/email-template.ts";
import { readComment } from "./comment-queries.ts";
import { readOverlay } from "./overlays/overlay-queries.ts";

/** Job. The comment's text is only on the page, not in the email. Sends only to someone who may still see the borrower. */
export async function emailMentioned(
  { db, providers: { mailer }, settings: { publicUrl, productName } }: Context,
  scope: Scope,
  { commentId, userId }: { commentId: string; userId: string },
): Promise<void> {
  const comment = await readComment(db, scope, commentId);
  const borrower = comment?.mentions.includes(userId) ? await readBorrower(db, scope, comment.borrowerId) : undefined;
  if (!comment || !borrower) return; // the comment was deleted or no longer mentions them
  const viewer = (await readViewers(db, scope, borrower)).find((one) => one.userId === userId);
  if (!viewer) return;
  const name = sanitizeDisplayName(fullName(borrower)) ?? "A borrower";
  const author = sanitizeDisplayName((await readNames(db, scope, [comment.createdBy])).get(comment.createdBy) ?? "");
  await mailer.send({
    to: viewer.email,
    ...renderEmail({
      product: productName,
      subject: `${name}: you were mentioned in a comment`,
      greeting: `Hello ${viewer.firstName},`,
      paragraphs: [`${author ?? "A colleague"} mentioned you in a comment on a finding of ${name}'s asset report.`],
      action: { label: "View asset report", url: `${publicUrl}/borrower/asset-report/${borrower.id}` },
      closing: "We send this at most once an hour for each borrower.",
    }),
  });
}

/** Job. Sends nothing if the overlay changed since, so that no one is asked for what no longer waits. */
export async function emailOverlayChanged(
  { db, providers: { mailer }, settings: { publicUrl, productName } }: Context,
  scope: Scope,
  { overlayId, version, userId }: { overlayId: string; version: number; userId: string },
): Promise<void> {
  const overlay = await readOverlay(db, scope, overlayId);
  const member = await readMember(db, scope, userId);
  if (overlay?.version !== version || (member?.role !== "root" && member?.role !== "admin")) return;
  const { number, effectiveFrom, proposedBy, decidedBy, state } = overlay;
  const name = overlayLabel({ name: sanitizeDisplayName(overlay.name) ?? "Overlay", version: number });
  const by = (state === "proposed" ? proposedBy : decidedBy) ?? "";
  const colleague = sanitizeDisplayName((await readNames(db, scope, [by])).get(by) ?? "") ?? "A colleague";
  const { subject, paragraphs, label } =
    state === "proposed"
      ? {
          subject: `${name} waits for your approval`,
          paragraphs: [
            `${colleague} proposed ${name}. It would count for evaluations from ${longDay(effectiveFrom)} on.`,
            "Test it on past reports to see which files change, then approve or reject it.",
          ],
          label: "Review overlay",
        }
      : {
          subject: `${name} was ${state}`,
          paragraphs:
            state === "approved"
              ? [`${colleague} approved ${name}. It counts for evaluations from ${longDay(effectiveFrom)} on.`]
              : [`${colleague} rejected ${name}. You can read the reason on the Overlays page.`],
          label: "View overlay",
        };
  await mailer.send({
    to: member.email,
    ...renderEmail({
      product: productName,
      subject,
      greeting: `Hello ${member.firstName},`,
      paragraphs,
      action: { label, url: `${publicUrl}/admin/overlays` },
      closing:
        state === "proposed"
          ? "You're receiving this because you can approve overlays."
          : "You're receiving this because you wrote a part of it.",
    }),
  });
}
