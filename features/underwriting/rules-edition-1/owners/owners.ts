// Owns what is found of owners (R5) and of businesses (R13), and which elements of a statement the report holds (R4).
import { PROGRAMS } from "../programs.ts";
import type { Case, Holding } from "../case.ts";
import { accountName, finding, type Finding } from "../finding.ts";
import { ELEMENT_NAMES, STATEMENT_ELEMENTS, type StatementElement } from "../statements/statement-elements.ts";
import type { SeenTwice } from "../seen-twice.ts";

export interface OwnershipRow {
  readonly accountId: string;
  readonly mask: string | null;
  readonly match: Holding["ownership"]["match"];
  readonly isJoint: boolean;
  readonly nonBorrowerOwners: readonly string[];
  readonly isUsable: boolean;
  /** FHA asks each owner who is not on the loan for access to the money; `null`: the account does not count anyway. */
  readonly isFhaAccessLetterRequired: boolean | null;
}

export function readOwners({ holdings, seenTwice }: Case): { rows: OwnershipRow[]; findings: Finding[] } {
  const asked = holdings.filter(({ isDepository, isInvestment }) => isDepository || isInvestment);
  return {
    rows: asked.map(({ account, ownership }) => ({
      accountId: account.id,
      mask: account.mask,
      match: ownership.match,
      isJoint: ownership.isJoint,
      nonBorrowerOwners: ownership.nonBorrowerOwners,
      isUsable: !ownership.isExcluded,
      isFhaAccessLetterRequired: ownership.isExcluded ? null : ownership.nonBorrowerOwners.length > 0,
    })),
    findings: [...asked.flatMap(findingsOf), ...seenTwice.map(findSeenTwice)],
  };
}

function findingsOf(holding: Holding): Finding[] {
  const { account, ownership } = holding;
  const name = accountName(holding);
  const others = ownership.nonBorrowerOwners.join(" and ");
  const shared = { ruleId: "R5", programs: PROGRAMS, accountIds: [account.id] } as const;
  const seen: Finding[] = [];
  if (ownership.isExcluded)
    seen.push(
      finding({
        ...shared,
        code: ownership.isUnknown ? "OWNER_UNKNOWN" : "NOT_THE_BORROWERS",
        severity: "review",
        text: ownership.isUnknown
          ? `The bank does not say whose ${name} is. Nothing of it counts until a statement does.`
          : `${name} is held by ${others || "a business"}, not by a borrower. Nothing of it counts.`,
      }),
    );
  else if (ownership.match !== "exact")
    seen.push(
      finding({
        ...shared,
        code: "NAME_DIFFERS",
        severity: ownership.match === "initials" ? "info" : "review",
        text: `The owner of ${name} is written a little differently from the loan. Make sure that it is the borrower.`,
        inputs: { match: ownership.match },
      }),
    );
  if (!ownership.isExcluded && ownership.nonBorrowerOwners.length > 0)
    seen.push(
      finding({
        ...shared,
        programs: ["fha"],
        code: "ACCESS_LETTER",
        severity: "blocker",
        text: `${name} is held together with ${others}, who is not on the loan. FHA asks for a letter that the borrower may use all of it.`,
      }),
    );
  if (ownership.isHeldByOthers)
    seen.push(
      finding({
        ...shared,
        code: "TRUST_OR_ASSOCIATION",
        severity: "review",
        text: `${name} is held by a trust or an association. Show that the borrower may use its money.`,
        inputs: { ownershipType: account.ownershipType },
      }),
    );
  if (ownership.isBusiness)
    seen.push(
      finding({
        ...shared,
        ruleId: "R13",
        code: "BUSINESS_ASSET_ANALYSIS",
        severity: "review",
        text: `${name} looks like a business account. Show that taking money out does not harm the business.`,
      }),
    );
  if (!holding.isDollars)
    seen.push(
      finding({
        ...shared,
        ruleId: "R6",
        code: "OTHER_CURRENCY",
        severity: "review",
        text: `${name} is not held in US dollars. Nothing of it counts until it is exchanged and documented.`,
        inputs: { currency: account.currency },
      }),
    );
  return seen;
}

function findSeenTwice({ accountId, otherAccountId, name, mask }: SeenTwice): Finding {
  return finding({
    ruleId: "R6",
    code: "SEEN_TWICE",
    programs: PROGRAMS,
    severity: "info",
    text: `${mask ? `${name} …${mask}` : name} is shown by two bank log-ins. It is counted once, by the newer data.`,
    accountIds: [accountId, otherAccountId],
  });
}

export interface ElementsRow {
  readonly accountId: string;
  readonly present: Readonly<Record<StatementElement, boolean>>;
}

export function readElements({ holdings }: Case): { rows: ElementsRow[]; findings: Finding[] } {
  const rows = holdings.filter(({ isDepository }) => isDepository).map((holding) => ({ holding, row: rowOf(holding) }));
  return {
    rows: rows.map(({ row }) => row),
    findings: rows.flatMap(({ holding, row }) => {
      const missing = STATEMENT_ELEMENTS.filter((element) => !row.present[element]);
      if (missing.length === 0) return [];
      return [
        finding({
          ruleId: "R4",
          code: "ELEMENT_MISSING",
          programs: PROGRAMS,
          severity: "review",
          text: `The bank gave no ${missing.map((element) => ELEMENT_NAMES[element]).join(", no ")} for ${accountName(holding)}. Ask for a statement that shows it.`,
          inputs: { missing: missing.join(", ") },
          accountIds: [row.accountId],
        }),
      ];
    }),
  };
}

function rowOf({ account, institutionName, ownership }: Holding): ElementsRow {
  return {
    accountId: account.id,
    present: {
      institution: institutionName.trim() !== "",
      holder: !ownership.isUnknown,
      lastFour: account.mask !== null,
      period: account.daysAvailable > 0,
      transactions: account.transactions.length > 0 || account.historicalBalances.length > 0,
      endingBalance: account.currentCents !== null,
    },
  };
}
