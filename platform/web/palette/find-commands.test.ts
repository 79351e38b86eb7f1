import { expect, test } from "vitest";
import { findCommands, indexCommands, type Command } from "./find-commands.ts";

const command = (label: string, more: Partial<Command> = {}): Command => ({
  id: label,
  label,
  group: "Pages",
  run: () => undefined,
  ...more,
});

const COMMANDS = [
  command("Create Borrower", { group: "Actions", words: "new" }),
  command("All Borrowers"),
  command("Borrowers"),
  command("Thị Nguyễn", { group: "Borrowers", words: "thi@example.net AC-1001 Văn Trần", isOnlyFound: true }),
  command("Borya Petrov", { group: "Borrowers", isOnlyFound: true }),
];

const found = (term: string, recent: string[] = []) =>
  findCommands(indexCommands(COMMANDS), term, recent).map(({ name, commands }) => [
    name,
    ...commands.map((c) => c.label),
  ]);

test("an empty search offers all commands except the very numerous ones", () => {
  expect(found("")).toEqual([
    ["Actions", "Create Borrower"],
    ["Pages", "All Borrowers", "Borrowers"],
  ]);
});

test("recently used commands come first, newest before older", () => {
  expect(found(" ", ["Borya Petrov", "All Borrowers", "gone"])[0]).toEqual(["Recent", "Borya Petrov", "All Borrowers"]);
});

test("each word is found anywhere, in any case, and matches near the start rank higher", () => {
  expect(found("BOR")).toEqual([
    ["Pages", "Borrowers", "All Borrowers"],
    ["Borrowers", "Borya Petrov"],
    ["Actions", "Create Borrower"],
  ]);
  expect(found("rowers all")).toEqual([["Pages", "All Borrowers"]]);
  expect(found("brwrs")).toEqual([]);
});

test.each(["nguyen", "NGUYỄN", "ac-1001", "tran van", "thi@"])("%s finds a person by any of their words", (term) => {
  expect(found(term)).toEqual([["Borrowers", "Thị Nguyễn"]]);
});

test("no more than fifty are listed", () => {
  const many = Array.from({ length: 10_000 }, (_, at) => command(`Person ${at}`, { isOnlyFound: true }));
  expect(findCommands(indexCommands(many), "person", [])[0]?.commands).toHaveLength(50);
});
