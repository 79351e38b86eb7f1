import type { Loan } from "#features/borrowers/contract.ts";
import { addDays, addMonths, dayNumber, dayOf } from "./days.ts";
import { readDeposits } from "./deposits.ts";
import type { Question } from "./evaluate.ts";
import type { Evaluation, Finding, OverlayLimit, Source } from "./evaluation.ts";
import { isWithin, type Account, type Line, type Model } from "./model.ts";
import { currencyOf, sum } from "./money.ts";
import { overlayLabel } from "./overlay-names.ts";
import { parametersOf } from "./overlay.ts";
import { prepare } from "./prepare.ts";
import { RULE_TEXTS, type RuleText } from "./rule-texts.ts";
import { RULES, type RuleId } from "./rule-set.ts";
import { fhaThreshold, termsOf } from "./terms.ts";

/** Where a figure comes from. */
export type Origin =
  | { readonly from: "line"; readonly transactionId: string }
  | { readonly from: "account"; readonly accountId: string }
  | { readonly from: "loan"; readonly field: keyof Loan }
  | { readonly from: "evidence" }
  | { readonly from: "report" }
  /** The organization's own policy. */
  | { readonly from: "policy" }
  /** A figure of the guide, in the rule set. */
  | { readonly from: "guide" }
  /** A limit of the lender's overlay, with the figure in whose place it is; `null`: there is none. */
  | {
      readonly from: "overlay";
      readonly label: string;
      readonly replaces: number | null;
      readonly of: "guide" | "policy";
    }
  /** What the rule computed from the lines and balances of the report. */
  | { readonly from: "rule" };

export type Unit = "cents" | "number" | "days" | "day" | "percent" | "text";

export interface Figure {
  /** As in the finding's inputs, or the loan's field. */
  readonly name: string;
  readonly value: number | string;
  readonly unit: Unit;
  readonly origin: Origin;
}

/**
 * `percent` and `times` round down, `percentUp` and `timesUp` up; `count` counts its parts; `days` is the number of days
 * from the first to the second.
 */
export type Operation =
  "sum" | "difference" | "percent" | "percentUp" | "timesUp" | "count" | "days" | "addDays" | "addMonths";
export type Relation = ">" | ">=" | "<" | "<=" | "not";

/** What a finding follows from, one step after the other. */
export type Step =
  | { readonly kind: "given"; readonly figure: Figure }
  | {
      readonly kind: "sum";
      readonly operation: Operation;
      readonly parts: readonly Figure[];
      readonly result: Figure;
    }
  | {
      readonly kind: "comparison";
      readonly left: Figure;
      readonly relation: Relation;
      readonly right: Figure;
    };

/** A bank line that a finding names. Cents of the account's currency, positive for money in. */
export interface DerivedLine {
  readonly transactionId: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly date: string;
  readonly description: string;
  readonly cents: number;
  readonly currency: string | null;
}

export interface Derivation {
  readonly steps: readonly Step[];
  readonly lines: readonly DerivedLine[];
  readonly rule: RuleText;
  readonly sources: readonly Source[];
}

/** What a finding follows from: figures and where they are from, sums, the threshold and the bank lines. */
export function deriveFinding(question: Question, evaluation: Evaluation, finding: Finding): Derivation {
  const { report, previous = null, loan, borrowers, evidence, confirmations } = question;
  const model = prepare(report, previous, {
    ...{ borrowers, evidence, confirmations },
    leftOutAccounts: loan.leftOutAccounts ?? [],
  });
  const byId = new Map(model.accounts.flatMap((account) => account.lines.map((line) => [line.id, line])));
  const lines = finding.transactionIds.flatMap((id) => byId.get(id) ?? []);
  const account = model.accounts.find(({ id }) => id === finding.accountIds[0]);
  const own = STEPS[finding.code]?.({ question, evaluation, finding, model, lines, account }) ?? [];
  const steps = own.filter(isTrue);
  const shown = new Set(steps.flatMap(figuresIn).map(({ name, value }) => JSON.stringify([name, value])));
  const rest = Object.keys(finding.inputs).filter(
    (name) => finding.inputs[name] !== null && !shown.has(JSON.stringify([name, finding.inputs[name]])),
  );
  return {
    steps: [
      ...rest.map((name) => given(input(finding, name, originOf(finding, name, loan, lines, account)))),
      ...steps,
    ],
    lines: lines.map(toDerivedLine),
    rule: RULE_TEXTS[finding.ruleId as RuleId], // a finding's rule is one of the set
    sources: finding.sources,
  };
}

