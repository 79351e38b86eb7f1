import { longDay } from "#platform/dates/days.ts";
import { formatMoney } from "#platform/money/money.ts";
import {
  type AccountCondition,
  type Exclusion,
  conditionsOf,
  daysOfFiles,
  exclusionOf,
  groupOf,
  isAboutAccount,
  isVestingUnknown,
  oldestBalance,
  pendingIn,
  valueOf,
  valuesDiffer,
} from "./counting.ts";
import { dayOf } from "./days.ts";
import type { EvidenceSource, Program } from "./evaluation.ts";
import { confirm, evidence, findingKey, LEAVE_OUT, NEW_REPORT, type Draft } from "./finding.ts";
import type { Conditional } from "./funds.ts";
import type { Account, Line, Model } from "./model.ts";
import { sum } from "./money.ts";
import { RULES } from "./rule-set.ts";
import { normalName } from "./text.ts";

interface Found {
  readonly drafts: Draft[];
  readonly conditionals: Conditional[];
}

/** R5, R6, R6b and R13, and accounts seen twice: what of each account counts, and what it takes to count more. */
export function readAccounts(model: Model, program: Program, pendingThreshold: number | null): Found {
  const drafts: Draft[] = [];
  const conditionals: Found["conditionals"] = [];
  for (const account of model.accounts) {
    if (model.isLeftOut(account)) continue;
    const { cents } = model.counting.get(account)!; // of every account
    const exclusion = exclusionOf(model, account);
    if (exclusion !== null) drafts.push(...excluded(model, account, exclusion));
    else {
      drafts.push(...limited(model, account, pendingThreshold));
      if (program === "fha") drafts.push(...jointHolders(model, account));
      for (const condition of conditionsOf(model, account)) {
        const draft = conditionDraft(model, account, condition, cents);
        drafts.push(draft);
        const { code } = draft;
        conditionals.push({ code, findingKey: findingKey(draft), account, kind: "account", cents });
      }
    }
  }
  for (const { account, countedAs, isSure } of model.seenTwice)
    if (isSure)
      drafts.push({
        ruleId: "S2",
        code: "SEEN_TWICE",
        weight: "info",
        text: `${account.name} was shared through two sign-ins. It is counted once, as ${countedAs.name}.`,
        clearedBy: [confirm("differentAccounts")],
        accounts: [countedAs],
        inputs: { currentCents: countedAs.source.currentCents },
      });
  return { drafts, conditionals };
}

function balance({ source }: Account): number {
  return source.currentCents ?? 0;
}

function excluded(model: Model, account: Account, exclusion: Exclusion): Draft[] {
  const draft = exclusionDraft(model, account, exclusion);
  const isHeld = exclusion === "heldForAnother" || exclusion === "trust";
  // An account that is never eligible stays so, whatever documents show.
  return [
    ...(draft ? [draft] : []),
    ...(isHeld && groupOf(account) === "never" ? [exclusionDraft(model, account, "notEligible")!] : []),
  ];
}

/** `null` for what needs no finding. */
function exclusionDraft(model: Model, account: Account, exclusion: Exclusion): Draft | null {
  const { ownership, name, source } = account;
  const amount = formatMoney(balance(account));
  const owners = ownership.persons.map(({ bankName }) => bankName).join(", ") || "another person";
  const base = { accounts: [account], inputs: { currentCents: source.currentCents }, weight: "review" as const };
  switch (exclusion) {
    case "debt":
    case "leftOut":
      return null;
    case "unknownKind":
      return {
        ...base,
        ruleId: "R6",
        code: "SUBTYPE_UNKNOWN",
        text: `${name} (${amount}) is an account of an unknown type, so none of it counts.`,
        clearedBy: [LEAVE_OUT, NEW_REPORT],
      };
    case "otherCurrency":
      if (model.evidence.some((one) => one.kind === "liquidation" && isAboutAccount(one, account))) return null;
      return {
        ...base,
        ruleId: "R6",
        code: "OTHER_CURRENCY",
        text: `${name} is held in ${source.currency ?? "an unknown currency"}. It counts only after it is exchanged and deposited in US dollars.`,
        clearedBy: [evidence("liquidation"), LEAVE_OUT],
        inputs: { currency: source.currency },
      };
    case "heldForAnother":
      return {
        ...base,
        ruleId: "R5",
        code: "HELD_FOR_ANOTHER",
        text: `${name} (${amount}) is held for another person, so none of it counts. A document can show that it is the borrower's own, such as an IRA in a custodian's name.`,
        clearedBy: [confirm("borrower", true), evidence("statement"), LEAVE_OUT],
        subject: owners,
      };
    case "trust":
      return {
        ...base,
        ruleId: "R5",
        code: "TRUST",
        text: `${name} (${amount}) is held by a trust. It counts once the trust pages show that the borrower may use it.`,
        clearedBy: [confirm("trust", true), LEAVE_OUT],
      };
    case "notEligible":
      return {
        ...base,
        ruleId: "R6",
        code: "NOT_ELIGIBLE",
        weight: "info",
        text: `${name} (${amount}) is not an eligible type of account (${source.subtype ?? "not reported"}), so none of it counts.${isCrypto(account) ? " Virtual currency counts once it is exchanged into US dollars and deposited." : ""}`,
        clearedBy: [],
      };
    case "withdrawal":
      return {
        ...base,
        ruleId: "R6",
        code: "WITHDRAWAL_NOT_CONFIRMED",
        text: `${name} (${amount}) counts once a document shows that the money can be withdrawn, or after it is moved to a bank account.`,
        clearedBy: [confirm("canBeWithdrawn", true), LEAVE_OUT],
      };
    case "cashValue":
      return {
        ...base,
        ruleId: "R6",
        code: "CASH_VALUE_NEEDED",
        text: `${name} counts for its cash value, which a statement must show.`,
        clearedBy: [evidence("statement"), LEAVE_OUT],
      };
    case "ownerUnknown":
      return {
        ...base,
        ruleId: "R5",
        code: "OWNER_UNKNOWN",
        text: `The bank does not report who owns ${name} (${amount}), so none of it counts. A statement in the borrower's name settles it.`,
        clearedBy: [evidence("statement"), LEAVE_OUT],
      };
    case "notTheBorrowers":
      return {
        ...base,
        ruleId: ownership.isBusiness ? "R13" : "R5",
        code: "NOT_THE_BORROWERS",
        text: `${name} (${amount}) is in the name of ${owners}, which matches no one on the loan. None of it counts.`,
        clearedBy: [confirm("borrower", true), evidence("statement"), LEAVE_OUT],
        subject: ownership.persons[0]?.bankName ?? ownership.businessName ?? owners,
      };
  }
}

