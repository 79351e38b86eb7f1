import { ROLES, type RoleName } from "#platform/contract/who.ts";

interface RoleWords {
  readonly label: string;
  readonly about: string;
}

export const ROLE_LABELS: Readonly<Record<RoleName, RoleWords>> = {
  root: { label: "Root", about: "Full access to every organization. Only a root can assign it." },
  admin: { label: "Admin", about: "Sees all borrowers and posts. Manages users, groups and settings." },
  editor: { label: "Editor", about: "Works with their own borrowers and can assign them to colleagues." },
  observer: { label: "Observer", about: "Read-only access to what is assigned to them." },
  registered: { label: "Registered", about: "Works with their own borrowers." },
  inactive: { label: "Inactive", about: "Stays in the organization without access." },
  guest: { label: "Guest", about: "Has an account only." },
};

/** Only root may choose root. */
export function roleOptions(ownRole: RoleName | null) {
  return ROLES.map((value) => ({
    value,
    label: ROLE_LABELS[value].label,
    isDisabled: value === "root" && ownRole !== "root",
  }));
}
