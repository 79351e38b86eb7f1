import {
  OVERLAY_LIMITS,
  PROGRAMS,
  SEVERITIES,
  type Finding,
  type Overlay,
  type OverlayLimit,
  type OverlaySettings,
  type Program,
  type Severity,
  type Source,
  type UnderwritingPolicy,
} from "./evaluation.ts";
import { hash, NEVER_WAIVABLE, WAIVER } from "./finding.ts";
import { RULES } from "./rule-set.ts";

const { R1, R2, R3, R3c, R6b, R10 } = RULES;

interface Limit {
  /** The guides' figure, or our own where no guide has one; `null`: none. */
  readonly guide: number | null;
  readonly tighter: "lower" | "higher";
  readonly least: number;
  readonly most: number;
  readonly unit: "percent" | "days" | "months" | "items" | "cents";
  /** Those whose answers it changes. */
  readonly programs: readonly Program[];
}

const CONVENTIONAL: readonly Program[] = ["fannie", "freddie"];
const WITH_RESERVES: readonly Program[] = ["fannie", "freddie", "fha"];
const MOST_DAYS = 731; // the longest report
const days = (guide: number, programs: readonly Program[]): Limit => ({
  ...{ guide, programs, tighter: "higher", least: 1, most: MOST_DAYS, unit: "days" },
});
const age = (guide: number, programs: readonly Program[]): Limit => ({
  ...{ guide, programs, tighter: "lower", least: 1, most: MOST_DAYS, unit: "days" },
});
/** On top of what the guide requires, so it never loosens. */
const reserves = (): Limit => ({
  ...{ guide: 0, programs: WITH_RESERVES, tighter: "higher", least: 0, most: 60, unit: "months" },
});

export const LIMITS: Readonly<Record<OverlayLimit, Limit>> = {
  incomePercent: {
    ...{ guide: R3.parameters.incomePercent, programs: CONVENTIONAL },
    ...{ tighter: "lower", least: 1, most: 100, unit: "percent" },
  },
  valuePercent: {
    ...{ guide: R3c.parameters.valuePercent, programs: ["fha"] },
    ...{ tighter: "lower", least: 0, most: 100, unit: "percent" },
  },
  smallDepositsLimitCents: {
    ...{ guide: null, programs: PROGRAMS, tighter: "lower", least: 0, most: 100_000_000, unit: "cents" },
  },
  nsfReview: {
    ...{ guide: R10.parameters.reviewFrom, programs: PROGRAMS, tighter: "lower", least: 1, most: 50, unit: "items" },
  },
  nsfBlocker: {
    ...{ guide: R10.parameters.blockFrom, programs: PROGRAMS, tighter: "lower", least: 1, most: 50, unit: "items" },
  },
  primaryReserveMonths: reserves(),
  secondHomeReserveMonths: reserves(),
  investmentReserveMonths: reserves(),
  liquidationPercent: {
    ...{ guide: R6b.parameters.liquidationPercent, programs: CONVENTIONAL },
    ...{ tighter: "higher", least: 100, most: 500, unit: "percent" },
  },
  fhaRetirementPercent: {
    ...{ guide: R6b.parameters.fhaRetirementPercent, programs: ["fha", "va", "usda"] },
    ...{ tighter: "lower", least: 0, most: 100, unit: "percent" },
  },
  purchaseDays: days(R1.parameters.purchaseDays, CONVENTIONAL),
  refinanceDays: days(R1.parameters.refinanceDays, CONVENTIONAL),
  fhaDays: days(R1.parameters.fhaDays, ["fha"]),
  twoStatementsDays: days(R1.parameters.twoStatementsDays, ["va", "usda"]),
  documentAgeDays: age(R2.parameters.days, PROGRAMS),
  daysToApplication: age(R2.parameters.daysToApplication, ["fannie"]),
  fhaDataDays: age(R2.parameters.fhaDataDays, ["fha"]),
};

export type Direction = "tighter" | "same" | "looser";

/** How a limit compares with the guides' figure. */
export function directionOf(limit: OverlayLimit, value: number): Direction {
  const { guide, tighter } = LIMITS[limit];
  if (guide === null) return "tighter";
  if (value === guide) return "same";
  return value < guide === (tighter === "lower") ? "tighter" : "looser";
}

