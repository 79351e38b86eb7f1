import type {
  Borrower,
  ConnectedAccount,
  Consent,
  ExpiryKind,
  Loan,
  ReportSummary,
  Work,
} from "#features/borrowers/contract.ts";
import type { BankDataProduct } from "#features/organizations/contract.ts";
import { formatPeriod } from "#platform/text/text.ts";

/** A provider's code as a phrase: `FOOD_RETAIL_GROCERIES` is `Food retail groceries`, `checking` is `Checking`. */
export function phrase(code: string): string {
  const words = /^[A-Z0-9_]+$/.test(code) ? code.toLowerCase().replaceAll("_", " ") : code;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A provider's type or subtype of an account: `checking` is `Checking`, `roth 401k` is `Roth 401(k)`, `cd` is `CD`. */
export function kindWords(code: string): string {
  return phrase(code)
    .replaceAll(/\b(\d{3})([a-z])\b/g, "$1($2)")
    .replaceAll(/\b(?:cd|ebt|gic|hsa|ira|isa|sarsep|sep|simple(?= ira)|ugma|utma)\b/gi, (word) => word.toUpperCase());
}

/** The kind of account: `Checking`, or its type if the bank gives no subtype. */
export function kindOf({ type, subtype }: Pick<ConnectedAccount, "type" | "subtype">): string {
  return kindWords(subtype ?? type);
}

/** The outcomes under one program. */
export const OUTCOME_LABELS: Readonly<Record<NonNullable<ReportSummary["outcome"]>, string>> = {
  enough: "Enough",
  enoughUnderOverlay: "Enough for own program",
  enoughToClose: "Enough to close",
  open: "Open conditions",
  short: "Short",
  notEvaluated: "Not evaluated",
};

export type LoanField = keyof Loan;

/** The terms of a loan as pages and files name them. */
export const LOAN_LABELS = {
  transactionType: "Purpose",
  program: "Program",
  underwriting: "Underwriting",
  occupancy: "Occupancy",
  units: "Units",
  salesPrice: "Sales price",
  payoff: "Payoff",
  appraisedValue: "Appraised value",
  loanAmount: "Loan amount",
  financedFees: "Financed fees",
  subordinateFinancing: "Subordinate financing",
  monthlyIncome: "Monthly qualifying income",
  pitia: "Monthly housing payment",
  closingCosts: "Closing costs",
  prepaids: "Prepaids",
  credits: "Seller credits",
  lenderCredits: "Lender credits",
  inducements: "Inducements to purchase",
  emd: "Earnest money deposit",
  contractDate: "Contract date",
  applicationDate: "Application date",
  noteDate: "Note date",
  disbursementDate: "Disbursement date",
  reserveMonthsRequired: "Required reserves",
  reserveReason: "Reason for fewer months",
  ausReserves: "Reserves required by AUS",
  financedProperties: "Other financed properties",
  acquiredOn: "Property acquired on",
  acquisitionCost: "Acquisition cost",
  creditScore: "Credit score",
  isFirstTimeBuyer: "First-time homebuyer",
  isHomeReady: "HomeReady loan",
  interestedParties: "Interested parties",
  disclosedLiabilities: "Disclosed debts",
  leftOutAccounts: "Accounts left out",
} as const satisfies Readonly<Record<LoanField, string>>;

export const PURPOSE_LABELS = {
  purchase: "Purchase",
  rate_term: "Rate and term refinance",
  cash_out: "Cash-out refinance",
} as const satisfies Readonly<Record<NonNullable<Loan["transactionType"]>, string>>;

export const LOAN_PROGRAM_NAMES = {
  conventional: "Conventional",
  fannie: "Fannie Mae",
  freddie: "Freddie Mac",
  fha: "FHA",
  va: "VA",
  usda: "USDA",
  other: "Other",
} as const satisfies Readonly<Record<NonNullable<Loan["program"]>, string>>;

export function isLoanField(name: string): name is LoanField {
  return Object.hasOwn(LOAN_LABELS, name);
}

const PROPER = /^(?:AUS|HomeReady)\b/;

/** A term in a sentence: `sales price`. A name that is not a loan term does not change. */
export function termWords(field: string): string {
  if (!isLoanField(field)) return field;
  const words = LOAN_LABELS[field];
  return PROPER.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1);
}

export const WORK_LABELS: Readonly<Record<Work, string>> = {
  "needs-you": "Needs you",
  waiting: "Waiting on borrower",
  expiring: "Expiring",
  closing: "Closing this week",
};

/** Before a day: `Bank access, Dec 3, 2026`. */
export const EXPIRY_LABELS: Readonly<Record<ExpiryKind, string>> = {
  data: "Bank data",
  statement: "Statement",
  access: "Bank access",
  freeRefresh: "Free refresh",
};

