import type { OrganizationSettings } from "#features/organizations/contract.ts";

export function someSettings(details: Partial<OrganizationSettings> = {}): OrganizationSettings {
  return {
    id: "0d4c5a3e-3c8e-4f5b-9a37-5a9c3f6f1a0f",
    name: "Acme Lending",
    nmlsId: null,
    phone: null,
    address: null,
    timeZone: "America/New_York",
    replyTo: null,
    policy: {
      nsfReview: 3,
      nsfBlocker: 5,
      defaultDays: 90,
      retentionDays: 1095,
      restrictByGroup: false,
      requireSecondFactor: false,
      borrowerMaySeeReport: false,
      spendCap: null,
    },
    logoURL: null,
    createdAt: "2026-01-02T10:00:00.000Z",
    updatedAt: "2026-01-02T10:00:00.000Z",
    version: 1,
    ...details,
  };
}
