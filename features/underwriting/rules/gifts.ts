import type { Loan } from "#features/borrowers/contract.ts";
import { dayNumber } from "./days.ts";
import type { EvidenceSource, Program } from "./evaluation.ts";
import { RULES } from "./rule-set.ts";
import { isDeposit, isFree, isPayment, isWithin, type Line, type Model } from "./model.ts";
import { sum } from "./money.ts";
import { once } from "./once.ts";
import { isSameGiven } from "./owners.ts";
import { nameWords, normalName } from "./text.ts";

export type GiftOutcome = "counts" | "conditional" | "never";

/** Why a gift does not count, or does only conditionally. */
export type GiftReason =
  | "incomplete"
  | "donor"
  | "interestedParty"
  | "investment"
  | "occupancy" // not entered, and it decides who may give
  | "deposited" // it may be a gift that is counted already
  | "repeated" // it may be another gift still to come
  | "interest" // the donor's interest in the borrower must be documented
  | "review";

export interface Gift {
  readonly evidence: EvidenceSource;
  readonly line: Line | null;
  /** The donor's payment of earnest money: a gift that is never deposited, and counts as one still to come. */
  readonly paidBy: Line | null;
  readonly cents: number;
  readonly isToCome: boolean;
  /** A deposit of about the same amount from the same donor, for a gift still to come: that gift may be here already. */
  readonly depositedAs: Line | null;
  /** A gift still to come of the amount of another one from the same donor: perhaps one letter, accepted twice. */
  readonly isRepeat: boolean;
  /** Of the letter and its papers, in words. */
  readonly missing: readonly string[];
  readonly donorName: string;
  readonly group: DonorGroup;
  readonly isInterestedParty: boolean;
  readonly sharesHome: boolean;
}

type DonorGroup = "family" | "partner" | "familial" | "employer" | "friend" | "charity" | "unknown";

const GROUP_WORDS: Readonly<Record<Exclude<DonorGroup, "unknown">, readonly string[]>> = {
  partner: ["FIANCE", "FIANCEE", "DOMESTIC PARTNER", "PARTNER", "GIRLFRIEND", "BOYFRIEND", "SIGNIFICANT OTHER"],
  familial: [
    "GODPARENT",
    "GODMOTHER",
    "GODFATHER",
    "FORMER",
    "EX",
    "PARTNERS MOTHER",
    "PARTNERS FATHER",
    "PARTNERS PARENT",
    "RELATIVE OF PARTNER",
    "RELATIVE OF DOMESTIC PARTNER",
  ],
  employer: ["EMPLOYER", "UNION", "LABOR UNION"],
  friend: [
    "FRIEND",
    "CLOSE FRIEND",
    "COWORKER",
    "CO WORKER",
    "COLLEAGUE",
    "ROOMMATE",
    "NEIGHBOR",
    "PASTOR",
    "MENTOR",
  ].flatMap((word) => [word, `${word}S`]),
  charity: [
    "CHARITY",
    "CHARITABLE ORGANIZATION",
    "NONPROFIT",
    "NON PROFIT",
    "CHURCH",
    "GOVERNMENT",
    "AGENCY",
    "MUNICIPALITY",
    "COUNTY",
    "STATE",
    "FOUNDATION",
  ],
  family: [
    "SPOUSE",
    "HUSBAND",
    "WIFE",
    "CHILD",
    "SON",
    "DAUGHTER",
    "DEPENDENT",
    "PARENT",
    "PARENTS",
    "MOTHER",
    "FATHER",
    "MOM",
    "MUM",
    "DAD",
    "GRANDPARENT",
    "GRANDPARENTS",
    "GRANDMOTHER",
    "GRANDFATHER",
    "GRANDMA",
    "GRANDPA",
    "GRANDSON",
    "GRANDDAUGHTER",
    "GRANDCHILD",
    "GREAT GRANDMOTHER",
    "GREAT GRANDFATHER",
    "SIBLING",
    "BROTHER",
    "SISTER",
    "AUNT",
    "UNCLE",
    "COUSIN",
    "NIECE",
    "NEPHEW",
    "IN LAW",
    "INLAW",
    "INLAWS",
    "IN LAWS",
    "STEPMOTHER",
    "STEPFATHER",
    "STEPPARENT",
    "STEPSON",
    "STEPDAUGHTER",
    "STEPBROTHER",
    "STEPSISTER",
    "STEPCHILD",
    "FOSTER",
    "GUARDIAN",
    "RELATIVE",
    "FAMILY",
    "FAMILY MEMBER",
    "ADOPTIVE",
  ],
};

