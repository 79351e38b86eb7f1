// Owns the mails about an account: what they say, and the jobs that send them.
import * as z from "zod/mini";
import { Id } from "#kit/contract/fields.ts";
import { acrossJob, worker, type JobWorker } from "#kit/server/jobs.ts";
import { letter, type Letter } from "#kit/server/letter.ts";
import type { Tx } from "#kit/server/database/database.ts";
import type { Mailer } from "#providers/mail.ts";
import type { IdentityDeps } from "./deps.ts";
import { createMailLink, isLimitReached } from "./mail-links/mail-links.ts";
import { noticeTexts, NOTICES } from "./notices.ts";
import { forgetTold, hasNoWayIn, noteTold, readUser, type UserRow } from "./store.ts";

const ToUser = z.object({ userId: Id });

export const mailConfirmLink = acrossJob("identity.mail-confirm-link", ToUser);
export const mailAccountExists = acrossJob("identity.mail-account-exists", ToUser);
/** For nobody it does nothing: an unknown address costs the asker the same. */
export const mailResetLink = acrossJob("identity.mail-reset-link", z.object({ userId: z.nullable(Id) }));
export const mailSecurityNotice = acrossJob(
  "identity.mail-security-notice",
  z.extend(ToUser, { notice: z.enum(NOTICES) }),
);
export const identityJobs = [mailConfirmLink, mailAccountExists, mailResetLink, mailSecurityNotice];

type MailDeps = Pick<IdentityDeps, "db" | "across" | "publicUrl" | "productName"> & { mailer: Mailer };

type Words = Omit<Letter, "product" | "greeting"> &
  Partial<Pick<Letter, "greeting">> & {
    /** Undoes what was written down for a mail that did not leave: the next try begins as this one did. */
    readonly onUnsent?: () => Promise<void>;
  };

/** Queues the mail with a link, unless so many were mailed within the hour that it would be refused. */
export async function queueLinkMail(
  { across, jobs }: Pick<IdentityDeps, "across" | "jobs">,
  tx: Tx,
  name: "confirm-email" | "reset-password",
  userId: string,
): Promise<boolean> {
  if (await isLimitReached(tx, across, userId, name)) return false;
  if (name === "confirm-email") await jobs.send(tx, mailConfirmLink, { userId });
  else await jobs.send(tx, mailResetLink, { userId });
  return true;
}

export function identityWorkers(deps: MailDeps): JobWorker[] {
  const { productName, publicUrl } = deps;
  // Links are made here and never stored, so no queue and no log holds one.
  return [
    worker(mailConfirmLink, ({ userId }) =>
      write(deps, userId, async (user) => {
        if (user.emailConfirmed) return null;
        if (hasNoWayIn(user)) return welcome(deps, user);
        const { url, remove } = await createMailLink(deps, userId, "confirm-email");
        return {
          onUnsent: remove,
          subject: `Confirm your email address for ${productName}`,
          paragraphs: ["Please confirm that this address is yours. The link works for 24 hours."],
          action: { label: "Confirm my address", url },
          closing: `If you did not create an account with ${productName}, ignore this mail.`,
        };
      }),
    ),
    worker(mailAccountExists, ({ userId }) =>
      write(deps, userId, async () => {
        if (!(await deps.db.transaction(deps.across, (tx) => noteTold(tx, deps.across, userId)))) return null;
        return {
          onUnsent: () => deps.db.transaction(deps.across, (tx) => forgetTold(tx, deps.across, userId)),
          subject: `You already have an account with ${productName}`,
          paragraphs: ["Somebody, perhaps you, tried to register or to pay with this address. Nothing was changed."],
          action: { label: "Log in", url: `${publicUrl}/auth/login` },
          closing: "If it was not you, you need not do anything. This mail comes once a day at most.",
        };
      }),
    ),
    worker(mailResetLink, async ({ userId }) => {
      if (userId === null) return;
      await write(deps, userId, async ({ mustChangePassword }) => {
        const { url, remove } = await createMailLink(deps, userId, "reset-password");
        return {
          onUnsent: remove,
          subject: `Set a new password for ${productName}`,
          paragraphs: [
            ...(mustChangePassword ? ["Your account needs a new password before you can log in."] : []),
            "Open the link to set a new password. It works once, for 30 minutes. Every device that is logged in will be logged out.",
          ],
          action: { label: "Set a new password", url },
          closing: mustChangePassword
            ? "Until you set one, your current password does not log you in."
            : "If you did not ask for this, ignore this mail: your password stays as it is.",
        };
      });
    }),
    worker(mailSecurityNotice, ({ userId, notice }) =>
      write(deps, userId, () => noticeTexts(notice, { product: productName, site: publicUrl })),
    ),
  ];
}

/** Somebody who got their account by paying: whoever sets the password has opened the mail, so the address is theirs. */
async function welcome(deps: MailDeps, { id, firstName }: UserRow): Promise<Words> {
  const { url, remove } = await createMailLink(deps, id, "welcome");
  return {
    onUnsent: remove,
    greeting: welcomeOf(firstName),
    subject: `Welcome to ${deps.productName}: set your password`,
    paragraphs: [
      "Open the link to confirm that this address is yours and to set a password. It works once, for 24 hours.",
      "Every device that is logged in will be logged out; log in again with the new password.",
    ],
    action: { label: "Set my password", url },
    closing: `If you did not subscribe to ${deps.productName}, ignore this mail.`,
  };
}

/** To a person who is still there; no words, no mail. */
async function write(
  { db, across, mailer, productName }: MailDeps,
  userId: string,
  words: (user: UserRow) => Words | null | Promise<Words | null>,
): Promise<void> {
  const user = await readUser(db, across, userId);
  const said = user && (await words(user));
  if (!said) return;
  const { onUnsent, ...texts } = said;
  const mail = letter({ product: productName, greeting: greetingOf(user), ...texts });
  try {
    await mailer.send({ to: user.email, ...mail });
  } catch (error) {
    await onUnsent?.();
    throw error;
  }
}

/** Whoever pays gives a name, for an address that may be another's: one word of letters can say little but a name. */
function welcomeOf(firstName: string): string {
  const [word = ""] = firstName.split(" ");
  return /^[\p{L}\p{M}'’-]{1,30}$/u.test(word) ? `Hello ${word},` : "Hello,";
}

/** A name that somebody typed for another's address would say to them whatever it says. */
function greetingOf({ emailConfirmed, firstName }: UserRow): string {
  return emailConfirmed ? `Hello ${firstName},` : "Hello,";
}
