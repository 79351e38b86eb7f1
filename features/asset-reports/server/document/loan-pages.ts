import { localMoment } from "#platform/dates/zones.ts";
import { longDay } from "#platform/dates/days.ts";
import { formatCount } from "#platform/text/text.ts";
import { formatNumber } from "#platform/money/money.ts";
import type { Loan } from "#features/borrowers/contract.ts";
import {
  isLoanField,
  LOAN_LABELS,
  LOAN_PROGRAM_NAMES,
  type LoanField,
  phrase,
  PURPOSE_LABELS,
} from "#features/borrowers/labels.ts";
import { matchWords } from "#features/underwriting/labels.ts";
import type { StoredEvaluation } from "#features/underwriting/contract.ts";
import type { LoanParty } from "#features/underwriting/rules/evaluation.ts";
import type { Fonts } from "#platform/server/document/fonts.ts";
import type { Block } from "#platform/server/document/sheet.ts";
import { type Column, remainingWidth } from "#platform/server/document/table.ts";
import { section } from "#platform/server/document/text-blocks.ts";
import { STYLE } from "#platform/server/document/typesetting.ts";
import type { DocumentIndex } from "./document-index.ts";
import { type DocumentInput, table } from "./schema.ts";
import { dollars, HEADINGS, NONE, UNKNOWN, yesNo } from "./document-labels.ts";

const TERM_COLUMNS: readonly Column[] = [
  { label: "Term", width: 150 },
  { label: "State", width: 60, style: STYLE.softCell },
  { label: "Value", width: remainingWidth(150, 60) },
];

/** Every loan term, whether entered or missing, and who is on the loan and on the accounts. */
export function* loanPages(fonts: Fonts, input: DocumentInput, index: DocumentIndex): Generator<Block> {
  const { loan, policy } = input.evaluation.inputs;
  const fields = Object.keys(LOAN_LABELS).filter(isLoanField);
  const entered = fields.filter((field) => loan[field] !== undefined).length;
  const remark = `${entered} entered, ${fields.length - entered} missing`;
  yield section(fonts, HEADINGS.loanTerms, { remark, needs: 90, before: 28, strong: true });
  yield* table(
    fonts,
    TERM_COLUMNS,
    [
      ...fields.map((field) => [
        LOAN_LABELS[field],
        loan[field] === undefined ? "Missing" : "Entered",
        loan[field] === undefined ? "" : termValue(loan, field, index),
      ]),
      ["Lender policy", "", policyWords(policy)],
    ],
    NONE,
  );
  yield* disclosedDebts(fonts, loan);
  yield* financedProperties(fonts, loan);
  yield* people(fonts, input, index);
}

function termValue(loan: Loan, field: LoanField, index: DocumentIndex): string {
  switch (field) {
    case "transactionType":
      return loan.transactionType === undefined ? "" : PURPOSE_LABELS[loan.transactionType];
    case "program":
      return loan.program === undefined ? "" : LOAN_PROGRAM_NAMES[loan.program];
    case "underwriting":
      return loan.underwriting === "aus" ? "Automated (AUS)" : "Manual";
    case "occupancy":
      return phrase((loan.occupancy ?? "").replaceAll("_", " "));
    case "reserveMonthsRequired":
      return `${formatNumber(loan.reserveMonthsRequired ?? 0)} months`;
    case "financedProperties":
      return formatCount(loan.financedProperties?.length ?? 0, "entry").replace("entrys", "entries");
    case "disclosedLiabilities":
      return formatCount(loan.disclosedLiabilities?.length ?? 0, "debt");
    case "interestedParties":
      return (
        loan.interestedParties?.map(({ name, role }) => (role === "" ? name : `${name} (${role})`)).join(", ") || "None"
      );
    case "leftOutAccounts":
      return loan.leftOutAccounts?.map((id) => index.accountWords(id) || id).join(", ") || "None";
    case "isFirstTimeBuyer":
    case "isHomeReady":
      return yesNo(loan[field] ?? null);
    case "units":
    case "creditScore":
      return String(loan[field] ?? "");
    case "contractDate":
    case "applicationDate":
    case "noteDate":
    case "disbursementDate":
    case "acquiredOn":
      return longDay(loan[field] ?? "");
    case "reserveReason":
      return loan.reserveReason ?? "";
    default:
      return dollars(loan[field] ?? 0);
  }
}

function policyWords({ nsfReview, nsfBlocker, smallDepositsLimitCents: limit }: StoredEvaluation["inputs"]["policy"]) {
  const small =
    limit === null || limit === undefined
      ? "small unexplained deposits are never taken off"
      : `small unexplained deposits above ${dollars(limit)} in 30 days are taken off`;
  return `Returned items in 12 months: review from ${nsfReview}, blocker from ${nsfBlocker}; ${small}`;
}

const DEBT_COLUMNS: readonly Column[] = [
  { label: "Creditor", width: remainingWidth(90, 90) },
  { label: "Type", width: 90, style: STYLE.softCell },
  { label: "Monthly payment", width: 90, figures: true },
];

