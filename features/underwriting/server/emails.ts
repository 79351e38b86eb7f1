import { fullName } from "#features/borrowers/contract.ts";
import { readViewers } from "#features/borrowers/server/owner-queries.ts";
import { readBorrower } from "#features/borrowers/server/queries.ts";
import { readNames } from "#features/directory/server/queries.ts";
import type { Context } from "#platform/server/context.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { renderEmail, sanitizeDisplayName } from "#platform/server/email-template.ts";
import { readComment } from "./comment-queries.ts";

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
