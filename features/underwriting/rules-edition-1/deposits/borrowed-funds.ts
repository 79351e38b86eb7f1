// Owns deposits that were lent (R8): anywhere in the history to be looked into, within the window not to be counted.
import { PROGRAMS } from "../programs.ts";
import { inWords } from "../days.ts";
import { isDeposit, isExcluded, isWithin, linesOf, type Case, type Line } from "../case.ts";
import { once } from "../once.ts";
import { order } from "../order.ts";
import { dollars } from "../figures.ts";
import { accountName, finding, type Finding } from "../finding.ts";
import { RULES } from "../rule-set.ts";
import { CATEGORY, LENDERS, WORDS } from "../word-lists.ts";

export interface BorrowedFunds {
  readonly line: Line;
  readonly lender: string;
  readonly proceedsCents: number;
  /** Within the window, on an account that counts, and not shown to be secured: it does not count. */
  readonly isDeducted: boolean;
}

export function readBorrowedFunds(one: Case): { borrowed: BorrowedFunds[]; findings: Finding[] } {
  const borrowed = lentOf(one).map((line) => ({
    line,
    lender: line.source.merchantName ?? line.source.description,
    proceedsCents: -line.cents,
    isDeducted:
      isWithin(one, line, RULES.R8.parameters.windowDays) && !isExcluded(line.holding) && !isSecured(one, line),
  }));
  return { borrowed, findings: borrowed.map(findingOf) };
}

const lentOf = once((layout): readonly Line[] =>
  [...linesOf(layout)]
    .filter((line) => isDeposit(line) && isLent(line))
    .sort((a, b) => a.day - b.day || order(a.id, b.id)),
);

function isLent({ category, words }: Line): boolean {
  return CATEGORY.loanProceeds.test(category) || LENDERS.test(words) || WORDS.loanProceeds.test(words);
}

function isSecured({ evidenceOf }: Case, { id }: Line): boolean {
  return (evidenceOf.get(id) ?? []).some(({ kind }) => kind === "secured_loan");
}

function findingOf({ line, lender, proceedsCents, isDeducted }: BorrowedFunds): Finding {
  const sum = dollars(proceedsCents);
  const where = `${sum} from ${lender} came into ${accountName(line.holding)} on ${inWords(line.source.date)}.`;
  return finding({
    ruleId: "R8",
    code: isDeducted ? "BORROWED_FUNDS_DEDUCTED" : "BORROWED_FUNDS",
    programs: PROGRAMS,
    severity: isDeducted ? "blocker" : "review",
    text: isDeducted
      ? `${where} Unsecured borrowed money is not counted. Show that it is secured, or close without it.`
      : `${where} Look into what was borrowed, and count its payment.`,
    inputs: { lender, proceedsCents },
    lines: [line],
  });
}