function toDerivedLine({ id, account, source, cents }: Line): DerivedLine {
  return {
    transactionId: id,
    accountId: account.id,
    accountName: account.name,
    date: source.date,
    description: source.description,
    cents: -cents,
    currency: currencyOf(source, account.source),
  };
}

export function figuresIn(step: Step): readonly Figure[] {
  if (step.kind === "given") return [step.figure];
  return step.kind === "sum" ? [...step.parts, step.result] : [step.left, step.right];
}

/** A policy may replace a figure of the guide; a step that would not add up is left out, and its figures are given. */
function isTrue(step: Step): boolean {
  if (step.kind === "given") return true;
  if (step.kind === "comparison") return holds(step.left.value, step.relation, step.right.value);
  return (
    calculate(
      step.operation,
      step.parts.map(({ value }) => value),
    ) === step.result.value
  );
}

function holds(left: number | string, relation: Relation, right: number | string): boolean {
  switch (relation) {
    case ">":
      return left > right;
    case ">=":
      return left >= right;
    case "<":
      return left < right;
    case "<=":
      return left <= right;
    case "not":
      return left !== right;
  }
}

function calculate(operation: Operation, values: readonly (number | string)[]): number | string {
  const [first = 0, second = 0] = values;
  const numbers = values.map(Number);
  const [a = 0, b = 0] = numbers;
  switch (operation) {
    case "sum":
      return sum(numbers);
    case "difference":
      return a - sum(numbers.slice(1));
    case "percent":
      return Math.floor((a * b) / 100);
    case "percentUp":
      return Math.ceil((a * b) / 100);
    case "timesUp":
      return Math.ceil(a * b);
    case "count":
      return values.length;
    case "days":
      return dayNumber(String(second)) - dayNumber(String(first));
    case "addDays":
      return addDays(String(first), b);
    case "addMonths":
      return addMonths(String(first), b);
  }
}

// ---- Figures ----------------------------------------------------------------------------------------------------

interface Asked {
  readonly question: Question;
  readonly evaluation: Evaluation;
  readonly finding: Finding;
  readonly model: Model;
  readonly lines: readonly Line[];
  /** The first that the finding names. */
  readonly account: Account | undefined;
}

const RULE: Origin = { from: "rule" };
const GUIDE: Origin = { from: "guide" };
const POLICY: Origin = { from: "policy" };
const REPORT: Origin = { from: "report" };

const given = (figure: Figure): Step => ({ kind: "given", figure });
const compare = (left: Figure, relation: Relation, right: Figure): Step => ({
  kind: "comparison",
  left,
  relation,
  right,
});
const total = (operation: Operation, parts: readonly Figure[], result: Figure): Step => ({
  kind: "sum",
  operation,
  parts,
  result,
});

const DAY_COUNTS: ReadonlySet<string> = new Set(["days", "daysRequested", "requiredDays", "shownDays", "longestDays"]);

function unitOf(name: string, value: number | string): Unit {
  if (name.endsWith("Cents")) return "cents";
  if (typeof value === "string") return /^\d{4}-\d{2}-\d{2}$/.test(value) ? "day" : "text";
  return DAY_COUNTS.has(name) ? "days" : "number";
}

/** A figure of the finding itself. */
function input({ inputs }: Finding, name: string, origin: Origin = RULE): Figure {
  const value = inputs[name] ?? 0;
  return { name, value, unit: unitOf(name, value), origin };
}

