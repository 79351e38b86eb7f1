import type { ErrorMessages } from "#platform/contract/errors.ts";

const ONLY_ADMIN = "This is the only admin. Make someone else an admin first.";
const ONLY_BREAK_GLASS =
  "This is the only admin who can log in without single sign-on. Choose another one under Single Sign-On first.";

/** What the screens say when a call is refused, by call and error code. */
export const MESSAGES = {
  logo: { UNSUPPORTED_MEDIA_TYPE: "We can't read this picture. Choose a PNG or JPEG file." },
  settings: {
    STALE: "Someone else updated these settings. Your changes aren't saved yet: review them, then save again.",
  },
  secondFactor: {
    OWN_SECOND_FACTOR_MISSING:
      "Set up your own two-factor authentication first, under Account Settings, Authorization. Otherwise this would lock you out",
  },
  secondPerson: {
    SECOND_PERSON_MISSING:
      "You are the only one who can accept evidence. Add another admin or editor first. Otherwise this would lock you out",
  },
  invitation: {
    INVITATION_FOR_ANOTHER: "This invitation is for another email. Log in with the account that uses it.",
    LIMIT_REACHED:
      "You've reached the limit of organizations, or a group in the invitation is full. Leave an organization first, or ask the person who invited you.",
  },
  invite: {
    LIMIT_REACHED:
      "This invitation can't be sent now. Your organization or this address has reached the limit for 24 hours, or the person declined. Try again tomorrow.",
  },
  email: {
    ALREADY_MEMBER: "This person is already in the organization. Find them in the list to change their role",
    ALREADY_INVITED: "This address already has an invitation. Find it in the list to resend it",
  },
  removal: { LAST_ADMIN: ONLY_ADMIN, BREAK_GLASS_REQUIRED: ONLY_BREAK_GLASS },
  member: {
    LAST_ADMIN: ONLY_ADMIN,
    BREAK_GLASS_REQUIRED: ONLY_BREAK_GLASS,
    STALE: "Someone else updated this user. Your changes aren't saved yet: review them, then save again.",
    LIMIT_REACHED: "A group you chose is full. Choose another one.",
    NOT_FOUND: "This user or a group you chose was deleted. Nothing was saved. Reload the page, then choose again.",
  },
  group: {
    LIMIT_REACHED: "Your organization has reached the limit of groups. Delete one you no longer need.",
    NOT_FOUND: "The group was deleted, or someone you chose left the organization. Reload the page, then choose again.",
    GROUP_IN_USE:
      "Some borrowers are only in this group. Move them to another group first. Otherwise everyone in your organization could see them.",
    STALE: "Someone else updated this group. Your changes aren't saved yet: review them, then save again.",
  },
  groupName: { NAME_TAKEN: "Another group has this name. Choose a different one" },
} as const satisfies Record<string, ErrorMessages>;