/** Why one field of an overlay is refused. */
export interface OverlayProblem {
  /** Dotted path in the settings: `limits.incomePercent`, `atLeast.0.code`. */
  readonly field: string;
  readonly code:
    | "LOOSENS_GUIDE"
    | "OUT_OF_RANGE"
    | "REVIEW_ABOVE_BLOCK"
    | "REPEATED"
    | "CONTRADICTS"
    | "NOT_LOWERABLE"
    | "UNKNOWN_FINDING"
    | "PROGRAM_OFF"
    | "NO_PROGRAM_LEFT";
}

/** What is wrong with an overlay, field by field; empty: nothing. */
export function problemsOf({ programName, settings }: Pick<Overlay, "programName" | "settings">): OverlayProblem[] {
  const { limits, atLeast, atMost, documents, programsOff } = settings;
  const problems: OverlayProblem[] = [];
  const refuse = (field: string, code: OverlayProblem["code"]) => problems.push({ field, code });
  for (const name of OVERLAY_LIMITS) {
    const value = limits[name];
    if (value === undefined) continue;
    const { least, most, programs } = LIMITS[name];
    const field = `limits.${name}`;
    if (!Number.isInteger(value) || value < least || value > most) refuse(field, "OUT_OF_RANGE");
    else if (programName === null && directionOf(name, value) === "looser") refuse(field, "LOOSENS_GUIDE");
    else if (programs.every((program) => programsOff.includes(program))) refuse(field, "PROGRAM_OFF");
  }
  const { nsfReview = R10.parameters.reviewFrom, nsfBlocker = R10.parameters.blockFrom } = limits;
  if ((limits.nsfReview ?? limits.nsfBlocker) !== undefined && nsfReview > nsfBlocker)
    refuse(limits.nsfReview === undefined ? "limits.nsfBlocker" : "limits.nsfReview", "REVIEW_ABOVE_BLOCK");
  const raised = new Map<string, Severity>();
  for (const [at, { code, severity }] of atLeast.entries()) {
    if (!isFindingCode(code)) refuse(`atLeast.${at}.code`, "UNKNOWN_FINDING");
    else if (raised.has(code)) refuse(`atLeast.${at}.code`, "REPEATED");
    else raised.set(code, severity);
  }
  const lowered = new Set<string>();
  for (const [at, { code, severity }] of atMost.entries()) {
    const field = `atMost.${at}.code`;
    const floor = raised.get(code);
    if (!isFindingCode(code)) refuse(field, "UNKNOWN_FINDING");
    else if (lowered.has(code)) refuse(field, "REPEATED");
    else if (programName === null) refuse(field, "LOOSENS_GUIDE");
    else if (NEVER_WAIVABLE.has(code)) refuse(field, "NOT_LOWERABLE");
    else if (floor !== undefined && rank(severity) > rank(floor)) refuse(field, "CONTRADICTS");
    lowered.add(code);
  }
  for (const [at, code] of documents.entries()) {
    if (!isFindingCode(code)) refuse(`documents.${at}`, "UNKNOWN_FINDING");
    else if (documents.indexOf(code) < at) refuse(`documents.${at}`, "REPEATED");
  }
  for (const [at, program] of programsOff.entries())
    if (programsOff.indexOf(program) < at) refuse(`programsOff.${at}`, "REPEATED");
  if (WITH_RESERVES.every((program) => programsOff.includes(program))) refuse("programsOff", "NO_PROGRAM_LEFT");
  return problems;
}

/** From the worst on. */
const rank = (severity: Severity) => SEVERITIES.indexOf(severity);

/** Whether it sets nothing. */
export function isEmptyOverlay({ limits, atLeast, atMost, documents, programsOff }: OverlaySettings): boolean {
  return Object.keys(limits).length + atLeast.length + atMost.length + documents.length + programsOff.length === 0;
}

// ---- What the rules read ----------------------------------------------------------------------------------------

/** The rules' figures with the overlay's in place of the guides'. */
export interface Parameters extends Readonly<Record<Exclude<OverlayLimit, "smallDepositsLimitCents">, number>> {
  readonly smallDepositsLimitCents: number | null;
  readonly overlay: Overlay | null;
}

/** The guides' figures, without an overlay and with the usual policy. */
export const GUIDE_PARAMETERS: Parameters = {
  ...(Object.fromEntries(OVERLAY_LIMITS.map((name) => [name, LIMITS[name].guide])) as Omit<Parameters, "overlay">),
  overlay: null,
};