const OF_PARTNER = ["FIANCES", "FIANCEES", "PARTNERS", "GIRLFRIENDS", "BOYFRIENDS"];
/** Regardless of relation, these and their relatives are not in the guides' table. */
const NO_DONOR_WORDS = ["BOSS", "MANAGER", "SUPERVISOR", "LANDLORD", "TENANT", "REALTOR", "AGENT", "BROKER", "LENDER"]
  .concat(["CLIENT", "CUSTOMER", "ATTORNEY", "LAWYER", "DOCTOR", "TEACHER"])
  .flatMap((word) => [word, `${word}S`])
  .concat([
    "BOSSES",
    "BOSSS",
    "SELLERS",
    "BUILDERS",
    "BUSINESS",
    "LAW PARTNER",
    "LAW FIRM",
    "REAL ESTATE",
    "CREDIT UNION",
    "STATE FARM",
  ]);

/** A relationship in the lender's words, in the guides' groups. Words that narrow it, such as `former`, decide first. */
export function donorGroup(relationship: string | undefined): DonorGroup {
  const words = ` ${normalName(
    (relationship ?? "")
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .replace(/['’]/g, "")
      .replace(/[^\p{L}]+/gu, " "),
  )} `;
  const has = (names: readonly string[]) => names.some((word) => words.includes(` ${word} `));
  const is = (group: keyof typeof GROUP_WORDS) => has(GROUP_WORDS[group]);
  if (has(NO_DONOR_WORDS)) return "unknown";
  if (is("friend")) return "friend";
  // A fiancé's mother may give; a mother's fiancé, a former fiancé or a former employer is no relative.
  if (has(OF_PARTNER) && is("family")) return "familial";
  const ofFamily = has(GROUP_WORDS.family.flatMap((word) => [word, `${word}S`])) && !has(["SPOUSE", "HUSBAND", "WIFE"]);
  if (is("partner") && (ofFamily || has(["FORMER", "EX"]))) return "unknown";
  if (is("employer")) return has(["FORMER", "EX"]) ? "unknown" : "employer";
  return (["familial", "partner", "charity", "family"] as const).find(is) ?? "unknown";
}

type GiftModel = Pick<Model, "accounts" | "counting" | "evidence" | "evidenceOf" | "transferOf" | "netOf">;

/** R9: gifts that are deposited, and gifts still to come. */
export function readGifts(model: GiftModel, loan: Loan): Gift[] {
  const { evidence, evidenceOf } = model;
  const since = loan.contractDate === undefined ? -Infinity : dayNumber(loan.contractDate);
  const lines = new Map<EvidenceSource, Line>();
  for (const [line, sources] of evidenceOf) for (const one of sources) lines.set(one, line);
  const gifts = evidence
    .filter(({ kind }) => kind === "gift")
    .flatMap((one) => {
      const shown = lines.get(one) ?? null;
      // A gift for a line that this report does not have is neither here nor to come.
      if (shown === null && one.transactionId !== null) return [];
      const paidBy = shown && isPaidByAnother(shown) && isFree(model, shown) && shown.day >= since ? shown : null;
      const line = paidBy ? null : shown;
      const cents = shown ? Math.min(Math.abs(shown.cents), one.sourcedCents) : one.sourcedCents;
      if (cents <= 0 || (line && !isDeposit(line))) return [];
      const donorName = one.donor?.name ?? "";
      return [
        {
          evidence: one,
          line,
          paidBy,
          cents,
          isToCome: line === null,
          missing: missingGiftParts(one, cents),
          donorName,
          group: donorGroup(one.donor?.relationship),
          isInterestedParty: (loan.interestedParties ?? []).some(({ name }) => mayBeSamePerson(name, donorName)),
          sharesHome: one.donor?.sharesHome === true,
        },
      ];
    });
  return gifts.map((gift) => ({
    ...gift,
    depositedAs: gift.isToCome && !gift.paidBy ? depositOf(gift, gifts, model) : null,
    isRepeat: gift.isToCome && gifts.some((other) => repeats(gift, other, gifts)),
  }));
}

/** Earnest money that a person who is not on the loan paid from an account of their own. */
export function isPaidByAnother(line: Line): boolean {
  return line.class === "title_escrow" && isPayment(line) && line.account.ownership.standing === "none";
}

/** Cents of gifts together: of those into one deposit at most the deposit, which two letters may be about. */
export function giftCents(gifts: readonly Pick<Gift, "line" | "cents">[]): number {
  const byLine = Map.groupBy(gifts, ({ line }) => line);
  return sum(
    [...byLine].map(([line, same]) => Math.min(line ? -line.cents : Infinity, sum(same.map(({ cents }) => cents)))),
  );
}