/** The lender that asks, and the scope of its request. */
export interface Asking {
  readonly lender: string;
  /** Days of history. */
  readonly days: number;
  /** Days that bank data is stored. */
  readonly keptDays: number;
}

/**
 * The text to agree to before the bank dialog opens. A change of the text is a new version, and visitors who agreed to
 * an older one are asked again.
 */
export const CONSENT: ConsentText = {
  version: "2026-11-27",
  product: "assets",
  title: "Before you connect your bank",
  paragraphs: ({ lender, days, keptDays }: Asking): readonly string[] => [
    `${lender} needs to verify that you have the funds for your home loan.`,
    `For the accounts you choose, ${lender} will receive your name and address at the bank, each account's name, last digits and balance, and ${days} days of transactions. Some loans need more history: ${lender} may then request up to two years.`,
    `${lender} may read this data again until your loan is decided or you withdraw your consent.`,
    `You sign in to your bank through Plaid, the company that delivers the data. ${lender} never sees your password, and no one can move your money.`,
    `${lender} uses the data for this loan only. The data is stored for ${formatPeriod(keptDays)} after your file is closed or you withdraw your consent.`,
    "This is your choice. You can send bank statements instead. You can withdraw your consent on this page at any time. Your bank is then disconnected, and no new data is read.",
  ],
  agree: "I authorize my lender to receive this information.",
};

interface ConsentText {
  readonly version: string;
  readonly product: BankDataProduct;
  readonly title: string;
  readonly paragraphs: (asking: Asking) => readonly string[];
  readonly agree: string;
}

/** "30 días", "3 años", as `formatPeriod` gives it in English. */
export function spanishPeriod(days: number): string {
  if (days % 365 !== 0) return `${days.toLocaleString("en-US")} días`;
  return days === 365 ? "1 año" : `${days / 365} años`;
}

/** The same text in Spanish, with a version of its own. */
export const SPANISH_CONSENT: ConsentText = {
  version: "2026-11-27-es",
  product: "assets",
  title: "Antes de conectar su banco",
  paragraphs: ({ lender, days, keptDays }) => [
    `${lender} necesita verificar que usted tiene los fondos para su préstamo hipotecario.`,
    `De las cuentas que usted elija, ${lender} recibirá su nombre y dirección en el banco, el nombre, los últimos dígitos y el saldo de cada cuenta, y ${days} días de movimientos. Algunos préstamos necesitan más historial: ${lender} puede pedir entonces hasta dos años.`,
    `${lender} puede volver a leer estos datos hasta que se decida su préstamo o usted retire su consentimiento.`,
    `Usted inicia sesión en su banco por medio de Plaid, la empresa que entrega los datos. ${lender} nunca ve su contraseña y nadie puede mover su dinero.`,
    `${lender} usa los datos solo para este préstamo. Los datos se guardan ${spanishPeriod(keptDays)} después de que se cierre su expediente o usted retire su consentimiento.`,
    "Usted decide. Puede enviar estados de cuenta en vez de esto. Puede retirar su consentimiento en esta página en cualquier momento. Entonces se desconecta su banco y no se leen datos nuevos.",
  ],
  agree: "Autorizo a mi prestamista a recibir esta información.",
};

/** Plaid Check is a consumer reporting agency: the Fair Credit Reporting Act applies to its reports. */
export const CONSUMER_REPORT_CONSENT: ConsentText = {
  version: "2026-11-27-cra",
  product: "consumer_report",
  title: CONSENT.title,
  paragraphs: ({ lender, days, keptDays }) => [
    `${lender} needs to verify that you have the funds for your home loan.`,
    `${lender} will get a consumer report about you from Plaid Check, a consumer reporting agency. For the accounts you choose, it has your name and address at the bank, each account's name, last digits and balance, and ${days} days of transactions. Some loans need more history: ${lender} may then request up to two years.`,
    `${lender} may use the report only for the loan you applied for. The Fair Credit Reporting Act allows this purpose.`,
    "Plaid Check needs to know who you are. It gets your name, birth date, address, phone number and email address. Your birth date and the address you enter are passed on and not stored here.",
    "You can ask Plaid Check for a copy of your report, and dispute anything in it that is wrong, at plaid.com/check.",
    `${lender} may get a new report until your loan is decided or you withdraw your consent.`,
    `You sign in to your bank through Plaid, the company that runs Plaid Check. ${lender} never sees your password, and no one can move your money.`,
    `${lender} uses the data for this loan only. The data is stored for ${formatPeriod(keptDays)} after your file is closed or you withdraw your consent.`,
    "This is your choice. You can send bank statements instead. You can withdraw your consent on this page at any time. Your bank is then disconnected, and no new data is read.",
  ],
  agree: "I authorize my lender to get a consumer report about me from Plaid Check.",
};