function* disclosedDebts(fonts: Fonts, { disclosedLiabilities }: Loan): Generator<Block> {
  if (disclosedLiabilities === undefined) return;
  yield section(fonts, HEADINGS.disclosedDebts, { remark: "From the application", needs: 50 });
  const rows = disclosedLiabilities.map(({ creditor, type, monthlyPayment }) => [
    creditor,
    phrase(type),
    dollars(monthlyPayment),
  ]);
  const sum = disclosedLiabilities.reduce((total, { monthlyPayment }) => total + monthlyPayment, 0);
  yield* table(
    fonts,
    DEBT_COLUMNS,
    rows.length === 0 ? [] : [...rows, { total: ["Sum of disclosed debts", "", dollars(sum)] }],
    NONE,
  );
}

const PROPERTY_COLUMNS: readonly Column[] = [
  { label: "Property", width: remainingWidth(90, 90, 90) },
  { label: "Principal residence", width: 90, style: STYLE.softCell },
  { label: "Monthly payment", width: 90, figures: true },
  { label: "Unpaid principal", width: 90, figures: true },
];

function* financedProperties(fonts: Fonts, { financedProperties: all }: Loan): Generator<Block> {
  if (all === undefined || all.length === 0) return;
  yield section(fonts, HEADINGS.financedProperties, { needs: 50 });
  const rows = all.map(({ isPrincipal, monthlyPayment, unpaidPrincipal }, place) => [
    `Property ${place + 1}`,
    yesNo(isPrincipal),
    dollars(monthlyPayment),
    dollars(unpaidPrincipal),
  ]);
  yield* table(fonts, PROPERTY_COLUMNS, rows, NONE);
}

const PERSON_COLUMNS: readonly Column[] = [
  { label: "On the loan", width: 150 },
  { label: "Email", width: remainingWidth(150, 100) },
  { label: "Phone", width: 100 },
];

const OWNER_COLUMNS: readonly Column[] = [
  { label: "Account", width: 96 },
  { label: "Name at the bank", width: 104 },
  { label: "Match", width: 70 },
  { label: "Name on the loan", width: 80 },
  { label: "Standing, confirmed by", width: remainingWidth(96, 104, 70, 80), style: STYLE.softCell },
];

function* people(fonts: Fonts, input: DocumentInput, index: DocumentIndex): Generator<Block> {
  const { inputs } = input.evaluation;
  yield section(fonts, HEADINGS.people, { needs: 90, before: 24 });
  const persons = inputs.borrowers.map((one) => [nameOf(one), one.email ?? UNKNOWN, one.phone ?? UNKNOWN]);
  yield* table(fonts, PERSON_COLUMNS, persons, "No one is on the loan.");
  const rows = index.accounts.flatMap(({ ref, source, owner }) => {
    const account = `${ref} ${source.name}`;
    if (owner === undefined || owner.persons.length === 0) return [[account, "Not reported by the bank", "", "", ""]];
    return owner.persons.map(({ bankName, match, standing, borrower }, place) => [
      place === 0 ? account : ref,
      bankName,
      matchWords(match),
      borrower ?? UNKNOWN,
      [
        place === 0 && ownershipWords(owner) !== ""
          ? `${phrase(standing)}, ${ownershipWords(owner)}`
          : phrase(standing),
        confirmedBy(input, bankName),
      ]
        .filter((part) => part !== "")
        .join(". "),
    ]);
  });
  yield* table(fonts, OWNER_COLUMNS, rows, "The report has no account.", { before: 10 });
}

function nameOf({ firstName, middleName, lastName, suffix }: LoanParty): string {
  return [firstName, middleName, lastName, suffix].filter((part) => part !== null && part !== undefined).join(" ");
}

function ownershipWords({
  isJoint,
  isBusiness,
  capacity,
  nonBorrowerOwners,
}: NonNullable<DocumentIndex["accounts"][number]["owner"]>): string {
  return [
    isJoint ? "joint" : "",
    isBusiness ? "business" : "",
    capacity === null ? "" : phrase(capacity.replaceAll(/([a-z])([A-Z])/g, "$1 $2")).toLowerCase(),
    nonBorrowerOwners.length > 0 ? `also ${nonBorrowerOwners.join(", ")}` : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
}

/** Who confirmed that a name at the bank is the borrower's; the decision is in the history of its condition. */
function confirmedBy({ evaluation }: DocumentInput, bankName: string): string {
  const { inputs, conditions, printed } = evaluation;
  const confirmation = inputs.confirmations.find(
    ({ kind, subject }) => kind === "borrower" && subject.bankName?.toUpperCase() === bankName.toUpperCase(),
  );
  if (confirmation === undefined) return "";
  const step = conditions.flatMap(({ history }) => history).find(({ decisionId }) => decisionId === confirmation.id);
  if (!step?.by) return `Confirmed: ${confirmation.reason}`;
  return `Confirmed by ${step.by.name}, ${step.by.role}, ${localMoment(step.at, printed.timeZone)}: ${confirmation.reason}`;
}
