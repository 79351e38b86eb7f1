import type { ErrorMessages } from "#platform/contract/errors.ts";

/** What the screens say when a call is refused, by call and error code. */
export const MESSAGES = {
  picture: { UNSUPPORTED_MEDIA_TYPE: "We can't read this picture. Choose a PNG or JPEG file." },
  erase: {
    LAST_ADMIN: "You're the only admin of an organization. Make a colleague an admin first, then delete your account.",
    BREAK_GLASS_REQUIRED:
      "You're the only admin who can log in without single sign-on. Choose another one first, then delete your account.",
    BORROWERS_OPEN:
      "You're the only member of an organization with open borrowers. Close them first, then delete your account.",
  },
} as const satisfies Record<string, ErrorMessages>;