export const SPANISH_CONSUMER_REPORT_CONSENT: ConsentText = {
  version: "2026-11-27-cra-es",
  product: "consumer_report",
  title: SPANISH_CONSENT.title,
  paragraphs: ({ lender, days, keptDays }) => [
    `${lender} necesita verificar que usted tiene los fondos para su préstamo hipotecario.`,
    `${lender} recibirá un informe del consumidor sobre usted de Plaid Check, una agencia de informes del consumidor. De las cuentas que usted elija, contiene su nombre y dirección en el banco, el nombre, los últimos dígitos y el saldo de cada cuenta, y ${days} días de movimientos. Algunos préstamos necesitan más historial: ${lender} puede pedir entonces hasta dos años.`,
    `${lender} puede usar el informe solo para el préstamo que usted solicitó. La Ley de Informe Justo de Crédito (FCRA) permite este propósito.`,
    "Plaid Check necesita saber quién es usted. Recibe su nombre, fecha de nacimiento, dirección, teléfono y correo electrónico. Su fecha de nacimiento y la dirección que escriba se envían y no se guardan aquí.",
    "Usted puede pedir a Plaid Check una copia de su informe y disputar lo que esté mal en plaid.com/check.",
    `${lender} puede pedir un informe nuevo hasta que se decida su préstamo o usted retire su consentimiento.`,
    `Usted inicia sesión en su banco por medio de Plaid, la empresa a la que pertenece Plaid Check. ${lender} nunca ve su contraseña y nadie puede mover su dinero.`,
    `${lender} usa los datos solo para este préstamo. Los datos se guardan ${spanishPeriod(keptDays)} después de que se cierre su expediente o usted retire su consentimiento.`,
    "Usted decide. Puede enviar estados de cuenta en vez de esto. Puede retirar su consentimiento en esta página en cualquier momento. Entonces se desconecta su banco y no se leen datos nuevos.",
  ],
  agree: "Autorizo a mi prestamista a obtener de Plaid Check un informe del consumidor sobre mí.",
};

/** The current text of each product, in English first. */
const CONSENTS: readonly ConsentText[] = [
  CONSENT,
  SPANISH_CONSENT,
  CONSUMER_REPORT_CONSENT,
  SPANISH_CONSUMER_REPORT_CONSENT,
];

/** The current text of this version; `undefined`: an older one. */
export function findConsentText(version: string): ConsentText | undefined {
  return CONSENTS.find((one) => one.version === version);
}

/** The current versions of the text that a lender shows who uses this product. */
export function consentVersions(product: BankDataProduct): string[] {
  return CONSENTS.filter((one) => one.product === product).map(({ version }) => version);
}

/** Why bank data is obtained; stored with every consent. */
export const CONSENT_PURPOSE = "Verify the funds for a home loan";

/** The whole text as stored with the consent. */
export function consentText(asking: Asking, { title, paragraphs, agree }: ConsentText = CONSENT): string {
  return [title, ...paragraphs(asking), agree].join("\n\n");
}

/** A consent in one line of a page or a file. `day` and `moment` format dates. */
export function consentLine(
  consent: Consent,
  { day, moment }: { readonly day: (at: string) => string; readonly moment: (at: string) => string },
): string {
  const { method, at, textVersion, sha256, signedOn, withdrawnAt } = consent;
  const recordedBy = consent.recordedBy ?? "a former member of the lender";
  const signed = signedOn === null ? "" : `, signed ${day(signedOn)}`;
  const how = {
    online: "given online",
    in_person: `given in person, recorded by ${recordedBy}`,
    signed_form: `signed form uploaded by ${recordedBy}${signed}`,
    attested: `attested by ${recordedBy}: a signed authorization is in the file${signed}`,
  }[method];
  return [
    how,
    moment(at),
    ...(textVersion === null ? [] : [`text version ${textVersion}`]),
    ...(sha256 === null ? [] : [`SHA-256 ${sha256}`]),
    ...(withdrawnAt === null ? [] : [`withdrawn ${moment(withdrawnAt)}`]),
  ].join(", ");
}

/** A page about a borrower by the number of their loan: titles stay in the browser's history, where no name belongs. */
export function loanTitle(borrower: Pick<Borrower, "loanNumber"> | undefined, page?: string): string | null {
  if (!borrower?.loanNumber) return null;
  const loan = `Loan ${borrower.loanNumber}`;
  return page === undefined ? loan : `${loan}: ${page}`;
}
