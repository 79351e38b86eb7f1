import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BankItem, type Borrower, BORROWER_STATUSES, type BorrowerStatus } from "#features/borrowers/contract.ts";
import { canMove, requireOpen, statusToRestore } from "./status.ts";

describe("status", () => {
  type Facts = Pick<Borrower, "status" | "items" | "latestReportId" | "invitedAt">;

  const A_BANK: BankItem = {
    id: crypto.randomUUID(),
    institutionId: null,
    institutionName: "Bank",
    status: "ok",
    accounts: [],
  };
  const NOTHING = { items: [], latestReportId: null, invitedAt: null };
  const INVITED = { ...NOTHING, invitedAt: "2026-01-01T00:00:00.000Z" };
  const CONNECTED = { ...NOTHING, items: [A_BANK] };
  const REPORTED = { ...CONNECTED, latestReportId: crypto.randomUUID() };

  // Which status a person may set, from which status and with which facts.
  describe.each<[BorrowerStatus, Omit<Facts, "status">, BorrowerStatus[]]>([
    ["new", NOTHING, ["new", "invited", "closed"]],
    ["new", CONNECTED, ["new", "invited", "bank-connected", "closed"]],
    ["invited", INVITED, ["invited", "closed"]],
    ["invited", CONNECTED, ["invited", "bank-connected", "closed"]],
    ["bank-connected", CONNECTED, ["bank-connected", "closed"]],
    ["bank-connected", NOTHING, ["bank-connected", "invited", "closed"]], // the last bank was removed
    ["bank-connected", REPORTED, ["bank-connected", "report-ready", "closed"]],
    ["report-ready", REPORTED, ["report-ready", "closed"]],
    ["closed", NOTHING, ["closed", "new"]],
    ["closed", INVITED, ["closed", "invited"]],
    ["closed", { ...REPORTED, items: [] }, ["closed", "report-ready"]],
    ["closed", CONNECTED, ["closed", "new"]],
  ])("a borrower that is %s, with %j", (status, facts, allowed) => {
    test.each(BORROWER_STATUSES)("can move to %s as the table defines", (to) => {
      expect(canMove({ status, ...facts }, to)).toBe(allowed.includes(to));
    });
  });

  const anyFacts: fc.Arbitrary<Facts> = fc.record({
    status: fc.constantFrom(...BORROWER_STATUSES),
    items: fc.constantFrom([], [A_BANK]),
    latestReportId: fc.constantFrom(null, REPORTED.latestReportId),
    invitedAt: fc.constantFrom(null, INVITED.invitedAt),
  });

  test("the same status and closed are always allowed, and a status without its fact cannot be set", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        expect(canMove(facts, facts.status)).toBe(true);
        expect(canMove(facts, "closed")).toBe(true);
        for (const to of BORROWER_STATUSES.filter((status) => status !== facts.status)) {
          if (to === "bank-connected" && facts.items.length === 0) expect(canMove(facts, to)).toBe(false);
          if (to === "report-ready" && facts.latestReportId === null) expect(canMove(facts, to)).toBe(false);
          if (to === "new" && facts.status !== "closed") expect(canMove(facts, to)).toBe(false);
        }
      }),
    );
  });

  test("a closed borrower has exactly one way back, which follows from the stored facts", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const closed = { ...facts, status: "closed" as const };
        const ways = BORROWER_STATUSES.filter((to) => to !== "closed" && canMove(closed, to));
        expect(ways).toEqual([statusToRestore(closed)]);
      }),
    );
  });
});

test("a closed borrower alone is not open", () => {
  for (const status of BORROWER_STATUSES) {
    if (status === "closed") expect(() => requireOpen({ status })).toThrow("INVALID_STATUS_TRANSITION");
    else expect(() => requireOpen({ status })).not.toThrow();
  }
});
