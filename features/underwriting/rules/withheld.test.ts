import { expect, test } from "vitest";
import type { Confirmation, LoanParty } from "./evaluation.ts";
import { withheldItems, type ReportAccount } from "./parsed-report.ts";
import { account, item, line, report } from "./test-model.ts";
import { bank, checking, confirmation, evaluated, NORA, person, reportOf, withDocument } from "./test-report.ts";
import { withholdTransactions } from "./withheld.ts";

const LINES = [line(-500_00, "2026-11-01"), line(20_00, "2026-11-02")];
const ownedBy = (id: string, ...names: string[]): ReportAccount =>
  account({ id, transactions: LINES, owners: [{ names, emails: [], phones: [], addresses: [] }] });
const mine = item([ownedBy("mine", "NORA QUIST")], { id: "item-mine" });
const strangers = item([ownedBy("one", "GREGORY OSTRANDER"), ownedBy("two", "GREGORY OSTRANDER")], {
  id: "item-other",
});
const known = { borrowers: [NORA], confirmations: [] };

test("the transactions of a connection that belongs to no one on the loan are withheld, and counted", () => {
  const shown = withholdTransactions(report([mine, strangers]), known);
  expect(shown.items[0]).toBe(mine);
  expect(withheldItems(shown).map(({ id }) => id)).toEqual(["item-other"]);
  expect(shown.items[1]!.accounts).toMatchObject([
    { id: "one", transactions: [], withheldCount: 2, currentCents: strangers.accounts[0]!.currentCents },
    { id: "two", transactions: [], withheldCount: 2 },
  ]);
});

test("no answer is given while transactions are withheld, and one is given once the holder is confirmed", () => {
  const others = bank({ name: "Bank Two", accounts: [checking({ cents: 1_000_00, owners: ["GREGORY OSTRANDER"] })] });
  const given = reportOf([bank({ accounts: [checking({ cents: 60_000_00 })] }), others]);
  const evaluatedWith = (confirmations: Confirmation[]) => {
    const banks = withholdTransactions(given, { borrowers: [NORA], confirmations }).items;
    return evaluated({ banks, confirmations });
  };
  const undecided = evaluatedWith([]);
  expect(undecided.verdicts.fannie.outcome).toBe("notEvaluated");
  expect(undecided.leastDocumentation.fannie).toMatchObject({
    isPossible: false,
    text: "Not evaluated under Fannie Mae yet.",
  });
  expect(evaluatedWith([confirmation("holder", { itemId: others.id })]).verdicts.fannie.outcome).toBe("enough");
});

test("withholding twice changes nothing more", () => {
  const once = withholdTransactions(report([strangers]), known);
  expect(withholdTransactions(once, known)).toEqual(once);
});

test.each<[string, ReportAccount[], LoanParty[]?]>([
  ["one account of several belongs to the borrower", [ownedBy("a", "NORA QUIST"), ownedBy("b", "GREGORY OSTRANDER")]],
  ["it belongs to the borrower together with another person", [ownedBy("a", "GREGORY OSTRANDER", "NORA QUIST")]],
  ["it belongs to a co-borrower", [ownedBy("a", "GREGORY OSTRANDER")], [NORA, person("Gregory", "Ostrander")]],
  ["the name may be the borrower's", [ownedBy("a", "N QUIST")]],
  ["the bank names no owner", [account({ owners: [], transactions: LINES })]],
  ["it belongs to a business", [ownedBy("a", "QUIST HOLDINGS LLC")]],
])("nothing is withheld where %s", (_case, accounts, borrowers = [NORA]) => {
  const given = report([item(accounts)]);
  expect(withholdTransactions(given, { borrowers, confirmations: [] })).toBe(given);
});

test("an account without an owner's name does not free the strangers' accounts beside it", () => {
  const given = report([item([ownedBy("a", "GREGORY OSTRANDER"), account({ owners: [], transactions: LINES })])]);
  expect(withheldItems(withholdTransactions(given, known))).toHaveLength(1);
});

test("a verified holder's transactions are shown, and those of another connection stay withheld", () => {
  const other = { ...strangers, id: "item-third" };
  const confirmations = [confirmation("holder", { itemId: "item-other" })];
  const shown = withholdTransactions(report([strangers, other]), { borrowers: [NORA], confirmations });
  expect(shown.items[0]).toBe(strangers);
  expect(withheldItems(shown).map(({ id }) => id)).toEqual(["item-third"]);
});

test("a name that was confirmed as the borrower's, with a document, is no stranger's", () => {
  const about = { bankName: "GREGORY OSTRANDER", person: "Nora Quist" };
  const given = report([strangers]);
  const confirmed = (more: object) => ({ borrowers: [NORA], confirmations: [confirmation("borrower", about, more)] });
  expect(withholdTransactions(given, confirmed(withDocument))).toBe(given);
  expect(withheldItems(withholdTransactions(given, confirmed({})))).toHaveLength(1);
});
