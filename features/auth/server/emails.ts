import * as z from "zod/mini";
import type { Context } from "#platform/server/context.ts";
import { Id } from "#platform/contract/fields.ts";
import { type JobWorker, systemJob, worker } from "#platform/server/jobs.ts";
import { type EmailContent, renderEmail } from "#platform/server/email-template.ts";
import type { Tx } from "#platform/server/database/database.ts";
import { createMailLink, isLimitReached } from "./email-tokens/email-tokens.ts";
import { forgetTold, hasNoWayIn, noteTold, readUser, type UserRow } from "./queries.ts";

const NOTICES = [
  "account-locked",
  "password-changed",
  "second-factor-on",
  "second-factor-off",
  "recovery-codes-renewed",
  "connection-added",
  "connection-removed",
  "passkey-added",
  "passkey-removed",
] as const;
export type Notice = (typeof NOTICES)[number];

const HAPPENED: Record<Notice, { subject: string; sentence: string }> = {
  "account-locked": {
    subject: "Your account was locked for a while",
    sentence:
      "Someone entered a wrong password or code five times, so we paused further attempts. You can still log in on a browser you have used before.",
  },
  "password-changed": {
    subject: "Your password was changed",
    sentence: "Your password was changed, and you were logged out on all devices.",
  },
  "second-factor-on": {
    subject: "Two-factor authentication is on",
    sentence: "You'll enter a code from your authenticator app each time you log in.",
  },
  "second-factor-off": {
    subject: "Two-factor authentication is off",
    sentence: "You now log in with your password only.",
  },
  "recovery-codes-renewed": {
    subject: "Your recovery codes were replaced",
    sentence: "New recovery codes were created. The earlier ones no longer work.",
  },
  "connection-added": {
    subject: "A sign-in method was connected to your account",
    sentence: "A social account was connected. It can now be used to log in.",
  },
  "connection-removed": {
    subject: "A sign-in method was disconnected from your account",
    sentence: "A social account or passkey was removed. It can no longer be used to log in.",
  },
  "passkey-added": {
    subject: "A passkey was added to your account",
    sentence: "A passkey was added. It can now be used to log in, without your password.",
  },
  "passkey-removed": {
    subject: "A passkey was deleted from your account",
    sentence: "A passkey was deleted. It can no longer be used to log in.",
  },
};

function noticeTexts(
  notice: Notice,
  { product, site }: { product: string; site: string },
): Omit<EmailContent, "product" | "greeting"> {
  const { subject, sentence } = HAPPENED[notice];
  return {
    subject: `${subject} (${product})`,
    paragraphs: [sentence],
    action: { label: "Set a new password", url: `${site}/auth/password-reset-request` },
    closing:
      "If this wasn't you, set a new password now. That logs out every other device. Then review your connected accounts and passkeys in the settings.",
  };
}

const ToUser = z.object({ userId: Id });

export const emailConfirmLink = systemJob("identity.mail-confirm-link", ToUser);
export const emailAccountExists = systemJob("identity.mail-account-exists", ToUser);
/** Does nothing for an unknown address, so that the request takes the same time. */
export const emailResetLink = systemJob("identity.mail-reset-link", z.object({ userId: z.nullable(Id) }));
export const emailSecurityNotice = systemJob(
  "identity.mail-security-notice",
  z.extend(ToUser, { notice: z.enum(NOTICES) }),
);
export const identityJobs = [emailConfirmLink, emailAccountExists, emailResetLink, emailSecurityNotice];

type Words = Omit<EmailContent, "product" | "greeting"> &
  Partial<Pick<EmailContent, "greeting">> & {
    /** Undoes what was recorded for an email that was not sent, so that the next attempt starts the same way. */
    readonly onUnsent?: () => Promise<void>;
  };

/** Queues the email with a link, unless the hourly limit would refuse it. */
export async function queueLinkEmail(
  { system, jobs }: Context,
  tx: Tx,
  name: "confirm-email" | "reset-password",
  userId: string,
): Promise<boolean> {
  if (await isLimitReached(tx, system, userId, name)) return false;
  if (name === "confirm-email") await jobs.send(tx, emailConfirmLink, { userId });
  else await jobs.send(tx, emailResetLink, { userId });
  return true;
}