function isCrypto({ source }: Account): boolean {
  return source.subtype === "crypto exchange" || source.subtype === "non-custodial wallet";
}

function conditionDraft(model: Model, account: Account, condition: AccountCondition, cents: number): Draft {
  const { name, ownership } = account;
  const base = { weight: "C" as const, accounts: [account], inputs: { amountCents: cents } };
  switch (condition) {
    case "files": {
      const { from, to } = daysOfFiles(account);
      const opening = oldestBalance(account);
      const mustShow =
        opening === undefined
          ? ""
          : `, which must show an opening balance of ${formatMoney(opening.currentCents)} and a closing balance of ${formatMoney(account.source.currentCents ?? 0)}`;
      return {
        ...base,
        ruleId: "R5",
        code: "FROM_FILES",
        // Whatever else the loan has: a file that anyone can edit shows neither who owns the account nor what is in it.
        weight: "blocker",
        text: `${name} (${formatMoney(cents)}) comes from uploaded files, not from the bank, so its owner and its balance aren't verified. Compare it with the bank's own statements for ${longDay(dayOf(from))} to ${longDay(dayOf(to))}${mustShow}. Add those statements, or connect the bank.`,
        clearedBy: [evidence("statement"), NEW_REPORT, LEAVE_OUT],
        inputs: { ...base.inputs, from: dayOf(from), to: dayOf(to) },
      };
    }
    case "owner": {
      const { bankName, borrower } = ownership.persons[0]!; // the best match, which is not confirmed
      return {
        ...base,
        ruleId: "R5",
        code: "NAME_DIFFERS",
        subject: bankName,
        inputs: { ...base.inputs, match: ownership.match, bankName, borrower },
        text:
          ownership.match === "exact"
            ? `${name} (${formatMoney(cents)}) is in the name of ${bankName}, which leaves open whether ${borrower ?? "the borrower"} owns the money. Confirm it, or add a statement that shows it.`
            : `${name} (${formatMoney(cents)}) is in the name of ${bankName}, and the borrower on the loan is ${borrower ?? "someone else"}. Confirm that both names are one person, or add a statement in the borrower's name.`,
        clearedBy: [confirm("borrower"), evidence("statement"), LEAVE_OUT],
      };
    }
    case "business":
      return {
        ...base,
        ruleId: "R13",
        code: "BUSINESS_ASSET_ANALYSIS",
        subject: ownership.businessName ?? name,
        text: `${name} (${formatMoney(cents)}) is business money. It counts once a business analysis shows that withdrawing it does not harm the business.`,
        clearedBy: [confirm("businessAnalysis", true), LEAVE_OUT],
      };
    case "sameAccount": {
      const { countedAs } = model.seenTwice.find((one) => one.account === account)!; // the condition says so
      return {
        ...base,
        ruleId: "S2",
        code: "MAYBE_SAME_ACCOUNT",
        text: `${name} (${formatMoney(cents)}) may be the same account as ${countedAs.name} at ${account.item.institutionName}: the number agrees, and there are too few transactions to compare. Confirm whether these are two accounts.`,
        clearedBy: [confirm("differentAccounts"), confirm("sameAccount"), LEAVE_OUT],
      };
    }
    case "subtype":
      return {
        ...base,
        ruleId: "R6",
        code: "SUBTYPE_UNKNOWN",
        text: `${name} (${formatMoney(cents)}) is an account of an unknown type (${account.source.subtype ?? "none reported"}). Confirm with a document that the money can be withdrawn.`,
        clearedBy: [confirm("canBeWithdrawn", true), LEAVE_OUT],
      };
    case "margin":
      return {
        ...base,
        ruleId: "R6b",
        code: "MARGIN_UNKNOWN",
        text: `${name} (${formatMoney(cents)}) may secure a margin loan, which a consumer report does not show. Add the account's newest statement, not older than ${RULES.R6b.parameters.statementDays} days, and enter what the account is worth after the loan.`,
        clearedBy: [evidence("statement"), LEAVE_OUT],
      };
    case "plan":
      return {
        ...base,
        ruleId: "R6b",
        code: "REQUEST_PLAN_TERMS",
        text: `${name} counts for its vested ${formatMoney(cents)} once the plan's terms show that it can be withdrawn regardless of employment, and the balance of any plan loan.`,
        clearedBy: [confirm("planTerms", true), evidence("plan_terms"), LEAVE_OUT],
      };
  }
}