const figure = (name: string, value: number | string, unit: Unit, origin: Origin): Figure => ({
  ...{ name, value, unit, origin },
});
const guide = (name: string, value: number, unit: Unit) => figure(name, value, unit, GUIDE);

/** The organization's own settings; the others are the guides'. */
const SETTINGS: ReadonlySet<OverlayLimit> = new Set(["nsfReview", "nsfBlocker", "smallDepositsLimitCents"] as const);

/** A limit as the rules read it: the overlay's where it has another, otherwise the guide's or the organization's. */
function limitOf(
  { question: { policy } }: Pick<Asked, "question">,
  limit: OverlayLimit,
  name: string,
  unit: Unit,
): Figure {
  const { overlay = null, ...settings } = policy;
  const [value, replaces] = [parametersOf(policy)[limit], parametersOf(settings)[limit]];
  const of = SETTINGS.has(limit) ? "policy" : "guide";
  if (overlay === null || value === replaces) return figure(name, value ?? 0, unit, { from: of });
  return figure(name, value ?? 0, unit, { from: "overlay", label: overlayLabel(overlay), replaces, of });
}

const CENTS_FIELDS: ReadonlySet<keyof Loan> = new Set([
  ...(["salesPrice", "appraisedValue", "loanAmount", "monthlyIncome", "pitia", "closingCosts", "prepaids"] as const),
  ...(["credits", "emd"] as const),
]);

/** None where the loan does not have the term. */
function term({ question }: Pick<Asked, "question">, field: keyof Loan): Figure[] {
  const value = question.loan[field];
  if (typeof value !== "number" && typeof value !== "string") return [];
  const unit = CENTS_FIELDS.has(field) ? "cents" : unitOf(field, value);
  return [figure(field, value, unit, { from: "loan", field })];
}

/** The money of a line, above zero. */
const lineFigure = ({ id, cents }: Line, value = Math.abs(cents)): Figure =>
  figure("lineCents", value, "cents", { from: "line", transactionId: id });

const ofLine = ({ lines: [line] }: Asked): Origin => (line ? { from: "line", transactionId: line.id } : RULE);
const ofAccount = ({ account }: Asked): Origin => (account ? { from: "account", accountId: account.id } : RULE);

const ACCOUNT_FIGURES: ReadonlySet<string> = new Set([
  ...["currentCents", "availableCents", "holdingsCents", "currency", "bankName", "shownDays"],
]);
const EVIDENCE_FIGURES: ReadonlySet<string> = new Set([
  "sourcedCents",
  "receiptCents",
  "givenCents",
  "donor",
  "missing",
]);
const REPORT_FIGURES: ReadonlySet<string> = new Set([
  "asOf",
  "reportDate",
  "newestAsOf",
  "daysRequested",
  "unreadCount",
]);
const LOAN_FIGURES: Readonly<Record<string, keyof Loan>> = {
  noteDate: "noteDate",
  disbursementDate: "disbursementDate",
  applicationDate: "applicationDate",
  occupancy: "occupancy",
  creditsCents: "credits",
  enteredCents: "emd",
  enteredMonths: "reserveMonthsRequired",
  ausCents: "ausReserves",
};

function originOf(
  { code }: Finding,
  name: string,
  loan: Loan,
  lines: readonly Line[],
  account: Account | undefined,
): Origin {
  const field = LOAN_FIGURES[name];
  if (field !== undefined && loan[field] !== undefined) return { from: "loan", field };
  if ((name === "amountCents" || name === "paidCents") && lines.length === 1)
    return { from: "line", transactionId: lines[0]!.id }; // the only one
  if (ACCOUNT_FIGURES.has(name) && account) return { from: "account", accountId: account.id };
  if (EVIDENCE_FIGURES.has(name) && code !== "ELEMENT_MISSING" && code !== "HISTORY_CHANGED")
    return { from: "evidence" };
  if (REPORT_FIGURES.has(name)) return REPORT;
  return name === "reviewFrom" || name === "blockFrom" ? POLICY : RULE;
}

