import type { EmailContent } from "#platform/server/email-template.ts";

export const NOTICES = [
  "account-locked",
  "password-changed",
  "second-factor-on",
  "second-factor-off",
  "recovery-codes-renewed",
  "connection-added",
  "connection-removed",
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
    sentence: "A social account was disconnected. It can no longer be used to log in.",
  },
};

export function noticeTexts(
  notice: Notice,
  { product, site }: { product: string; site: string },
): Omit<EmailContent, "product" | "greeting"> {
  const { subject, sentence } = HAPPENED[notice];
  return {
    subject: `${subject} (${product})`,
    paragraphs: [sentence],
    action: { label: "Set a new password", url: `${site}/auth/password-reset-request` },
    closing:
      "If this wasn't you, set a new password now. That logs out every other device. Then review your connected accounts in the settings.",
  };
}
