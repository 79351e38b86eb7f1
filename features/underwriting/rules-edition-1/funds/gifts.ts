// Owns gifts (R9): which of them count, who may give, and the own money that some loans ask for beside one.
import type { EvidenceSource } from "#features/underwriting/contract.ts";
import { missingParts, type LetterPart } from "#features/underwriting/rules/gift-letter.ts";
import { isDeposit, linesOf, type Case } from "../case.ts";
import { count, dollars, sum } from "../figures.ts";
import { finding, type Finding, type NotEvaluated } from "../finding.ts";
import { plainName } from "../owners/names.ts";
import { PROGRAMS, CONVENTIONAL } from "../programs.ts";
import { RULES } from "../rule-set.ts";

export interface Gift {
  readonly evidence: EvidenceSource;
  readonly amountCents: number;
  /** It stands in the balance already. */
  readonly isDeposited: boolean;
  /** Empty: complete. */
  readonly missing: readonly LetterPart[];
  readonly isFromInterestedParty: boolean;
}

export interface Gifts {
  readonly gifts: readonly Gift[];
  /** Complete and not deposited yet: it counts for closing. */
  readonly expectedCents: number;
}

export function readGifts(one: Case): { gifts: Gifts; findings: Finding[] } {
  const parties = new Set((one.loan.interestedParties ?? []).map(plainName));
  const gifts = one.evidence
    .filter(({ kind }) => kind === "gift")
    .map((evidence): Gift => ({
      evidence,
      amountCents: evidence.amountCents ?? evidence.sourcedCents,
      isDeposited: evidence.transactionId !== null,
      missing: missingParts(evidence),
      isFromInterestedParty: parties.has(plainName(evidence.donor?.name ?? "")),
    }));
  const counts = gifts.filter((gift) => !gift.isDeposited && isComplete(gift) && one.loan.occupancy !== "investment");
  return {
    gifts: { gifts, expectedCents: counts.reduce((total, { amountCents }) => total + amountCents, 0) },
    findings: gifts.flatMap((gift) => findingsOf(one, gift)),
  };
}

function isComplete({ missing, isFromInterestedParty }: Gift): boolean {
  return missing.length === 0 && !isFromInterestedParty;
}

function findingsOf({ loan }: Case, { evidence, amountCents, missing, isFromInterestedParty }: Gift): Finding[] {
  const shared = {
    ruleId: "R9",
    inputs: { amountCents, donor: evidence.donor?.name ?? null },
  } as const;
  const gift = `The gift of ${dollars(amountCents)}`;
  const seen: Finding[] = [];
  if (missing.length > 0)
    seen.push(
      finding({
        ...shared,
        code: "GIFT_INCOMPLETE",
        programs: PROGRAMS,
        severity: "review",
        text: `${gift} lacks ${count(missing.length, "part")} of its papers: ${missing.join(", ")}.`,
      }),
    );
  if (isFromInterestedParty)
    seen.push(
      finding({
        ...shared,
        code: "GIFT_FROM_INTERESTED_PARTY",
        programs: PROGRAMS,
        severity: "blocker",
        text: `${gift} comes from somebody with an interest in the sale. It does not count.`,
      }),
    );
  if (loan.occupancy === "investment")
    seen.push(
      finding({
        ...shared,
        code: "GIFT_ON_INVESTMENT_PROPERTY",
        programs: CONVENTIONAL,
        severity: "blocker",
        text: `${gift} does not count: gifts are not accepted for an investment property.`,
      }),
    );
  return seen.map((one) => ({
    ...one,
    transactionIds: evidence.transactionId === null ? [] : [evidence.transactionId],
  }));
}

/** Cents of gifts that stand in the report's deposits, of each deposit no more than it is. */
function depositedGifts(one: Case): number {
  const given = [...linesOf(one)].filter(isDeposit).map((line) => {
    const gifts = (one.evidenceOf.get(line.id) ?? []).filter(({ kind }) => kind === "gift");
    return Math.min(-line.cents, sum(gifts.map(({ sourcedCents }) => sourcedCents)));
  });
  return sum(given);
}

interface OwnFunds {
  readonly ownCents: number;
  readonly neededCents: number;
}

/** Own money where a gift helps: on two to four units and second homes, above 80 % of the value. `null`: not asked for. */
export function readOwnFunds(
  one: Case,
  { gifts }: Gifts,
  /** Without gifts that are still to come. */
  funds: { usableCents: number; earnestPaidCents: number },
): { ownFunds: OwnFunds | null; findings: Finding[]; notEvaluated: NotEvaluated[] } {
  const { loan } = one;
  const { ownFundsPercent, ownFundsAboveLtvPercent } = RULES.R9.parameters;
  const isAsked = gifts.length > 0 && ((loan.units ?? 1) > 1 || loan.occupancy === "second_home");
  if (!isAsked) return { ownFunds: null, findings: [], notEvaluated: [] };
  const { salesPrice, appraisedValue, loanAmount } = loan;
  const missing = Object.entries({ salesPrice, loanAmount }).flatMap(([name, value]) =>
    value === undefined ? [name] : [],
  );
  if (salesPrice === undefined || loanAmount === undefined)
    return { ownFunds: null, findings: [], notEvaluated: [{ ruleId: "R9", programs: CONVENTIONAL, missing }] };
  const value = Math.min(salesPrice, appraisedValue ?? salesPrice);
  if (loanAmount * 100 <= value * ownFundsAboveLtvPercent) return { ownFunds: null, findings: [], notEvaluated: [] };

  const ownFunds = {
    ownCents: funds.usableCents - depositedGifts(one) + funds.earnestPaidCents,
    neededCents: Math.ceil((salesPrice * ownFundsPercent) / 100),
  };
  const isShort = ownFunds.ownCents < ownFunds.neededCents;
  return {
    ownFunds,
    findings: isShort
      ? [
          finding({
            ruleId: "R9",
            code: "OWN_FUNDS_SHORT",
            programs: CONVENTIONAL,
            severity: "blocker",
            text: `${ownFundsPercent}% of the price, ${dollars(ownFunds.neededCents)}, must be the borrower's own; ${dollars(ownFunds.ownCents)} is.`,
            inputs: { ...ownFunds },
          }),
        ]
      : [],
    notEvaluated: [],
  };
}