/** Of two equal gifts the one with the more complete letter counts. */
function repeats(gift: Letter, other: Letter, gifts: readonly Letter[]): boolean {
  const isBetter =
    other.missing.length < gift.missing.length ||
    (other.missing.length === gift.missing.length && gifts.indexOf(other) < gifts.indexOf(gift));
  return isBetter && gift.cents === other.cents && mayBeSamePerson(gift.donorName, other.donorName);
}

type Letter = Omit<Gift, "depositedAs" | "isRepeat">;

function depositOf({ cents, donorName }: Letter, gifts: readonly Letter[], model: GiftModel): Line | null {
  const isAbout = (other: number) => other <= cents && other >= cents - RULES.R9.parameters.transferFeesCents;
  const same = gifts.find(
    (one) =>
      one.line !== null &&
      (isAbout(one.cents) || one.evidence.amountCents === cents) &&
      mayBeSamePerson(one.donorName, donorName),
  );
  if (same) return same.line;
  const unlinked = depositsNaming(model, donorName);
  const linked = gifts.filter((one) => one.line !== null && mayBeSamePerson(one.donorName, donorName));
  const parts = [
    ...unlinked.map((line) => ({ line, cents: -line.cents })),
    ...linked.map((one) => ({ line: one.line!, cents: one.cents })), // all have one
  ].sort((a, b) => a.line.day - b.line.day);
  return (
    unlinked.find((line) => isAbout(-line.cents)) ??
    firstOfParts(parts, cents, isAbout) ??
    unlinkedDeposits(model).find((line) => -line.cents === cents && namesNoOne(line)) ??
    null
  );
}

/** Payment apps limit what one payment may be, so a gift may come in several, one after the other. */
function firstOfParts(
  parts: readonly { readonly line: Line; readonly cents: number }[],
  cents: number,
  isAbout: (sum: number) => boolean,
): Line | null {
  let [from, total] = [0, 0];
  for (const part of parts) {
    total += part.cents;
    while (total > cents) total -= parts[from++]!.cents; // the part itself is the last to go
    if (total > 0 && isAbout(total)) return parts[from]!.line;
  }
  return null;
}

/** Recent ones on counted accounts, to which nothing is linked. */
const unlinkedDeposits = once((model: GiftModel): readonly Line[] =>
  model.accounts
    .filter((account) => model.counting.get(account)?.isCounted === true)
    .flatMap(({ lines }) => lines)
    .filter((line) => isDeposit(line) && isWithin(line, RULES.R9.parameters.depositedDays))
    .filter((line) => isFree(model, line) && !model.evidenceOf.has(line)),
);

const namedDeposits = once((_model: GiftModel) => new Map<string, readonly Line[]>());

/** The unlinked deposits of a donor, found once, so that trying other loan terms does not read their names again. */
function depositsNaming(model: GiftModel, donorName: string): readonly Line[] {
  const known = namedDeposits(model);
  const deposits = known.get(donorName) ?? unlinkedDeposits(model).filter((line) => names(line, donorName));
  known.set(donorName, deposits);
  return deposits;
}

/** A bank may write the sender's name and not that the sender is a person: "ACH credit Ines Quist". */
function names({ class: kind, classification: { person, party } }: Line, donorName: string): boolean {
  const isBare = kind === "other" || kind === "check_deposit" || kind === "own_transfer";
  return mayBeSamePerson(person ?? (isBare ? party : ""), donorName);
}

/** A check or a bare credit, which the donor may have given as well as anyone. */
export function namesNoOne({ class: kind, classification: { person, party, payee } }: Line): boolean {
  return (kind === "check_deposit" || kind === "other") && person === null && party === "" && payee === null;
}

export type GiftLetter = Pick<
  EvidenceSource,
  "donor" | "amountCents" | "noRepayment" | "transferEvidence" | "transactionId" | "sourcedCents"
> & { readonly hasDocument?: boolean };

/** What a gift letter and its papers lack, in the order of the letter; empty when the gift is complete. */
export function missingGiftParts(letter: GiftLetter, cents: number = letter.sourcedCents): string[] {
  const { donor = {}, amountCents, noRepayment, transferEvidence, hasDocument, transactionId } = letter;
  const parts: [boolean, string][] = [
    [!donor.name, "the donor's name"],
    [!donor.address, "the donor's address"],
    [!donor.phone, "the donor's phone"],
    [donorGroup(donor.relationship) === "unknown", "the relationship"],
    [amountCents === undefined, "the amount"],
    [amountCents !== undefined && amountCents < cents, "an amount that covers the gift"],
    [noRepayment !== true, "that no repayment is expected"],
    [hasDocument === false, "the signed letter"],
    // A deposited gift shows its transfer itself.
    [
      transactionId === null && transferEvidence !== true,
      "proof of the donor's transfer or the closing agent's receipt",
    ],
  ];
  return parts.filter(([isMissing]) => isMissing).map(([, part]) => part);
}