// ---- Deposits ---------------------------------------------------------------------------------------------------

const percent = (value: number) => guide("percent", value, "percent");

/** The first percentage of a value that gives the figure; none where a policy sets it. */
function shareOf(
  bases: readonly Figure[],
  percents: readonly Figure[],
  result: Figure,
  operation: "percent" | "percentUp" = "percent",
): Step[] {
  for (const base of bases)
    for (const share of percents) {
      const step = total(operation, [base, share], result);
      if (isTrue(step)) return [step];
    }
  return [given({ ...result, origin: POLICY })];
}

function thresholdSteps(asked: Asked): Step[] {
  const { question, finding } = asked;
  const [program] = finding.programs;
  const result = input(finding, "thresholdCents");
  if (!program) return [given(result)];
  const terms = termsOf(question.loan, program, parametersOf(question.policy));
  const isOfValue = finding.code === "DOCUMENT_SOURCE" || fhaThreshold(terms) === result.value;
  const { adjustedValueCents } = terms;
  const value =
    isOfValue && adjustedValueCents !== null
      ? [figure("adjustedValueCents", adjustedValueCents, "cents", { from: "rule" })]
      : [];
  const ofValue = limitOf(asked, "valuePercent", "percent", "percent");
  if (finding.code === "DOCUMENT_SOURCE") return shareOf(value, [ofValue], result);
  // The sum of small deposits is compared with the guide's share where the overlay's is lower.
  const { R3, R3c } = RULES;
  const own = [limitOf(asked, "incomePercent", "percent", "percent"), ofValue];
  const guides = [percent(R3.parameters.incomePercent), percent(R3c.parameters.valuePercent)];
  return shareOf([...term(asked, "monthlyIncome"), ...value], [...own, ...guides], result);
}

function openOf({ model, finding, lines }: Asked): Step[] {
  const deposit = readDeposits(model).find(({ line }) => line === lines[0]);
  if (!deposit) return [];
  const { line, cents, refundCents, sourcedCents, documentedCents, noNewDebtCents } = deposit;
  const isBorrowed = finding.code.startsWith("BORROWED") || finding.code === "OWN_PLAN_LOAN";
  const amount = input(finding, "amountCents", { from: "line", transactionId: line.id });
  const ofFha = finding.code === "DOCUMENT_SOURCE" ? noNewDebtCents : sourcedCents;
  const shown = figure("sourcedCents", isBorrowed ? documentedCents : ofFha, "cents", { from: "evidence" });
  const refund = refundCents > 0 && !isBorrowed ? [figure("refundCents", refundCents, "cents", RULE)] : [];
  if (cents !== amount.value) return [];
  return [total("difference", [amount, ...refund, shown], input(finding, "unsourcedCents"))];
}

const largeDeposit =
  (least: "thresholdCents" | null) =>
  (asked: Asked): Step[] => {
    const { finding } = asked;
    const open = input(finding, "unsourcedCents");
    const threshold = input(finding, "thresholdCents");
    return [
      ...openOf(asked),
      ...thresholdSteps(asked),
      compare(input(finding, "amountCents", ofLine(asked)), ">", threshold),
      compare(open, ">", least === null ? guide("noneCents", 0, "cents") : threshold),
    ];
  };

function smallDeposits(asked: Asked): Step[] {
  const { finding, lines, model } = asked;
  const open = new Map(
    readDeposits(model).map(({ line, cents, refundCents, sourcedCents }) => [line, cents - refundCents - sourcedCents]),
  );
  const result = input(finding, "sumCents");
  return [
    total(
      "count",
      lines.map((line) => lineFigure(line)),
      input(finding, "number"),
    ),
    total(
      "sum",
      lines.map((line) => lineFigure(line, open.get(line) ?? 0)),
      result,
    ),
    ...thresholdSteps(asked),
    compare(result, ">", input(finding, "thresholdCents")),
  ];
}

