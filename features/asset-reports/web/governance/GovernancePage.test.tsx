import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import type { GovernancePacket } from "#features/asset-reports/contract.ts";
import { answerHttp, readTestConfig } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { GovernancePage } from "./GovernancePage.tsx";
import { problemOf, quartersBefore } from "./periods.ts";

beforeEach(() => readTestConfig());

const PACKET: GovernancePacket = {
  schema: "https://keyturn.example/assets/schemas/governance-packet-1.json",
  version: 1,
  product: "Keyturn",
  lender: "Acme Lending",
  period: { from: "2026-10-01", to: "2026-11-28" },
  madeAt: "2026-11-28T12:00:00.000Z",
  edition: { ruleSetVersion: "2026-12-01", hash: "a".repeat(64) },
  automated: ["Computing usable funds."],
  notAutomated: ["No lending decision."],
  models: "No machine-learned model takes part.",
  rules: [],
  overlays: [],
  changes: [],
  testReport: { madeOn: "2026-11-27", files: 60, tests: 4321, passed: 4321 },
  twins: { count: 50_000, same: 49_546, reasons: [{ text: "A misspelled name.", count: 454 }], languages: [] },
  humanActions: [{ action: "waived", role: "former", count: 1200 }],
  reproduce: [],
};

async function open(packet: GovernancePacket): Promise<void> {
  answerHttp({ "GET /admin/governance-packet": packet });
  await renderAt("/admin/governance", <GovernancePage />);
}

describe("the governance page", () => {
  test("shows what people decided, by the role that they have today", async () => {
    await open(PACKET);
    const row = (await screen.findByText("Waived a finding")).closest("tr");
    expect(row?.textContent).toBe("Waived a findingFormer member1,200");
    screen.getByText("49,546 of 50,000");
  });

  test("names the overlays in force and who approved them", async () => {
    const settings = { limits: { incomePercent: 40 }, atLeast: [], atMost: [], documents: [], programsOff: [] };
    const approval = { proposedBy: "Ann Author", approvedBy: "Amir Admin", approvedAt: "2026-10-30T12:00:00.000Z" };
    const days = { since: "2026-11-01", until: "2026-11-20" };
    await open({
      ...PACKET,
      overlays: [{ name: "Lakeside overlay", number: 3, programName: null, settings, ...days, ...approval }],
    });
    const row = (await screen.findByText("Lakeside overlay, version 3")).closest("tr");
    expect(row?.textContent).toBe("Lakeside overlay, version 3Nov 1, 2026 until Nov 20, 2026Amir Admin");
  });

  test("says that there is nothing where no one decided anything", async () => {
    await open({ ...PACKET, humanActions: [] });
    await screen.findByText(/No one waived, confirmed/);
    screen.getByText(/No overlay of your organization was in force/);
  });

  test("asks for other dates, and for none that the server would refuse", async () => {
    await open(PACKET);
    await screen.findByText("Waived a finding");
    await userEvent.selectOptions(screen.getByLabelText("Period"), "Other dates");
    await userEvent.clear(screen.getByLabelText("From"));
    await screen.findByText("Enter both dates.");
    expect(screen.queryByRole("button", { name: "Download PDF" })).toBeNull();
  });
});

test("quarters go back from the one of today, which ends today", () => {
  const quarters = quartersBefore("2026-02-10");
  expect(quarters.slice(0, 3)).toEqual([
    { label: "Q1 2026 to date", period: { from: "2026-01-01", to: "2026-02-10" } },
    { label: "Q4 2025", period: { from: "2025-10-01", to: "2025-12-31" } },
    { label: "Q3 2025", period: { from: "2025-07-01", to: "2025-09-30" } },
  ]);
  expect(quartersBefore("2026-12-31")[0]!.period).toEqual({ from: "2026-10-01", to: "2026-12-31" });
});

test.each([
  ["2026-01-01", "2026-03-31", undefined],
  ["2026-03-31", "2026-03-31", undefined],
  ["2024-04-01", "2026-03-31", undefined],
  ["2024-03-31", "2026-03-31", undefined],
  ["2024-03-30", "2026-03-31", /two years/],
  ["2026-03-31", "2026-03-30", /before it starts/],
  ["2026-01-01", "2026-11-29", /future/],
  ["", "2026-11-20", /both dates/],
])("from %s to %s", (from, to, problem) => {
  const found = problemOf({ from, to }, "2026-11-28");
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(problem);
});
