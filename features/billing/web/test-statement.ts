import type { CurrentPeriod, LineItem, Statement } from "#features/billing/contract.ts";

const organization = { id: "5f0a6a52-4b4c-4a53-9a1e-6f0f5c1f0a01", name: "Acme Lending" };

export function aLine(line: Partial<LineItem> = {}): LineItem {
  const amount = line.amount ?? 2500;
  return {
    id: crypto.randomUUID(),
    organization,
    type: "asset_report",
    description: "Asset report, loan 2026-1042",
    quantity: 1,
    unitAmount: amount,
    occurredAt: "2026-10-12T14:00:00Z",
    borrowerId: null,
    assetReportId: null,
    statementId: null,
    ...line,
    amount,
  };
}

export function aStatement(statement: Partial<Statement> = {}): Statement {
  const amount = statement.amount ?? 5000;
  const paidBefore = statement.paidBefore ?? 0;
  const creditUsed = statement.creditUsed ?? 0;
  return {
    id: crypto.randomUUID(),
    organization,
    number: "ST-202610-0002",
    status: "finalized",
    periodStart: "2026-10-01T04:00:00Z",
    periodEnd: "2026-11-01T04:00:00Z",
    timeZone: "America/New_York",
    currency: "usd",
    subtotal: amount,
    credits: 0,
    issuedAt: "2026-11-01T04:30:00Z",
    dueAt: "2026-11-15T05:30:00Z",
    paidAt: null,
    hostedURL: "https://pay.example/in_1",
    lineItems: [],
    ...statement,
    amount,
    paidBefore,
    creditUsed,
    due: amount - paidBefore - creditUsed,
  };
}

export function aPeriod(period: Partial<CurrentPeriod> = {}): CurrentPeriod {
  return {
    periodStart: "2026-11-01T04:00:00Z",
    periodEnd: "2026-12-01T05:00:00Z",
    timeZone: "America/New_York",
    amount: 7500,
    spendCap: null,
    spent: 7500,
    prices: { asset_report: 2500, report_refresh: 1000 },
    drift: null,
    ...period,
  };
}
