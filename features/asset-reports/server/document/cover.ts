import { allAccounts, type Total, totalsByType } from "./totals.ts";
import { balance, counted, isOwed, kindOf, NOT_GIVEN, phrase } from "./account-words.ts";
import { localMoment, longDay } from "./dates.ts";
import type { DocumentInput } from "./document-input.ts";
import type { Faces } from "./faces.ts";
import { type Fact, factGrid, GRID } from "./fact-grid.ts";
import { type Block, type Part, SHEET } from "./sheet.ts";
import { type Column, remainingWidth, tableHead, tableRow } from "./table.ts";
import { paragraph, section } from "./text-blocks.ts";
import { baseline, fitted, line, STYLE } from "./typesetting.ts";

const ACCOUNT_COLUMNS: readonly Column[] = [
  { label: "Institution", width: remainingWidth(126, 46, 70, 42, 80) },
  { label: "Account", width: 126 },
  { label: "Number", width: 46 },
  { label: "Kind", width: 70, style: STYLE.softCell },
  { label: "History", width: 42, figures: true, style: STYLE.softCell },
  { label: "Current balance", width: 80, figures: true },
];

/** The first page: the answer, what it rests on, and the conditions under which it may be used. */
export function* cover(faces: Faces, input: DocumentInput): Generator<Block> {
  yield* titleBlocks(faces, input);
  yield* factGrid(faces, facts(input), { before: 18 });
  yield* totals(faces, totalsByType(input.reading));
  yield* accounts(faces, input);
  yield* warnings(faces, input);
  yield* conditions(faces, input);
  yield* origin(faces, input);
}

function* titleBlocks(faces: Faces, { cover }: DocumentInput): Generator<Block> {
  yield* paragraph(faces, "Asset report", STYLE.title, { tag: "H1" });
  yield* paragraph(faces, cover.borrowerName, STYLE.name, { before: 2 });
  if (cover.coBorrowerNames.length > 0)
    yield* paragraph(faces, `with ${cover.coBorrowerNames.join(", ")}`, { ...STYLE.body, ink: "soft" });
}

function facts({ reading, cover }: DocumentInput): Fact[] {
  return [
    ["Lender", cover.organizationName],
    ["Loan number", cover.loanNumber ?? NOT_GIVEN],
    ["Data as of", longDay(reading.asOf)],
    ["Fresh until", longDay(cover.expiresOn)],
  ];
}

function* totals(faces: Faces, all: Total[]): Generator<Block> {
  if (all.length === 0) return;
  yield section(faces, "Totals by account type", { remark: "Current balances", needs: 60 });
  for (let from = 0; from < all.length; from += GRID.across) {
    const parts = all.slice(from, from + GRID.across).map((total, column): Part => {
      const place = { x: SHEET.left + column * (GRID.width + GRID.gap), width: GRID.width };
      const name = isOwed(total.type) ? `${phrase(total.type)}, owed` : phrase(total.type);
      const untold = total.untold === 0 ? "" : `, ${total.untold} without a balance`;
      return {
        tag: "P",
        marks: [
          fitted(faces, name, STYLE.aside, { ...place, y: 10 }),
          fitted(faces, balance(total.currentCents, total.currency), STYLE.figure, { ...place, y: 26 }),
          fitted(faces, `${counted(total.accounts, "account")}${untold}`, STYLE.aside, { ...place, y: 38 }),
        ],
      };
    });
    yield { form: "plain", height: 42, before: 6, needs: 0, parts, rules: [] };
  }
}

function* accounts(faces: Faces, { reading }: DocumentInput): Generator<Block> {
  const count = allAccounts(reading).length;
  const remark = `${counted(count, "account")} at ${counted(reading.items.length, "institution")}`;
  yield section(faces, "Accounts", { remark, needs: 60 });
  if (count === 0) {
    yield* paragraph(faces, "The provider gave no account.", STYLE.body, { before: 6 });
    return;
  }
  const head = tableHead(faces, ACCOUNT_COLUMNS);
  yield head;
  for (const { institutionName, accounts } of reading.items)
    for (const account of accounts)
      yield* tableRow(
        faces,
        ACCOUNT_COLUMNS,
        [
          institutionName,
          account.name,
          account.mask ?? NOT_GIVEN,
          kindOf(account),
          counted(account.daysAvailable, "day"),
          balance(account.currentCents, account.currency),
        ],
        [head],
      );
}

function* warnings(faces: Faces, { reading }: DocumentInput): Generator<Block> {
  if (reading.warnings.length === 0) return;
  yield section(faces, "Not supplied by the bank", { needs: 40 });
  for (const [index, { itemId, message, code }] of reading.warnings.entries()) {
    const bank = reading.items.find(({ id }) => id === itemId)?.institutionName;
    const said = message ?? phrase(code);
    yield* listItem(faces, "\u2013", bank ? `${bank}: ${said}` : said, { before: index === 0 ? 6 : 1.5 });
  }
}

function* conditions(faces: Faces, { reading, cover }: DocumentInput): Generator<Block> {
  yield section(faces, "Conditions of use", { remark: "Fannie Mae Selling Guide B3-4.2-01", needs: 110 });
  const fresh = `${longDay(reading.asOf)} to ${longDay(cover.expiresOn)}`;
  const held = [
    "The lender holds the borrower's authorization to obtain this report.",
    "The report gives what Form 1006 or the bank's own statements would give; what the bank left out is named as not given.",
    `On the note date the data is within the age limit of B1-1-03: ${fresh}.`,
    "The lender stays accountable for the data and for the loan.",
  ];
  for (const [index, condition] of held.entries())
    yield* listItem(faces, `${index + 1}.`, condition, { before: index === 0 ? 6 : 1.5 });
  const disclaimer =
    "This is a data view supplied by the borrower's bank through a data provider. It is not Form 1006 and does not claim Day 1 Certainty. It is not underwriting advice.";
  yield* paragraph(faces, disclaimer, STYLE.strong, { before: 7 });
}

function* listItem(faces: Faces, mark: string, text: string, { before }: { before: number }): Generator<Block> {
  const indent = 14;
  for (const block of paragraph(faces, text, STYLE.body, { tag: "LBody", x: SHEET.left + indent, before })) {
    const bullet = line(faces, mark, { ...STYLE.body, ink: "soft" }, { x: SHEET.left, y: baseline(STYLE.body) });
    block.parts[0]?.marks.unshift(bullet);
    yield { ...block, form: "item" };
  }
}

function* origin(faces: Faces, { reading, cover }: DocumentInput): Generator<Block> {
  yield section(faces, "Where the figures come from", { needs: 70 });
  const sentences = [
    `Report ${cover.reportId}, ready ${localMoment(cover.readyAt, cover.timeZone)}. ${counted(reading.daysRequested, "day")} of history asked for.`,
    `Provider's report ${reading.providerReportId}, generated ${localMoment(reading.generatedAt, cover.timeZone)}.`,
    `SHA-256 of the provider's JSON as received: ${cover.jsonSha256}`,
  ];
  for (const [index, sentence] of sentences.entries())
    yield* paragraph(faces, sentence, STYLE.aside, { before: index === 0 ? 6 : 0 });
}
