import { ROLES, type RoleName } from "#platform/contract/who.ts";

interface RoleWords {
  readonly label: string;
  readonly about: string;
}

export const ROLE_LABELS: Readonly<Record<RoleName, RoleWords>> = {
  root: { label: "Root", about: "Sees and changes every organization. Only a root can make one." },
  admin: { label: "Admin", about: "Sees all borrowers and posts, and changes users, groups and the organization." },
  editor: { label: "Editor", about: "Works with borrowers of their own, and assigns them to colleagues." },
  observer: { label: "Observer", about: "Reads what is assigned to them, and changes nothing." },
  registered: { label: "Registered", about: "Works with borrowers of their own." },
  inactive: { label: "Inactive", about: "Keeps the place in the organization, without any right." },
  guest: { label: "Guest", about: "Has an account and nothing else." },
};

/** Only root may choose root. */
export function roleOptions(ownRole: RoleName | null) {
  return ROLES.map((value) => ({
    value,
    label: ROLE_LABELS[value].label,
    isDisabled: value === "root" && ownRole !== "root",
  }));
}
