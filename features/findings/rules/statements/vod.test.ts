// A case worked by hand: the fields of Form 1006. R18.
import { expect, test } from "vitest";
import { account, judged } from "../test-case.ts";

test("R18: the fields of a verification of deposit, with what the bank does not tell left open", () => {
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
  expect(judged([account()]).figures.vod[0]?.openedBy).toBe("2026-08-04");
});