/** The one place where a policy becomes figures of the rules. */
export function parametersOf(policy: UnderwritingPolicy): Parameters {
  const { overlay = null, smallDepositsLimitCents = null } = policy;
  const { nsfReview, nsfBlocker } = policy;
  const own = { ...GUIDE_PARAMETERS, nsfReview, nsfBlocker, smallDepositsLimitCents };
  if (overlay === null) return own;
  const { limits } = overlay.settings;
  // Only a program of the lender's own may be looser than the organization's settings.
  const stricter = (name: "nsfReview" | "nsfBlocker" | "smallDepositsLimitCents") =>
    overlay.programName === null ? Math.min(limits[name] ?? Infinity, own[name] ?? Infinity) : limits[name];
  const limit = stricter("smallDepositsLimitCents") ?? own.smallDepositsLimitCents;
  return {
    ...own,
    ...limits,
    nsfReview: stricter("nsfReview") ?? nsfReview,
    nsfBlocker: stricter("nsfBlocker") ?? nsfBlocker,
    smallDepositsLimitCents: limit === Infinity ? null : limit,
    overlay,
  };
}

/** Whether the overlay turns the program off. */
export function isOff(program: Program, overlay: Overlay | null): boolean {
  return overlay !== null && overlay.settings.programsOff.includes(program);
}

/** Severities as the overlay has them; the texts and the figures stay. */
export function withSeverity(finding: Finding, overlay: Overlay | null): Finding {
  if (overlay === null) return finding;
  const { atLeast, atMost } = overlay.settings;
  const floor = atLeast.find(({ code }) => code === finding.code)?.severity;
  const ceiling = atMost.find(({ code }) => code === finding.code)?.severity;
  let { severity } = finding;
  if (floor !== undefined && rank(floor) < rank(severity)) severity = floor;
  if (ceiling !== undefined && rank(ceiling) > rank(severity)) severity = ceiling;
  if (severity === finding.severity) return finding;
  const clearedBy = finding.clearedBy.filter(({ by }) => by !== "waiver");
  const canWaive = severity !== "info" && !NEVER_WAIVABLE.has(finding.code);
  // What someone waived while it weighed less is open again.
  const isRaised = rank(severity) < rank(finding.severity);
  const factsHash = isRaised ? hash(JSON.stringify([finding.factsHash, severity])) : finding.factsHash;
  return { ...finding, severity, factsHash, clearedBy: canWaive ? [...clearedBy, WAIVER] : clearedBy };
}

/** The overlay as a source of a finding, for the programs in which it decides; none where the guide's rule alone does. */
export function overlaySources(before: Finding, after: Finding, overlay: Overlay): Source[] {
  const { name, version, settings } = overlay;
  const isAsked = before.severity !== after.severity || settings.documents.includes(before.code);
  const deciding = OVERLAY_LIMITS.filter((limit) => decides(limit, settings.limits[limit], before));
  const programs = after.programs.filter(
    (program) => isAsked || deciding.some((limit) => LIMITS[limit].programs.includes(program)),
  );
  return programs.length === 0 ? [] : [{ programs, citation: name, date: `version ${version}`, mark: "lender" }];
}

const HISTORY_LIMITS: ReadonlySet<OverlayLimit> = new Set([
  ...(["purchaseDays", "refinanceDays", "fhaDays", "twoStatementsDays"] as const),
]);

/** Whether the finding rests on this limit of the overlay, and not on the guide's. */
function decides(limit: OverlayLimit, value: number | undefined, { code, severity, inputs }: Finding): boolean {
  if (value === undefined || directionOf(limit, value) === "same") return false;
  switch (code as FindingCode) {
    case "LARGE_UNSOURCED":
      return limit === "incomePercent";
    case "DOCUMENT_SOURCE":
      return limit === "valuePercent";
    case "MANY_UNEXPLAINED":
      return limit === "smallDepositsLimitCents"
        ? Number(inputs["sumCents"]) > value
        : (limit === "incomePercent" || limit === "valuePercent") && directionOf(limit, value) === "looser";
    case "RETURNED_ITEMS":
      return severity === "blocker"
        ? limit === "nsfBlocker" && inputs["blockFrom"] === value
        : limit === "nsfReview" && inputs["reviewFrom"] === value;
    case "INSUFFICIENT_HISTORY":
    case "ASK_MORE_DAYS":
      return HISTORY_LIMITS.has(limit) && inputs["requiredDays"] === value;
    case "EXPIRED_AT_NOTE":
    case "EXPIRED_AT_DISBURSEMENT":
      return limit === "documentAgeDays" && inputs["validThrough"] !== undefined;
    case "OLD_AT_APPLICATION":
      return limit === "daysToApplication";
    case "FHA_DATA_OLD":
      return limit === "fhaDataDays";
    case "LIQUIDATION_NEEDED":
      return limit === "liquidationPercent";
    default:
      return false;
  }
}