/** Counted accounts of which less than the balance counts. */
function limited(model: Model, account: Account, pendingThreshold: number | null): Draft[] {
  const { source, name, kind } = account;
  const base = { accounts: [account] };
  const drafts: Draft[] = [];
  if (kind === "depository") {
    const { currentCents: current, availableCents: available } = source;
    if (groupOf(account) === "cd")
      drafts.push({
        ...base,
        ruleId: "R6",
        code: "CD_PENALTY",
        weight: "info",
        text: `${name} is a certificate of deposit. Withdrawing it early may cost a penalty.`,
        clearedBy: [],
        inputs: { currentCents: current },
      });
    else if (current !== null && available !== null && current - available > RULES.R6.parameters.heldAboveCents)
      drafts.push({
        ...base,
        ruleId: "R6",
        code: "HELD_FUNDS",
        weight: "info",
        text: `${formatMoney(current - available)} of ${name} is held by the bank and does not count. ${formatMoney(available)} is available.`,
        clearedBy: [NEW_REPORT],
        inputs: { currentCents: current, availableCents: available },
      });
    for (const line of pendingIn(account))
      if (!model.identifiedPending.has(line)) drafts.push(pendingDraft(line, pendingThreshold));
    return drafts;
  }
  const held = sum(source.holdings.map(({ valueCents }) => valueCents));
  if (valuesDiffer(account))
    drafts.push({
      ...base,
      ruleId: "R6b",
      code: "VALUES_DIFFER",
      weight: "review",
      text: `${name} reports ${formatMoney(source.currentCents ?? 0)}, and its holdings add up to ${formatMoney(held)}. The lower, ${formatMoney(valueOf(account))}, counts.`,
      clearedBy: [NEW_REPORT],
      inputs: { currentCents: source.currentCents, holdingsCents: held },
    });
  if (isVestingUnknown(model, account))
    drafts.push({
      ...base,
      ruleId: "R6b",
      code: "REQUEST_PLAN_TERMS",
      weight: "review",
      text: `${name} does not report what is vested, so none of it counts. Add its newest statement, not older than ${RULES.R6b.parameters.statementDays} days, and enter the vested value.`,
      clearedBy: [evidence("statement"), NEW_REPORT],
      inputs: { currentCents: source.currentCents },
    });
  return drafts;
}

function pendingDraft(line: Line, threshold: number | null): Draft {
  const cents = -line.cents;
  return {
    ruleId: "S2",
    code: "PENDING_NOT_COUNTED",
    weight: threshold === null || cents > threshold ? "review" : "info",
    text: `A pending deposit of ${formatMoney(cents)} on ${longDay(line.source.date)} into ${line.account.name} does not count until it posts.`,
    clearedBy: [NEW_REPORT],
    lines: [line],
    inputs: { amountCents: cents },
  };
}

function jointHolders(model: Model, account: Account): Draft[] {
  const { ownership, name } = account;
  const letters = model.evidence.filter(({ kind }) => kind === "access_letter");
  const isFor = (one: EvidenceSource) => !one.accountId || isAboutAccount(one, account);
  const drafts = ownership.nonBorrowers
    .filter(
      (holder) => !letters.some((one) => isFor(one) && (!one.person || normalName(one.person) === normalName(holder))),
    )
    .map((holder): Draft => ({
      ruleId: "R5",
      code: "ACCESS_LETTER",
      weight: "blocker",
      text: `${holder} also owns ${name} and is not on the loan. FHA asks for a letter that the borrower has full access to the money.`,
      clearedBy: [evidence("access_letter"), LEAVE_OUT],
      accounts: [account],
      subject: holder,
    }));
  if (
    ownership.isJointWithoutName &&
    !letters.some(isFor) &&
    !model.evidence.some((one) => one.kind === "statement" && isAboutAccount(one, account))
  )
    drafts.push({
      ruleId: "R5",
      code: "JOINT_HOLDER_NOT_NAMED",
      weight: "blocker",
      text: `The bank reports ${name} as a joint account but names one owner only. FHA asks who the other owner is, and for a letter on access.`,
      clearedBy: [evidence("access_letter", "statement"), LEAVE_OUT],
      accounts: [account],
    });
  return drafts;
}
