import { type RoleName, ROLES } from "#platform/contract/who.ts";
import type { Member } from "#features/organizations/contract.ts";
import type { Tone } from "#platform/web/parts/Values.tsx";

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

export const STATUS_LABELS = {
  active: { label: "Active", tone: "green" },
  pending: { label: "Pending", tone: "blue" },
  expired: { label: "Expired", tone: "amber" },
} as const satisfies Record<string, { label: string; tone: Tone }>;
export type MemberStatus = keyof typeof STATUS_LABELS;

export function statusOf({ status, expiresAt }: Pick<Member, "status" | "expiresAt">, now = Date.now()): MemberStatus {
  return status === "pending" && expiresAt !== null && Date.parse(expiresAt) <= now ? "expired" : status;
}
