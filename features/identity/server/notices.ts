// Owns what a person is told by mail after something about how they get in has changed.
import type { Letter } from "#kit/server/letter.ts";

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
    subject: "Log-in was stopped for a while",
    sentence:
      "Somebody entered a wrong password or code five times, so we stopped further tries for a while. On a browser that you have used before you can go on logging in.",
  },
  "password-changed": {
    subject: "Your password was changed",
    sentence: "Your password was changed, and every device was logged out.",
  },
  "second-factor-on": {
    subject: "Your second factor is on",
    sentence: "From now on a code of your authenticator is asked when you log in.",
  },
  "second-factor-off": {
    subject: "Your second factor is off",
    sentence: "From now on your password alone is enough to log in.",
  },
  "recovery-codes-renewed": {
    subject: "Your recovery codes were renewed",
    sentence: "New recovery codes were made; the earlier ones no longer work.",
  },
  "connection-added": {
    subject: "A log-in was connected to your account",
    sentence: "A social account was connected. From now on it can be used to log in.",
  },
  "connection-removed": {
    subject: "A log-in was disconnected from your account",
    sentence: "A social account was disconnected. It can no longer be used to log in.",
  },
};

export function noticeTexts(
  notice: Notice,
  { product, site }: { product: string; site: string },
): Omit<Letter, "product" | "greeting"> {
  const { subject, sentence } = HAPPENED[notice];
  return {
    subject: `${subject} (${product})`,
    paragraphs: [sentence],
    action: { label: "Set a new password", url: `${site}/auth/password-reset-request` },
    closing:
      "If this was you, you need not do anything. If it was not, set a new password now: it logs everybody else out. Then look in your settings whether anything is connected that is not yours.",
  };
}
