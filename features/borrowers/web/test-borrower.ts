import type { BankItem, Borrower } from "#features/borrowers/contract.ts";
import { EMPTY_BORROWER } from "./form/BorrowerForm.tsx";

export function aBorrower(facts: Partial<Borrower> = {}): Borrower {
  return {
    id: "5b1d7a52-6a53-4c1b-8d0c-0a52a1f0b001",
    ...EMPTY_BORROWER,
    firstName: "Dana",
    lastName: "Reyes",
    email: "dana@example.net",
    loan: {},
    assignedUserId: null,
    groupIds: [],
    status: "new",
    reportState: "none",
    connectionState: "none",
    documentState: "none",
    items: [],
    latestReportId: null,
    summary: null,
    plannedRefreshOn: null,
    nextExpiryOn: null,
    nextExpiryKind: null,
    invitedAt: null,
    connectedAt: null,
    reportReadyAt: null,
    lenderNotifiedAt: null,
    closedAt: null,
    legalHold: null,
    createdAt: "2026-11-01T12:00:00Z",
    updatedAt: "2026-11-01T12:00:00Z",
    version: 1,
    ...facts,
  };
}

export function aBank(facts: Partial<BankItem> = {}): BankItem {
  return {
    id: "5b1d7a52-6a53-4c1b-8d0c-0a52a1f0b002",
    institutionId: "ins_1",
    institutionName: "First Platypus Bank",
    status: "ok",
    accounts: [{ name: "Checking", mask: "0000", type: "depository", subtype: "checking" }],
    ...facts,
  };
}

export const REPORT_ID = "5b1d7a52-6a53-4c1b-8d0c-0a52a1f0b003";

export function withReport(facts: Partial<Borrower> = {}): Borrower {
  return aBorrower({
    status: "report-ready",
    reportState: "ready",
    connectionState: "ok",
    items: [aBank()],
    latestReportId: REPORT_ID,
    connectedAt: "2026-11-02T12:00:00Z",
    reportReadyAt: "2026-11-02T12:01:00Z",
    ...facts,
  });
}
