import type { Member } from "#features/organizations/contract.ts";
import type { Tone } from "#platform/web/parts/StatusPill.tsx";

export const STATUS_LABELS = {
  active: { label: "Active", tone: "green" },
  pending: { label: "Pending", tone: "blue" },
  expired: { label: "Expired", tone: "amber" },
} as const satisfies Record<string, { label: string; tone: Tone }>;
export type MemberStatus = keyof typeof STATUS_LABELS;

export function statusOf({ status, expiresAt }: Pick<Member, "status" | "expiresAt">, now = Date.now()): MemberStatus {
  return status === "pending" && expiresAt !== null && Date.parse(expiresAt) <= now ? "expired" : status;
}
