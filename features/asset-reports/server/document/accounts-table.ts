import { ownProgramOf } from "#features/underwriting/rules-edition-1/programs.ts";
import { allAccounts, type Total, totalsByType } from "./totals.ts";
import { NOT_SUPPLIED } from "#features/asset-reports/words.ts";
import {
  ownerWords,
  counted,
  historyWords,
  NOT_GIVEN,
  typeWords,
  warningWords,
} from "#features/underwriting/labels.ts";
import { kindOf } from "#features/borrowers/labels.ts";
import { balance } from "./balance.ts";
import type { DocumentInput } from "./document-input.ts";
import type { ReportFacts } from "./report-facts.ts";
import type { Faces } from "#kit/server/document/faces.ts";
import { GRID } from "#kit/server/document/fact-grid.ts";
import { type Block, type Part, SHEET } from "#kit/server/document/sheet.ts";
import { type Column, remainingWidth, tableHead, tableRow } from "#kit/server/document/table.ts";
import { listItem, paragraph, section } from "#kit/server/document/text-blocks.ts";
import { fitted, STYLE } from "#kit/server/document/typesetting.ts";

const COLUMNS: readonly Column[] = [
  { label: "Institution", width: remainingWidth(76, 32, 46, 56, 40, 60, 60) },
  { label: "Account", width: 76 },
  { label: "Number", width: 32 },
  { label: "Kind", width: 46, style: STYLE.softCell },
  { label: "Owner", width: 56, style: STYLE.softCell },
  { label: "History", width: 40, figures: true, style: STYLE.softCell },
  { label: "Balance", width: 60, figures: true },
  { label: "Counted", width: 60, figures: true },
];

/** Every account: whose it is, how far back it is shown, what it holds and how much of that counts. */
export function* accountsTable(faces: Faces, input: DocumentInput, facts: ReportFacts): Generator<Block> {
  const { report, set } = input;
  yield* totals(faces, totalsByType(report));
  const count = allAccounts(report).length;
  const remark = `${counted(count, "account")} at ${counted(report.items.length, "institution")}`;
  yield section(faces, "Accounts", { remark, needs: 60 });
  if (count === 0) yield* paragraph(faces, "The provider gave no account.", STYLE.body, { before: 6 });
  else {
    const usable = set.funds[ownProgramOf(set.grounds.loan)].usableByAccount;
    const counts = new Map(usable.map(({ accountId, cents }) => [accountId, cents]));
    const head = tableHead(faces, COLUMNS);
    yield head;
    for (const { institutionName, accounts } of report.items)
      for (const account of accounts) {
        const owner = facts.owners.get(account.id);
        const isShort = Object.values(facts.history.get(account.id)?.isEnough ?? {}).includes(false);
        const cents = counts.get(account.id);
        const cells = [
          institutionName,
          account.name,
          account.mask ?? NOT_GIVEN,
          kindOf(account),
          owner === undefined ? "" : ownerWords(owner, account),
          `${historyWords(account)}${isShort ? "*" : ""}`,
          balance(account.currentCents, account.currency),
          cents === undefined ? "\u2013" : balance(cents, account.currency),
        ];
        yield* tableRow(faces, COLUMNS, cells, [head]);
      }
    yield* paragraph(faces, NOTES, STYLE.aside, { before: 5 });
  }
  yield* warnings(faces, input);
}

const NOTES =
  "Counted: what of the balance can be brought to closing, before deductions. A star marks a history shorter than a program asks for.";

function* totals(faces: Faces, all: Total[]): Generator<Block> {
  if (all.length === 0) return;
  yield section(faces, "Totals by account type", { remark: "Current balances", needs: 60 });
  for (let from = 0; from < all.length; from += GRID.across) {
    const parts = all.slice(from, from + GRID.across).map((total, column): Part => {
      const place = { x: SHEET.left + column * (GRID.width + GRID.gap), width: GRID.width };
      const untold = total.untold === 0 ? "" : `, ${total.untold} without a balance`;
      return {
        tag: "P",
        marks: [
          fitted(faces, typeWords(total.type), STYLE.aside, { ...place, y: 10 }),
          fitted(faces, balance(total.currentCents, total.currency), STYLE.figure, { ...place, y: 26 }),
          fitted(faces, `${counted(total.accounts, "account")}${untold}`, STYLE.aside, { ...place, y: 38 }),
        ],
      };
    });
    yield { form: "plain", height: 42, before: 6, needs: 0, parts, rules: [] };
  }
}

function* warnings(faces: Faces, { report }: DocumentInput): Generator<Block> {
  if (report.warnings.length === 0) return;
  yield section(faces, NOT_SUPPLIED, { needs: 40 });
  for (const [index, words] of warningWords(report).entries())
    yield* listItem(faces, "\u2013", words, { before: index === 0 ? 6 : 1.5 });
}