/** Whether a letter names who gives, all that is given, and does not leave open that it is repaid. */
export function showsNoNewDebt(letter: GiftLetter, depositCents: number): boolean {
  const { donor, amountCents, noRepayment, sourcedCents } = letter;
  const isCovered = amountCents === undefined || amountCents >= Math.min(depositCents, sourcedCents);
  return !!donor?.name && noRepayment !== false && isCovered;
}

/** Whether every word of one name is in the other. One word alone is a name only beside one word. */
export function isSameName(a: string, b: string, isSame = (word: string, other: string) => word === other): boolean {
  const words = (name: string) => [...new Set(nameWords(name).filter((word) => word.length > 1))];
  const [left, right] = [words(a), words(b)];
  const shared = left.filter((word) => right.some((other) => isSame(word, other))).length;
  return (
    shared === Math.min(left.length, right.length) && (shared > 1 || (shared === 1 && left.length === right.length))
  );
}

/** The same with nicknames: Bob Pope for Robert Pope. */
export function mayBeSamePerson(a: string, b: string): boolean {
  return isSameName(a, b, isSameGiven);
}

/** R9's table: who may give under a program. */
export function giftOutcome(
  gift: Gift,
  program: Program,
  loan: Loan,
): { outcome: GiftOutcome; reason: GiftReason | null } {
  const { group, isInterestedParty, evidence, missing } = gift;
  const never = (reason: GiftReason) => ({ outcome: "never" as const, reason });
  const conditional = (reason: GiftReason) => ({ outcome: "conditional" as const, reason });
  const isConventionalProgram = program === "fannie" || program === "freddie";
  if (isConventionalProgram && loan.occupancy === undefined) return never("occupancy");
  if (isConventionalProgram && loan.occupancy === "investment") return never("investment");
  const isSellerOfFamily = isInterestedParty && (group === "family" || group === "partner") && isSeller(gift, loan);
  if (isInterestedParty && !(isSellerOfFamily && program === "fannie")) return never("interestedParty");
  if (gift.depositedAs !== null) return never("deposited");
  if (gift.isRepeat) return never("repeated");
  const isDocumented = evidence.donor?.isInterestDocumented === true;
  const complete = missing.length === 0;
  const accepted = (reason: GiftReason | null = null) =>
    complete ? { outcome: "counts" as const, reason } : conditional("incomplete");
  const friend = () => (isDocumented ? accepted("review") : conditional("interest"));
  if (isSellerOfFamily) return accepted("review");
  switch (group) {
    case "family":
    case "partner":
      return accepted();
    case "familial":
      if (program === "fannie") return accepted();
      return friend();
    case "employer":
      return isConventionalProgram ? never("donor") : accepted();
    case "friend":
      return isConventionalProgram ? never("donor") : friend();
    case "charity":
      if (program === "fannie") return loan.occupancy === "primary" ? accepted() : never("donor");
      return program === "freddie" ? accepted("review") : accepted();
    case "unknown":
      return conditional("incomplete");
  }
}

/**
 * Why a gift of this person cannot count under any of the programs, whatever papers it has; `null`: it may count. A
 * relationship that the guides' table does not have is refused too.
 */
export function donorRefusal(
  { name, relationship }: { readonly name: string; readonly relationship: string },
  loan: Loan,
  programs: readonly Program[],
): "relationship" | "interestedParty" | null {
  const evidence: EvidenceSource = {
    ...{ transactionId: null, kind: "gift", sourcedCents: 0, hasDocument: true, reason: null },
    donor: { name, relationship },
  };
  const gift: Gift = {
    ...{
      evidence,
      line: null,
      paidBy: null,
      cents: 0,
      isToCome: true,
      depositedAs: null,
      isRepeat: false,
      missing: [],
    },
    donorName: name,
    group: donorGroup(relationship),
    isInterestedParty: (loan.interestedParties ?? []).some((one) => mayBeSamePerson(one.name, name)),
    sharesHome: false,
  };
  if (gift.group === "unknown") return "relationship";
  const reasons = programs.map((program) => giftOutcome(gift, program, loan).reason);
  if (reasons.length === 0) return gift.isInterestedParty ? "interestedParty" : null;
  if (reasons.every((reason) => reason === "interestedParty")) return "interestedParty";
  return reasons.every((reason) => reason === "donor" || reason === "interestedParty") ? "relationship" : null;
}

function isSeller({ donorName }: Gift, { interestedParties = [] }: Loan): boolean {
  return interestedParties.some(({ name, role }) => mayBeSamePerson(name, donorName) && /seller/i.test(role));
}