function cashDeposits({ finding, lines }: Asked): Step[] {
  const number = input(finding, "number");
  const parts = lines.map((line) => lineFigure(line));
  return [
    total("sum", parts, input(finding, "sumCents")),
    total("count", parts, number),
    compare(number, ">=", guide("cashCount", RULES.R20.parameters.cashCount, "number")),
  ];
}

function largeWithdrawal(asked: Asked): Step[] {
  const { finding, lines } = asked;
  const [line] = lines;
  const { withoutIncomeCents, recentDays } = RULES.R21.parameters;
  const threshold = input(finding, "thresholdCents", GUIDE);
  const income = term(asked, "monthlyIncome");
  const days = input(finding, "days");
  const read = line ? [figure("date", dayOf(line.day), "day", ofLine(asked)), readOn(line.account)] : [];
  return [
    ...(threshold.value === withoutIncomeCents ? [given(threshold)] : shareOf(income, [percent(50)], threshold)),
    compare(input(finding, "amountCents", ofLine(asked)), ">", threshold),
    total("days", read, days),
    compare(days, finding.severity === "info" ? ">" : "<=", guide("recentDays", recentDays, "days")),
  ];
}

const readOn = ({ asOf }: Account): Figure => figure("asOf", dayOf(asOf), "day", REPORT);

function aboveAverage(asked: Asked): Step[] {
  const { finding } = asked;
  const current = input(finding, "currentCents", ofAccount(asked));
  const average = input(finding, "average60Cents", ofAccount(asked));
  const most = figure(
    "mostCents",
    Math.floor((Number(average.value) * RULES.R17.parameters.ratio * 100) / 100),
    "cents",
    RULE,
  );
  return [
    total("difference", [current, average], input(finding, "riseCents")),
    total("percent", [average, guide("percent", RULES.R17.parameters.ratio * 100, "percent")], most),
    compare(current, ">", most),
  ];
}

// ---- History and age --------------------------------------------------------------------------------------------

function tooFewDays(name: "shownDays" | "daysRequested") {
  return (asked: Asked): Step[] => {
    const { finding } = asked;
    const own = limitOf(asked, historyLimit(asked), "requiredDays", "days");
    const required = own.value === finding.inputs["requiredDays"] ? own : input(finding, "requiredDays", GUIDE);
    const shown = input(finding, name, name === "shownDays" ? ofAccount(asked) : REPORT);
    const missing = figure("missingDays", Number(required.value) - Number(shown.value), "days", RULE);
    return [compare(shown, "<", required), total("difference", [required, shown], missing)];
  };
}

function historyLimit({ question: { loan }, finding: { programs } }: Asked): OverlayLimit {
  if (programs.includes("fha")) return "fhaDays";
  if (programs.includes("va") || programs.includes("usda")) return "twoStatementsDays";
  return loan.transactionType === "purchase" ? "purchaseDays" : "refinanceDays";
}

function recentlyOpened(asked: Asked): Step[] {
  const { finding, lines } = asked;
  const shown = input(finding, "shownDays", ofAccount(asked));
  return [
    compare(shown, "<", guide("newDays", RULES.R2b.parameters.days, "days")),
    ...(lines.length > 0
      ? [
          total(
            "sum",
            lines.map((line) => lineFigure(line)),
            input(finding, "firstDepositCents"),
          ),
        ]
      : []),
  ];
}

