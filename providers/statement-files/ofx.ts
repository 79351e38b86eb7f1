import { at, MAX_DEPTH, type Element, findAll, textAt } from "./element.ts";
import {
  amountOf,
  dayFrom,
  MAX_LINES,
  maskOf,
  plainText,
  type Statement,
  BankStatementError,
  type StatementLine,
} from "./statement.ts";

const SUBTYPES: Readonly<Record<string, string>> = {
  CHECKING: "checking",
  SAVINGS: "savings",
  MONEYMRKT: "money market",
  CD: "cd",
};

/** OFX 1 (SGML) and 2 (XML), and QFX, which is OFX. The opening balance is in no OFX file. */
export function readOfx(text: string): Statement {
  const root = parse(text);
  const statements = findAll(root, "STMTRS");
  if (statements.length > 1) throw new BankStatementError("SEVERAL_STATEMENTS", { line: statements[1]!.line });
  const [statement] = statements;
  const list = at(statement, "BANKTRANLIST");
  if (!statement || !list) throw new BankStatementError("NO_STATEMENT");
  const balance = at(statement, "LEDGERBAL");
  const asOf = balance && requireDay(balance, "DTASOF");
  const end = requireDay(list, "DTEND");
  const lines = list.children.filter(({ name }) => name === "STMTTRN").map(toLine);
  if (lines.length > MAX_LINES) throw new BankStatementError("TOO_LARGE");
  return {
    format: "ofx",
    institution: nameOf(textAt(findAll(root, "FI")[0], "ORG")),
    holder: null,
    mask: maskOf(textAt(statement, "BANKACCTFROM", "ACCTID") ?? ""),
    subtype: SUBTYPES[textAt(statement, "BANKACCTFROM", "ACCTTYPE")?.toUpperCase() ?? ""] ?? null,
    currency: textAt(statement, "CURDEF"),
    from: requireDay(list, "DTSTART"),
    // What happened after the balance, or after the last line that was asked for, is not known.
    to: asOf !== undefined && asOf < end ? asOf : end,
    openingCents: null,
    closingCents: balance ? requireAmount(balance, "BALAMT") : null,
    closingLine: balance ? (at(balance, "BALAMT")?.line ?? balance.line) : null,
    // Banks list the newest first or last; within a day their order stays.
    lines: (lines[0]?.date ?? "") > (lines.at(-1)?.date ?? "") ? lines.reverse() : lines,
  };
}

function toLine(line: Element): StatementLine {
  const words = [textAt(line, "NAME") ?? textAt(line, "PAYEE", "NAME"), textAt(line, "MEMO")].filter(Boolean);
  return {
    line: line.line,
    id: textAt(line, "FITID"),
    date: requireDay(line, "DTPOSTED"),
    cents: requireAmount(line, "TRNAMT"),
    description: plainText([...new Set(words)].join(" ")),
    checkNumber: textAt(line, "CHECKNUM"),
    balanceCents: null,
    isPending: false,
  };
}

function nameOf(text: string | null): string | null {
  return text === null ? null : plainText(text) || null;
}

/** `YYYYMMDD`, with a time and zone that do not matter: the day is the bank's. */
function requireDay(element: Element, name: string): string {
  const found = textAt(element, name) ?? "";
  const [, year, month, date] = /^(\d{4})(\d\d)(\d\d)(?:\d{2,6}(?:\.\d+)?)?(?:\[[^\]]*\])?$/.exec(found) ?? [];
  const day = year && month && date ? dayFrom(year, month, date) : undefined;
  if (!day)
    throw new BankStatementError("DATE", { line: at(element, name)?.line ?? element.line, found: found.slice(0, 40) });
  return day;
}

function requireAmount(element: Element, name: string): number {
  const found = textAt(element, name) ?? "";
  const cents = amountOf(found);
  if (cents === undefined)
    throw new BankStatementError("AMOUNT", {
      line: at(element, name)?.line ?? element.line,
      found: found.slice(0, 40),
    });
  return cents;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** In OFX 1, an element with text has no end tag; so an element that its parent ends before is such an element. */
function parse(text: string): Element {
  if (/<!/.test(text)) throw new BankStatementError("DOCTYPE", { line: lineAt(text, text.indexOf("<!")) });
  const start = text.search(/<OFX>/i);
  const root: Element = { name: "", line: 1, attributes: {}, children: [], text: "" };
  const open: Element[] = [root];
  let line = lineAt(text, start);
  let elements = 0;
  for (const { tag, value, newlines } of tagsOf(text, start)) {
    const parent = open.at(-1)!; // the root is never closed
    const name = /^\/?([^\s/]+)/.exec(tag)?.[1];
    if (name === undefined) throw new BankStatementError("BROKEN", { line });
    if (tag.startsWith("/")) close(open, name.toUpperCase(), line);
    else {
      if (++elements > MAX_ELEMENTS) throw new BankStatementError("TOO_LARGE");
      const element: Element = {
        name: name.toUpperCase(),
        line,
        attributes: {},
        children: [],
        text: value.replaceAll(/&(\w+);/g, (entity, word: string) => ENTITIES[word.toLowerCase()] ?? entity),
      };
      parent.children.push(element);
      // With text it is complete, and its end tag, if there is one, ends nothing.
      if (value.trim() === "") open.push(element);
      if (open.length > MAX_DEPTH) throw new BankStatementError("BROKEN", { line });
    }
    line += newlines;
  }
  if (open.some(({ name }) => name === "OFX")) throw new BankStatementError("BROKEN", { line });
  return root;
}

/** More than the lines of a file can have. */
const MAX_ELEMENTS = 100_000;
const MAX_TAG = 200;

/** What is between `<` and `>`, and the text that follows. Each character is looked at once, so no file takes long. */
function* tagsOf(text: string, start: number): Generator<{ tag: string; value: string; newlines: number }> {
  let end = -1;
  for (let at = start, next = start; at >= 0; at = next) {
    next = text.indexOf("<", at + 1);
    if (end <= at) end = text.indexOf(">", at);
    if (end < 0) return;
    if (next >= 0 && next < end) continue; // a sign of a text, not of a tag
    const tag = text.slice(at + 1, Math.min(end, at + 1 + MAX_TAG));
    const value = text.slice(end + 1, next < 0 ? undefined : next);
    yield { tag, value, newlines: value.split("\n").length - 1 + tag.split("\n").length - 1 };
  }
}

function close(open: Element[], name: string, line: number): void {
  const place = open.findLastIndex((element) => element.name === name);
  if (place < 1) {
    if (open.at(-1)?.children.at(-1)?.name === name) return; // the end tag of an element with text
    throw new BankStatementError("BROKEN", { line });
  }
  // Elements that were not ended are blank ones: what follows them belongs to their parent.
  const parent = open[place]!; // found
  for (const blank of open.splice(place + 1).reverse())
    for (const child of blank.children.splice(0)) parent.children.push(child);
  open.length = place;
}

function lineAt(text: string, place: number): number {
  return text.slice(0, Math.max(0, place)).split("\n").length;
}
