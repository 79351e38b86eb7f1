import { type RoleName, ROLES } from "#platform/contract/who.ts";
import { STATUS_NAMES, type MemberStatus } from "#features/organizations/columns.ts";
import { ROLE_NAMES } from "#features/organizations/labels.ts";
import type { Tone } from "#platform/web/parts/Values.tsx";

interface RoleWords {
  readonly label: string;
  readonly about: string;
}

export const ROLE_LABELS: Readonly<Record<RoleName, RoleWords>> = {
  root: { label: ROLE_NAMES.root, about: "Full access to every organization. Only a root can assign it." },
  admin: { label: ROLE_NAMES.admin, about: "Sees all borrowers and posts. Manages users, groups and settings." },
  editor: { label: ROLE_NAMES.editor, about: "Works with their own borrowers and can assign them to colleagues." },
  observer: { label: ROLE_NAMES.observer, about: "Read-only access to what is assigned to them." },
  registered: { label: ROLE_NAMES.registered, about: "Works with their own borrowers." },
  inactive: { label: ROLE_NAMES.inactive, about: "Stays in the organization without access." },
  guest: { label: ROLE_NAMES.guest, about: "Has an account only." },
};

/** Only root may choose root. */
export function roleOptions(ownRole: RoleName | null) {
  return ROLES.map((value) => ({
    value,
    label: ROLE_LABELS[value].label,
    isDisabled: value === "root" && ownRole !== "root",
  }));
}

export const STATUS_LABELS = {
  active: { label: STATUS_NAMES.active, tone: "green" },
  pending: { label: STATUS_NAMES.pending, tone: "blue" },
  expired: { label: STATUS_NAMES.expired, tone: "amber" },
} as const satisfies Record<MemberStatus, { label: string; tone: Tone }>;