function expired(asked: Asked): Step[] {
  const { finding } = asked;
  const { fannieMonths } = RULES.R2.parameters;
  const asOf = input(finding, "asOf", REPORT);
  const dates = (["noteDate", "disbursementDate"] as const).flatMap((name) =>
    finding.inputs[name] == null ? [] : [input(finding, name, { from: "loan", field: name })],
  );
  if (finding.inputs["validThrough"] === undefined) return dates.map((date) => compare(date, "<", asOf));
  const last = input(finding, "validThrough");
  const days = limitOf(asked, "documentAgeDays", "validDays", "days");
  const ways = [
    total("addMonths", [asOf, guide("validMonths", fannieMonths, "number")], last),
    total("addDays", [asOf, days], last),
  ];
  const isByMonths = finding.programs.includes("fannie") && days.origin.from === "guide";
  const own = isByMonths ? ways : ways.slice(1);
  return [...own.filter(isTrue).slice(0, 1), ...dates.map((date) => compare(date, ">", last))];
}

const tooOld =
  (name: "applicationDate" | "reportDate" | "newestAsOf", most: "daysToApplication" | "fhaDataDays" | number) =>
  (asked: Asked): Step[] => {
    const { finding } = asked;
    const days = input(finding, "days");
    const date = input(finding, name, name === "applicationDate" ? { from: "loan", field: name } : REPORT);
    return [
      total("days", [input(finding, "asOf", REPORT), date], days),
      compare(
        days,
        ">",
        typeof most === "number" ? guide("mostDays", most, "days") : limitOf(asked, most, "mostDays", "days"),
      ),
    ];
  };

// ---- Money to close ---------------------------------------------------------------------------------------------

function creditsAboveCosts(asked: Asked): Step[] {
  const { finding } = asked;
  const costs = input(finding, "costsCents");
  return [
    total("sum", [...term(asked, "closingCosts"), ...term(asked, "prepaids")], costs),
    compare(input(finding, "creditsCents", { from: "loan", field: "credits" }), ">", costs),
  ];
}

function creditsAboveLimit(asked: Asked): Step[] {
  const { finding } = asked;
  const limit = input(finding, "limitCents");
  return [
    ...shareOf(
      [...term(asked, "salesPrice"), ...term(asked, "appraisedValue")],
      Object.values(RULES.R27.parameters).map(percent),
      limit,
    ),
    compare(input(finding, "creditsCents", { from: "loan", field: "credits" }), ">", limit),
  ];
}

function contribution(asked: Asked): Step[] {
  const { finding, question } = asked;
  const [program] = finding.programs;
  if (!program) return [];
  const terms = termsOf(question.loan, program);
  const { downPaymentPercent, firstTimeBuyerPercent, fhaTenThousandths, fhaLowScoreTenThousandths, fhaLeastScore } =
    RULES.R26.parameters;
  const isFha = program === "fha";
  const known = isFha ? terms.adjustedValueCents : terms.loanToValueBaseCents;
  const value = known === null ? [] : [figure(isFha ? "adjustedValueCents" : "valueCents", known, "cents", RULE)];
  const percents = isFha
    ? [fhaTenThousandths / 100, fhaLowScoreTenThousandths / 100]
    : [downPaymentPercent, firstTimeBuyerPercent];
  const [needed, paid] = [input(finding, "neededCents"), input(finding, "contributionCents")];
  return [
    total("difference", [...value, ...term(asked, "loanAmount")], paid),
    ...shareOf(value, percents.map(percent), needed, "percentUp"),
    compare(paid, "<", needed),
    ...term(asked, "creditScore").map((score) => compare(score, "<", guide("leastScore", fhaLeastScore, "number"))),
  ];
}

function reservesBelow(asked: Asked): Step[] {
  const { finding, question } = asked;
  const table = input(finding, "tableCents", GUIDE);
  if (finding.inputs["ausCents"] !== undefined)
    return [compare(input(finding, "ausCents", { from: "loan", field: "ausReserves" }), "<", table)];
  const months = input(finding, "enteredMonths", { from: "loan", field: "reserveMonthsRequired" });
  const entered = figure(
    "enteredReserveCents",
    Math.ceil(Number(months.value) * (question.loan.pitia ?? 0)),
    "cents",
    RULE,
  );
  return [total("timesUp", [months, ...term(asked, "pitia")], entered), compare(entered, "<", table)];
}