export function identityWorkers(ctx: Context): JobWorker[] {
  const {
    settings: { productName, publicUrl },
  } = ctx;
  // Links are created here and never stored, so no queue and no log contains one.
  return [
    worker(emailConfirmLink, ({ userId }) =>
      write(ctx, userId, async (user) => {
        if (user.emailConfirmed) return null;
        if (hasNoWayIn(user)) return welcome(ctx, user);
        const { url, remove } = await createMailLink(ctx, userId, "confirm-email");
        return {
          onUnsent: remove,
          subject: `Confirm your email address for ${productName}`,
          paragraphs: ["Confirm your email to finish setting up your account. The link works for 24 hours."],
          action: { label: "Confirm email", url },
          closing: `If you didn't create an account with ${productName}, you can ignore this email.`,
        };
      }),
    ),
    worker(emailAccountExists, ({ userId }) =>
      write(ctx, userId, async () => {
        if (!(await ctx.db.transaction(ctx.system, (tx) => noteTold(tx, ctx.system, userId)))) return null;
        return {
          onUnsent: () => ctx.db.transaction(ctx.system, (tx) => forgetTold(tx, ctx.system, userId)),
          subject: `You already have an account with ${productName}`,
          paragraphs: ["Someone, perhaps you, tried to register or pay with this email address. Nothing was changed."],
          action: { label: "Log in", url: `${publicUrl}/auth/login` },
          closing: "If it wasn't you, you can ignore this email. We send it at most once a day.",
        };
      }),
    ),
    worker(emailResetLink, async ({ userId }) => {
      if (userId === null) return;
      await write(ctx, userId, async ({ mustChangePassword }) => {
        const { url, remove } = await createMailLink(ctx, userId, "reset-password");
        return {
          onUnsent: remove,
          subject: `Set a new password for ${productName}`,
          paragraphs: [
            ...(mustChangePassword ? ["Set a new password before you log in again."] : []),
            "Use the link below to set a new password. It works once, for 30 minutes. You'll be logged out on all devices.",
          ],
          action: { label: "Set a new password", url },
          closing: mustChangePassword
            ? "You can't log in with your current password until you do."
            : "If you didn't request this, you can ignore this email. Your password won't change.",
        };
      });
    }),
    worker(emailSecurityNotice, ({ userId, notice }) =>
      write(ctx, userId, () => noticeTexts(notice, { product: productName, site: publicUrl })),
    ),
  ];
}

/** For an account created by a payment. A user who sets the password has opened the email, which proves the address. */
async function welcome(ctx: Context, { id, firstName }: UserRow): Promise<Words> {
  const { url, remove } = await createMailLink(ctx, id, "welcome");
  return {
    onUnsent: remove,
    greeting: welcomeOf(firstName),
    subject: `Welcome to ${ctx.settings.productName}: set your password`,
    paragraphs: [
      "Use the link below to confirm your email and set a password. It works once, for 24 hours.",
      "You'll be logged out on all devices. Log in again with the new password.",
    ],
    action: { label: "Set password", url },
    closing: `If you didn't subscribe to ${ctx.settings.productName}, you can ignore this email.`,
  };
}

/** Sends nothing to a user who no longer exists, or without a text. */
async function write(
  { db, system, providers: { mailer }, settings: { productName } }: Context,
  userId: string,
  words: (user: UserRow) => Words | null | Promise<Words | null>,
): Promise<void> {
  const user = await readUser(db, system, userId);
  const said = user && (await words(user));
  if (!said) return;
  const { onUnsent, ...texts } = said;
  const mail = renderEmail({ product: productName, greeting: greetingOf(user), ...texts });
  try {
    await mailer.send({ to: user.email, ...mail });
  } catch (error) {
    await onUnsent?.();
    throw error;
  }
}

/** The payer's address may belong to someone else. One word of letters is all a payer can send there. */
function welcomeOf(firstName: string): string {
  const [word = ""] = firstName.split(" ");
  return /^[\p{L}\p{M}'’-]{1,30}$/u.test(word) ? `Hello ${word},` : "Hello,";
}

/** Someone may register another person's address, and an unchecked name would carry their message to that person. */
function greetingOf({ emailConfirmed, firstName }: UserRow): string {
  return emailConfirmed ? `Hello ${firstName},` : "Hello,";
}
