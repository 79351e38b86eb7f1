// Owns how far a person has come in: there, invited, or invited too long ago.
import type { Member } from "#features/members/contract.ts";
import type { Tone } from "#kit/web/parts/StatusPill.tsx";

export const STATUS_WORDS = {
  active: { label: "Active", tone: "green" },
  pending: { label: "Pending", tone: "blue" },
  expired: { label: "Expired", tone: "amber" },
} as const satisfies Record<string, { label: string; tone: Tone }>;
export type MemberStatus = keyof typeof STATUS_WORDS;

export function statusOf({ status, expiresAt }: Pick<Member, "status" | "expiresAt">, now = Date.now()): MemberStatus {
  return status === "pending" && expiresAt !== null && Date.parse(expiresAt) <= now ? "expired" : status;
}