function ownFunds(asked: Asked): Step[] {
  const { finding } = asked;
  const needed = input(finding, "neededCents");
  return [
    ...shareOf(term(asked, "salesPrice"), [percent(RULES.R9.parameters.ownFundsPercent)], needed, "percentUp"),
    compare(input(finding, "ownCents"), "<", needed),
  ];
}

function liquidation({ finding, model }: Asked): Step[] {
  const parts = model.accounts
    .filter(({ id }) => finding.accountIds.includes(id))
    .map(
      (account) =>
        figure("countsCents", model.counting.get(account)!.cents, "cents", { from: "account", accountId: account.id }), // of every account
    );
  return [
    total("sum", parts, input(finding, "investmentCents")),
    compare(input(finding, "neededCents"), ">", guide("noneCents", 0, "cents")),
  ];
}

function fundsFell({ finding, evaluation }: Asked): Step[] {
  const [program] = finding.programs;
  const usable = (program && evaluation.funds[program]?.usableClosingCents) ?? 0;
  const [before, after] = [input(finding, "beforeCents", REPORT), input(finding, "afterCents", REPORT)];
  return [
    total(
      "difference",
      [before, after],
      figure("fellCents", Number(before.value) - Number(after.value), "cents", RULE),
    ),
    compare(figure("usableClosingCents", usable, "cents", RULE), "<", input(finding, "cashToCloseCents")),
  ];
}

function earnestFound({ finding, lines }: Asked): Step[] {
  const [found, entered] = [
    input(finding, "foundCents"),
    input(finding, "enteredCents", { from: "loan", field: "emd" }),
  ];
  return [
    ...(finding.code === "EMD_DIFFERS"
      ? [
          total(
            "sum",
            lines.map((line) => lineFigure(line)),
            found,
          ),
        ]
      : []),
    compare(found, "not", entered),
  ];
}

// ---- Debts, income and fees -------------------------------------------------------------------------------------

function returnedItems(asked: Asked): Step[] {
  const { finding, lines } = asked;
  const number = input(finding, "count365");
  const within = (days: number) => lines.filter((line) => isWithin(line, days)).map((line) => lineFigure(line));
  // An overlay may have changed the severity, so the number of items decides which of the two is met.
  const [review, block] = [input(finding, "reviewFrom", POLICY), input(finding, "blockFrom", POLICY)];
  const [from, limit] =
    number.value >= block.value ? ([block, "nsfBlocker"] as const) : ([review, "nsfReview"] as const);
  const own = limitOf(asked, limit, from.name, "number");
  return [
    total("count", within(60), input(finding, "count60")),
    total("count", within(90), input(finding, "count90")),
    total(
      "count",
      lines.map((line) => lineFigure(line)),
      number,
    ),
    compare(number, ">=", own.value === from.value ? own : from),
  ];
}

const payments = ({ finding, lines }: Asked): Step[] => [
  total(
    "count",
    lines.map((line) => lineFigure(line)),
    input(finding, "payments"),
  ),
];

function resubmit({ finding, evaluation }: Asked): Step[] {
  const result = input(finding, "undisclosedMonthlyCents");
  const parts = evaluation.figures.debts
    .filter(
      ({ isActive, isDisclosed, isConfirmedNoDebt, kind, monthlyCents }) =>
        isActive && !isDisclosed && !isConfirmedNoDebt && kind !== "mortgage" && monthlyCents !== null,
    )
    .map(({ monthlyCents }) => figure("monthlyCents", monthlyCents ?? 0, "cents", RULE));
  return [
    total("sum", parts, result),
    compare(
      result,
      finding.severity === "blocker" ? ">" : "<=",
      guide("resubmitCents", RULES.R11.parameters.fhaResubmitCents, "cents"),
    ),
  ];
}

function levy({ finding, lines }: Asked): Step[] {
  const parts = lines.map((line) => lineFigure(line));
  return [total("sum", parts, input(finding, "takenCents")), total("count", parts, input(finding, "lines"))];
}

