// Cases worked by hand: the fields of Form 1006. R18.
import { describe, expect, test } from "vitest";
import { account, daysAgo, judged, owner } from "../test-case.ts";

describe("Form 1006, Freddie Mac 5501.3: a verification of deposit, as data", () => {
  test("what the bank does not tell is left open", () => {
    expect(judged([account({ daysAvailable: 0 })]).figures.vod).toEqual([
      {
        accountId: "checking",
        institutionName: "First Bank",
        owners: ["Ada Lovell"],
        type: "checking",
        lastFour: "0000",
        currentCents: 10_000_000,
        averageCents: 10_000_000,
        openedBy: null,
      },
    ]);
  });

  test("an account was opened by the first day that is shown, at the latest", () => {
    expect(judged([account()]).figures.vod[0]?.openedBy).toBe("2026-08-04");
  });

  test("the average is of the previous two months: what was held before does not count", () => {
    const historicalBalances = Array.from({ length: 90 }, (_day, ago) => ({
      date: daysAgo(ago + 1),
      currentCents: ago < 60 ? 250_000 : 9_000_000,
    }));
    expect(judged([account({ historicalBalances })]).figures.vod[0]?.averageCents).toBe(250_000);
    expect(judged([account({ historicalBalances: [] })]).figures.vod[0]?.averageCents).toBeNull();
  });

  test("all in whose name it stands are named", () => {
    const owners = [owner("Ada Lovell"), owner("Charles Lovell")];
    expect(judged([account({ owners })]).figures.vod[0]?.owners).toEqual(["Ada Lovell", "Charles Lovell"]);
  });

  test("deposits alone are verified by it, neither cards nor investments", () => {
    const card = account({ id: "card", type: "credit", subtype: "credit card" });
    const fund = account({ id: "fund", type: "investment", subtype: "brokerage" });
    const { vod } = judged([account(), card, fund]).figures;
    expect(vod.map(({ accountId }) => accountId)).toEqual(["checking"]);
  });
});