/** Every code that a rule gives. */
export const FINDING_CODES = [
  "ABOVE_AVERAGE",
  "ACCESS_LETTER",
  "ACCOUNT_GONE",
  "ASK_MORE_DAYS",
  "BANK_MISSING",
  "BORROWED_FUNDS",
  "BORROWED_FUNDS_DEDUCTED",
  "BUSINESS_ASSET_ANALYSIS",
  "CASH_PATTERN",
  "CASH_VALUE_NEEDED",
  "CD_PENALTY",
  "CONSUMER_DISPUTE",
  "CREDITS_ABOVE_COSTS",
  "DATA_FAULT",
  "DEBT_AMOUNT_DIFFERS",
  "DEBT_ENDED",
  "DEPOSIT_RETURNED",
  "DOCUMENT_SOURCE",
  "DONOR_INTEREST",
  "DONOR_NOT_ACCEPTED",
  "DOWN_PAYMENT_SHORT",
  "ELEMENT_MISSING",
  "EMD_CHECK_NOT_CONFIRMED",
  "EMD_DIFFERS",
  "EMD_FROM_OTHER",
  "EMD_NOT_FOUND",
  "EMD_PAID_BY_GIFT",
  "EMD_RECEIPT_NOT_CLEARED",
  "EMD_UNSUPPORTED",
  "EXPIRED_AT_DISBURSEMENT",
  "EXPIRED_AT_NOTE",
  "FHA_DATA_OLD",
  "FOREIGN_DEPOSIT",
  "FROM_FILES",
  "FUNDS_FELL",
  "GIFT_FROM_INTERESTED_PARTY",
  "GIFT_INCOMPLETE",
  "GIFT_MAY_BE_DEPOSITED",
  "GIFT_MAY_BE_REPEATED",
  "HELD_FOR_ANOTHER",
  "HELD_FUNDS",
  "HISTORY_CHANGED",
  "HOLDINGS_UNAVAILABLE",
  "IDENTITY_ALERT",
  "INCOME_GAP",
  "INCOME_STOPPED",
  "INSUFFICIENT_HISTORY",
  "INTERESTED_PARTY_DEPOSIT",
  "IPC_ABOVE_LIMIT",
  "ITEM_BEHIND",
  "JOINT_HOLDER_NOT_NAMED",
  "LARGE_UNSOURCED",
  "LARGE_WITHDRAWAL",
  "LEVY",
  "LINES_LEFT_OUT",
  "LIQUIDATION_NEEDED",
  "MANY_UNEXPLAINED",
  "MARGIN_UNKNOWN",
  "MAYBE_SAME_ACCOUNT",
  "MOVED_AFTER_READING",
  "MRI_SHORT",
  "NAME_DIFFERS",
  "NOT_ELIGIBLE",
  "NOT_THE_BORROWERS",
  "OCCUPANCY_NOT_FHA",
  "OLD_AT_APPLICATION",
  "OTHER_CURRENCY",
  "OTHER_PROPERTY",
  "OWNER_UNKNOWN",
  "OWN_FUNDS_SHORT",
  "OWN_PLAN_LOAN",
  "PAYER_CHANGED",
  "PENDING_NOT_COUNTED",
  "POSSIBLE_OWN_TRANSFER",
  "POSSIBLE_RENT",
  "QUIET_PERIOD",
  "RECENTLY_OPENED",
  "RENT_12",
  "REQUEST_PLAN_TERMS",
  "RESERVES_BELOW_TABLE",
  "RESUBMIT",
  "RETURNED_ITEMS",
  "SCORE_NEEDED",
  "SEEN_TWICE",
  "SUBTYPE_UNKNOWN",
  "SUPPORT_PAID",
  "TAX_PLAN",
  "TRUST",
  "UNDISCLOSED_DEBT",
  "UNDISCLOSED_MORTGAGE",
  "VALUES_DIFFER",
  "VIRTUAL_CURRENCY",
  "WITHDRAWAL_NOT_CONFIRMED",
] as const;
export type FindingCode = (typeof FINDING_CODES)[number];

export const isFindingCode = (code: string): code is FindingCode => (FINDING_CODES as readonly string[]).includes(code);