// ---- Accounts and data ------------------------------------------------------------------------------------------

function heldFunds(asked: Asked): Step[] {
  const { finding } = asked;
  const [current, available] = (["currentCents", "availableCents"] as const).map((name) =>
    input(finding, name, ofAccount(asked)),
  ) as [Figure, Figure];
  const held = figure("heldCents", Number(current.value) - Number(available.value), "cents", RULE);
  return [
    total("difference", [current, available], held),
    compare(held, ">", guide("heldAboveCents", RULES.R6.parameters.heldAboveCents, "cents")),
  ];
}

function dataFault(asked: Asked): Step[] {
  const { finding } = asked;
  const [expected, current] = [input(finding, "expectedCents"), input(finding, "currentCents", ofAccount(asked))];
  return [
    total("difference", [expected, current], input(finding, "differenceCents")),
    compare(expected, "not", current),
  ];
}

function historyChanged({ finding }: Asked): Step[] {
  if (finding.inputs["thresholdCents"] == null) return [];
  const relation = finding.severity === "blocker" ? ">" : "<=";
  return [compare(input(finding, "largestCents"), relation, input(finding, "thresholdCents"))];
}

/** By the code of the finding. What no step shows is given as it is. */
const STEPS: Readonly<Record<string, (asked: Asked) => readonly Step[]>> = {
  LARGE_UNSOURCED: largeDeposit("thresholdCents"),
  DOCUMENT_SOURCE: largeDeposit(null),
  BORROWED_FUNDS: openOf,
  BORROWED_FUNDS_DEDUCTED: openOf,
  OWN_PLAN_LOAN: openOf,
  INTERESTED_PARTY_DEPOSIT: openOf,
  MANY_UNEXPLAINED: smallDeposits,
  CASH_PATTERN: cashDeposits,
  LARGE_WITHDRAWAL: largeWithdrawal,
  ABOVE_AVERAGE: aboveAverage,
  INSUFFICIENT_HISTORY: tooFewDays("shownDays"),
  ASK_MORE_DAYS: tooFewDays("daysRequested"),
  RECENTLY_OPENED: recentlyOpened,
  EXPIRED_AT_NOTE: expired,
  EXPIRED_AT_DISBURSEMENT: expired,
  OLD_AT_APPLICATION: tooOld("applicationDate", "daysToApplication"),
  FHA_DATA_OLD: tooOld("reportDate", "fhaDataDays"),
  ITEM_BEHIND: tooOld("newestAsOf", RULES.S2.parameters.itemBehindDays),
  CREDITS_ABOVE_COSTS: creditsAboveCosts,
  IPC_ABOVE_LIMIT: creditsAboveLimit,
  MRI_SHORT: contribution,
  DOWN_PAYMENT_SHORT: contribution,
  SCORE_NEEDED: contribution,
  RESERVES_BELOW_TABLE: reservesBelow,
  OWN_FUNDS_SHORT: ownFunds,
  LIQUIDATION_NEEDED: liquidation,
  FUNDS_FELL: fundsFell,
  EMD_DIFFERS: earnestFound,
  EMD_NOT_FOUND: earnestFound,
  EMD_UNSUPPORTED: (asked) => [
    compare(
      input(asked.finding, "paidCents", ofLine(asked)),
      ">",
      input(asked.finding, "average60Cents", ofAccount(asked)),
    ),
  ],
  RETURNED_ITEMS: returnedItems,
  UNDISCLOSED_DEBT: payments,
  SUPPORT_PAID: payments,
  TAX_PLAN: payments,
  UNDISCLOSED_MORTGAGE: payments,
  DEBT_AMOUNT_DIFFERS: payments,
  DEBT_ENDED: payments,
  OTHER_PROPERTY: payments,
  RESUBMIT: resubmit,
  LEVY: levy,
  HELD_FUNDS: heldFunds,
  DATA_FAULT: dataFault,
  HISTORY_CHANGED: historyChanged,
};
