import * as z from "zod/mini";
import { normalizeEmail } from "#platform/text/text.ts";
import { call } from "#platform/contract/call.ts";
import {
  base64Length,
  withoutCardNumber,
  Cents,
  Day,
  Email,
  Id,
  listOf,
  Name,
  orNull,
  Phone,
  text,
  Timestamp,
  verbatim,
  Version,
  whole,
} from "#platform/contract/fields.ts";
import { LIST_ROWS } from "#platform/contract/list-rows.ts";
import { oneOrMore, paged } from "#platform/contract/paging.ts";

/** Debts that the application may disclose. */
export const DEBTS_PER_LOAN = 50;
export const INTERESTED_PARTIES_PER_LOAN = 20;
export const FINANCED_PROPERTIES_PER_LOAN = 20;
export const ACCOUNTS_LEFT_OUT_PER_LOAN = 50;
/** The most months of reserves that can be required. */
export const MAX_RESERVE_MONTHS = 60;

/** The programs a loan can be underwritten to. `conventional` is Fannie Mae and Freddie Mac. */
export const LOAN_PROGRAMS = ["conventional", "fannie", "freddie", "fha", "va", "usda", "other"] as const;

/** The loan's terms. Every field may be missing; a missing field is never guessed. Money in cents, days in UTC. */
export const Loan = z.partial(
  z.strictObject({
    transactionType: z.enum(["purchase", "rate_term", "cash_out"]),
    program: z.enum(LOAN_PROGRAMS),
    underwriting: z.enum(["aus", "manual"]),
    occupancy: z.enum(["primary", "second_home", "investment"]),
    units: whole(1, 4),
    salesPrice: Cents,
    /** The loan that a refinance pays off. */
    payoff: Cents,
    appraisedValue: Cents,
    /** The base loan, without financed fees. */
    loanAmount: Cents,
    /** Financed on top of the base loan, such as FHA's upfront premium. */
    financedFees: Cents,
    subordinateFinancing: Cents,
    monthlyIncome: Cents,
    pitia: Cents,
    closingCosts: Cents,
    prepaids: Cents,
    /** Seller and other interested-party credits. */
    credits: Cents,
    lenderCredits: Cents,
    inducements: Cents,
    emd: Cents,
    contractDate: Day,
    applicationDate: Day,
    noteDate: Day,
    disbursementDate: Day,
    reserveMonthsRequired: z.number().check(z.minimum(0), z.maximum(MAX_RESERVE_MONTHS)),
    /** Why fewer months than the guide's own table are required. */
    reserveReason: text(500, { multiline: true }),
    /** Reserves required, in cents, as Desktop Underwriter or Loan Product Advisor prints them. */
    ausReserves: Cents,
    /** Other financed properties; the subject property is not listed. */
    financedProperties: z
      .array(z.object({ unpaidPrincipal: Cents, monthlyPayment: Cents, isPrincipal: z.boolean() }))
      .check(z.maxLength(FINANCED_PROPERTIES_PER_LOAN)),
    /** FHA refinance: when and for how much the property was acquired. */
    acquiredOn: Day,
    acquisitionCost: Cents,
    creditScore: whole(300, 850),
    isFirstTimeBuyer: z.boolean(),
    isHomeReady: z.boolean(),
    /** Sellers, agents and others who gain from the sale. */
    interestedParties: z
      .array(z.object({ name: Name, role: z._default(text(60, { min: 0 }), "") }))
      .check(z.maxLength(INTERESTED_PARTIES_PER_LOAN)),
    disclosedLiabilities: z
      .array(z.object({ creditor: Name, monthlyPayment: Cents, type: z.enum(["installment", "revolving", "other"]) }))
      .check(z.maxLength(DEBTS_PER_LOAN)),
    /** Accounts the lender leaves out: nothing of them counts. The ids of a report's accounts, or their content keys. */
    leftOutAccounts: z.array(text(300)).check(z.maxLength(ACCOUNTS_LEFT_OUT_PER_LOAN)),
  }),
);
export type Loan = z.infer<typeof Loan>;

/** Live event: a borrower, its connections or a report in the making changed. */
export const BORROWER_UPDATED = "borrower.updated";
/** Live event: a borrower was deleted. */
export const BORROWER_DELETED = "borrower.deleted";
/** Live event for the borrower's owners: there is something to look at. */
export const LENDER_NOTIFIED = "borrower.lender-notified";

/** The five steps that people see; the finer ones are `reportState`, `connectionState` and `documentState`. */
export const BORROWER_STATUSES = ["new", "invited", "bank-connected", "report-ready", "closed"] as const;
export const BorrowerStatus = z.enum(BORROWER_STATUSES);
export type BorrowerStatus = z.infer<typeof BorrowerStatus>;

/** What a person on the loan may need to do: connect a bank, explain a deposit, send a document. */
export const NEED_KINDS = ["bank", "deposit", "document"] as const;

const ReportState = z.enum(["none", "generating", "ready", "failed"]);
/** Of the documents that the people on the loan sent: some to review, else some rejected, else all accepted. */
export const DOCUMENT_PROGRESS = ["none", "received", "rejected", "accepted"] as const;
const ConnectionState = z.enum(["none", "ok", "login_required", "expiring"]);

/** A bank account behind a connection, as the borrower shared it. */
export const ConnectedAccount = z.object({
  name: z.string(),
  mask: z.nullable(z.string()),
  type: z.string(),
  subtype: z.nullable(z.string()),
});
export type ConnectedAccount = z.infer<typeof ConnectedAccount>;

/** One connected bank: the provider's "item". */
export const BankItem = z.object({
  id: Id,
  institutionId: z.nullable(z.string()),
  institutionName: z.string(),
  status: z.enum(["ok", "login_required", "expiring"]),
  accounts: z.array(ConnectedAccount),
});
export type BankItem = z.infer<typeof BankItem>;

/** Co-borrowers in addition to the borrower. */
export const CO_BORROWERS_PER_LOAN = 3;

/** The lender's number of the loan; unique within the organization. */
export const LoanNumber = text(40);

/** A loan number is left out: a lender's own digits may look like a card's, and could then not be entered at all. */
const PersonName = Name.check(withoutCardNumber);

export const CoBorrower = z.object({ firstName: PersonName, lastName: PersonName, email: Email });

/** What a lender writes about a borrower. */
export const BorrowerDetails = z.object({
  firstName: PersonName,
  middleName: orNull(PersonName),
  lastName: PersonName,
  suffix: orNull(text(20)),
  email: Email,
  phone: orNull(Phone),
  loanNumber: orNull(LoanNumber),
  coBorrowers: z._default(z.array(CoBorrower).check(z.maxLength(CO_BORROWERS_PER_LOAN)), []),
  loan: z._default(Loan, {}),
  notes: z._default(text(4000, { multiline: true, min: 0 }).check(withoutCardNumber), ""),
});
export type BorrowerDetails = z.infer<typeof BorrowerDetails>;

/**
 * Each person on the loan gives consent through their own link, and we know them there by their email address. So no
 * two people may have the same address; the error is on the later one. Checked on writes only: an older borrower may
 * still have two equal addresses.
 */
export const uniqueEmails = z.superRefine<Pick<BorrowerDetails, "email" | "coBorrowers">>(
  ({ email, coBorrowers }, { issues }) => {
    const known = new Set([normalizeEmail(email)]);
    for (const [at, person] of coBorrowers.entries()) {
      const key = normalizeEmail(person.email);
      if (key !== "" && known.has(key))
        issues.push({
          code: "custom",
          path: ["coBorrowers", at, "email"],
          message: "SAME_ADDRESS",
          input: person.email,
        });
      known.add(key);
    }
  },
);

const Moment = z.nullable(Timestamp);

/** The newest report in lists, under the loan's own program. Money in cents. */
export const ReportSummary = z.object({
  /** The funds that can be brought to closing. */
  usableCents: z.int(),
  /**
   * The program of the outcome. For a conventional loan the worse of Fannie Mae and Freddie Mac. `null` for a loan of
   * another program, which has figures but no outcome.
   */
  program: z.nullable(z.enum(["fannie", "freddie", "fha", "va", "usda"])),
  /** The lender's own program that the outcome is under. It is then not the guide's. */
  programName: z.optional(z.string()),
  outcome: z.nullable(z.enum(["enough", "enoughUnderOverlay", "enoughToClose", "open", "short", "notEvaluated"])),
  blockers: z.int(),
  reviews: z.int(),
  infos: z.int(),
  /** The last day on which the data is young enough for the loan's own program; `null` when no account counts. */
  freshUntil: z.nullable(Day),
});
export type ReportSummary = z.infer<typeof ReportSummary>;

/** While it is on, nothing of the borrower is deleted, by people or by the retention policy. */
export const LegalHold = z.object({ at: Timestamp, by: Id, reason: z.string() });
export type LegalHold = z.infer<typeof LegalHold>;

/** What runs out in a file: data, added statements, access to a bank, and the time of free refreshes. */
export const EXPIRY_KINDS = ["data", "statement", "access", "freeRefresh"] as const;
export type ExpiryKind = (typeof EXPIRY_KINDS)[number];

/** A borrower with all fields. The product sets every field that is not in `BorrowerDetails`; no form does. */
export const Borrower = z.object({
  id: Id,
  ...BorrowerDetails.shape,
  assignedUserId: z.nullable(Id),
  groupIds: z.array(Id),
  status: BorrowerStatus,
  reportState: ReportState,
  connectionState: ConnectionState,
  documentState: z.enum(DOCUMENT_PROGRESS),
  items: z.array(BankItem),
  latestReportId: z.nullable(Id),
  /** `null`: there is no ready report. */
  summary: z.nullable(ReportSummary),
  /** The day in UTC on which the report is refreshed by itself; `null`: none is planned. */
  plannedRefreshOn: z.nullable(Day),
  /** The last good day in UTC of what expires next. Data that has run out comes first. `null`: nothing has an end. */
  nextExpiryOn: z.nullable(Day),
  nextExpiryKind: z.nullable(z.enum(EXPIRY_KINDS)),
  invitedAt: Moment,
  connectedAt: Moment,
  reportReadyAt: Moment,
  lenderNotifiedAt: Moment,
  closedAt: Moment,
  /** `null`: none is on. */
  legalHold: z.nullable(LegalHold),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
});
export type Borrower = z.infer<typeof Borrower>;

/** A borrower in a list. Long fields are only in the single borrower. */
export const ListedBorrower = z.omit(Borrower, { notes: true });
export type ListedBorrower = z.infer<typeof ListedBorrower>;

/** A borrower in root's list of all organizations. It can only be changed within its own organization. */
const PlacedBorrower = z.extend(ListedBorrower, { organizationId: Id });
export type PlacedBorrower = z.infer<typeof PlacedBorrower>;

/** The parts of a borrower that the borrower may see: without notes, groups, owner, loan and legal hold. */
export const BorrowerSelf = z.omit(Borrower, {
  notes: true,
  groupIds: true,
  assignedUserId: true,
  loan: true,
  summary: true,
  plannedRefreshOn: true,
  nextExpiryOn: true,
  nextExpiryKind: true,
  legalHold: true,
});
export type BorrowerSelf = z.infer<typeof BorrowerSelf>;

/** What another person on the loan may see of its borrower. Of the connections they see only their own. */
export const BorrowerName = z.pick(Borrower, { id: true, firstName: true, lastName: true, status: true, items: true });
export type BorrowerName = z.infer<typeof BorrowerName>;

interface Named {
  readonly firstName: string;
  readonly middleName?: string | null | undefined;
  readonly lastName: string;
  readonly suffix?: string | null | undefined;
}

/** How people are called, on pages and in the report: "Dana Marie Reyes Jr." */
export function fullName({ firstName, middleName, lastName, suffix }: Named): string {
  return [firstName, middleName, lastName, suffix].filter(Boolean).join(" ");
}

/** Whether a person typed this borrower's name, regardless of case and spaces. */
export function isNameOf(borrower: Named, typed: string): boolean {
  const plain = (name: string) => name.normalize("NFC").trim().replaceAll(/\s+/g, " ").toLowerCase();
  return plain(typed) === plain(fullName(borrower));
}

/** Roles that read their own borrowers and all that belongs to them, and roles that change them. */
export const BORROWER_READERS = ["root", "admin", "editor", "observer", "registered"] as const;
export const BORROWER_WRITERS = ["root", "admin", "editor", "registered"] as const;
/** An admin reaches every borrower of the organization. */
export const BORROWER_REACH = { admin: "organization" } as const;

const ById = z.object({ id: Id });
/** Groups that a borrower may be in. */
const GroupIds = listOf(Id, 50);

/** The lists of an officer's day. A borrower may be in several. */
export const WORK = ["needs-you", "waiting", "expiring", "closing"] as const;
export type Work = (typeof WORK)[number];
/** As far as each is counted. */
export const WORK_COUNTED = 1_000;

/** Which borrowers: of any of these statuses, in any of these lists, and of this loan. */
const BorrowerFilter = z.object({
  status: z.optional(oneOrMore(BORROWER_STATUSES)),
  work: z.optional(oneOrMore(WORK)),
  loanNumber: z.optional(LoanNumber),
});
export type BorrowerFilter = z.infer<typeof BorrowerFilter>;

/** Of a list as CSV. */
export const BORROWER_COLUMNS = [
  "name",
  "status",
  "owner",
  "answer",
  "funds",
  "findings",
  "nextExpiry",
  "closing",
  "loanNumber",
  "updatedAt",
] as const;
export type BorrowerColumn = (typeof BORROWER_COLUMNS)[number];

/** One page of a list. The search covers names and email addresses of all people on the loan, phone and loan number. */
export const BorrowerPage = z.extend(
  paged({
    // The status is sorted along the borrower's life.
    sortable: [
      "name",
      "email",
      "loanNumber",
      "status",
      "funds",
      "findings",
      "nextExpiry",
      "closing",
      "urgency",
      "waitingSince",
      "reportReadyAt",
      "updatedAt",
      "createdAt",
    ],
    columns: BORROWER_COLUMNS,
  }),
  BorrowerFilter.shape,
);
export type BorrowerPage = z.infer<typeof BorrowerPage>;
export type BorrowerSort = NonNullable<BorrowerPage["sort"]>;

/** How a person's authorization was given: by themself online, or as a member of the lender recorded it. */
export const CONSENT_METHODS = ["online", "in_person", "signed_form", "attested"] as const;
export const ConsentMethod = z.enum(CONSENT_METHODS);
export type ConsentMethod = z.infer<typeof ConsentMethod>;

/** A person's authorization to obtain their bank data. */
export const Consent = z.object({
  method: ConsentMethod,
  /** The member of the lender who recorded it; `null`: the person themself gave it. */
  recordedBy: z.nullable(z.string()),
  at: Timestamp,
  /** Of the text that was shown; `null`: the lender's own form. */
  textVersion: z.nullable(z.string()),
  /** SHA-256, hexadecimal, of the text shown or of the signed form; `null`: attested. */
  sha256: z.nullable(z.string()),
  purpose: z.string(),
  /** Days of history; `null`: given before it was stored. */
  days: z.nullable(z.int()),
  /** Days that bank data is stored. */
  keptDays: z.int(),
  /** When the lender's own form was signed. */
  signedOn: z.nullable(Day),
  /** The uploaded form. */
  documentId: z.nullable(Id),
  withdrawnAt: z.nullable(Timestamp),
});
export type Consent = z.infer<typeof Consent>;

/** A person on the loan with their newest consent; `null`: not recorded. */
export const Authorization = z.object({ person: z.string(), consent: z.nullable(Consent) });
export type Authorization = z.infer<typeof Authorization>;

export const createBorrower = call({
  method: "POST",
  path: "/account/borrower",
  summary: "Create a borrower",
  apiScope: "borrowers:write",
  who: BORROWER_WRITERS,
  confirmed: true,
  idempotent: true,
  body: z.extend(BorrowerDetails, { invite: z._default(z.boolean(), false) }).check(uniqueEmails),
  reply: Borrower,
  status: 201,
  errors: ["LOAN_NUMBER_TAKEN", "LIMIT_REACHED"],
});

// ---- Loan files -----------------------------------------------------------------------------------------------------

/** Bytes of a MISMO file, and loans that are read of one. */
export const LOAN_FILE = { maxBytes: 2_000_000, loans: 20 } as const;

/** Why a file cannot be read at all. */
export const LoanFileFault = z.object({
  code: z.enum([
    "TOO_LARGE",
    "EMPTY",
    "NOT_TEXT",
    "PDF",
    "WORKBOOK",
    "ENCODING",
    "FORMAT",
    "DOCTYPE",
    "BROKEN",
    "NAMESPACE",
    "VERSION",
    "NO_LOAN",
    "TOO_MANY_LOANS",
  ]),
  line: z.nullable(z.int()),
  found: z.nullable(z.string()),
});
export type LoanFileFault = z.infer<typeof LoanFileFault>;

/** What of a loan could not be read. The term stays missing; nothing is guessed. */
export const LoanFileProblem = z.object({
  /** A field of the loan or of the borrower, such as `salesPrice` or `phone`. */
  field: z.string(),
  /**
   * AMOUNT, DATE and COUNT: it is none. VALUE: unknown, or nothing we have. TOO_BIG: more than the product takes.
   * INCOMPLETE: a part is missing. TOO_MANY: the others are left out. NOT_ADDED: left out of a sum.
   */
  code: z.enum(["AMOUNT", "DATE", "COUNT", "VALUE", "TOO_BIG", "INCOMPLETE", "TOO_MANY", "NOT_ADDED", "PHONE"]),
  found: z.string(),
  line: z.int(),
});
export type LoanFileProblem = z.infer<typeof LoanFileProblem>;

/** A person as the file has them. Not checked: an empty text is missing. */
export const LoanFilePerson = z.object({
  firstName: z.string(),
  middleName: z.string(),
  lastName: z.string(),
  suffix: z.string(),
  email: z.string(),
  /** E.164, or empty. */
  phone: z.string(),
});
export type LoanFilePerson = z.infer<typeof LoanFilePerson>;

/** A loan of a file: the people on it, the borrower first, and the terms that could be read. */
export const LoanFileLoan = z.object({
  loanNumber: z.string(),
  people: z.array(LoanFilePerson),
  loan: Loan,
  problems: z.array(LoanFileProblem),
});
export type LoanFileLoan = z.infer<typeof LoanFileLoan>;

export const previewLoanFile = call({
  method: "POST",
  path: "/account/loan-file/preview",
  summary: "Preview a loan file",
  who: BORROWER_WRITERS,
  confirmed: true,
  /** `content`: the file's bytes, base64. */
  body: z.object({ content: z.base64().check(z.minLength(1), z.maxLength(base64Length(LOAN_FILE.maxBytes))) }),
  reply: z.object({ fault: z.nullable(LoanFileFault), loans: z.array(LoanFileLoan) }),
  limits: { perMinute: 20, bodyBytes: base64Length(LOAN_FILE.maxBytes) + 10_000 },
});

export const listBorrowers = call({
  method: "GET",
  path: "/account/borrower",
  summary: "List your borrowers",
  who: BORROWER_READERS,
  query: BorrowerPage,
  reply: z.array(ListedBorrower),
});

const WorkCount = z.int().check(z.minimum(0), z.maximum(WORK_COUNTED));

/** How many borrowers a list has, and each list of the day. The highest count means that many or more. */
export const BorrowerCounts = z.object({
  total: z.int().check(z.minimum(0), z.maximum(LIST_ROWS)),
  work: z.object({ "needs-you": WorkCount, waiting: WorkCount, expiring: WorkCount, closing: WorkCount }),
});
export type BorrowerCounts = z.infer<typeof BorrowerCounts>;

export const countBorrowers = call({
  method: "GET",
  path: "/account/borrower-counts",
  summary: "Count your borrowers",
  who: BORROWER_READERS,
  reply: BorrowerCounts,
});

export const countOrganizationBorrowers = call({
  method: "GET",
  path: "/admin/borrower-counts",
  summary: "Count the organization's borrowers",
  who: ["root", "admin"],
  reach: { root: "all", admin: "organization" },
  reply: BorrowerCounts,
});

export const findOwnBorrower = call({
  method: "GET",
  path: "/account/borrower/{id}",
  summary: "Read one of your borrowers",
  apiScope: "borrowers:read",
  who: BORROWER_READERS,
  reach: BORROWER_REACH,
  params: ById,
  reply: Borrower,
});

export const updateBorrower = call({
  method: "PUT",
  path: "/account/borrower/{id}",
  summary: "Update a borrower",
  apiScope: "borrowers:write",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  params: ById,
  body: z.extend(BorrowerDetails, { version: Version }).check(uniqueEmails),
  reply: Borrower,
  errors: ["LOAN_NUMBER_TAKEN", "STALE"],
});

export const updateLoan = call({
  method: "PUT",
  path: "/account/borrower-loan/{id}",
  summary: "Update loan terms",
  apiScope: "borrowers:write",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  params: ById,
  body: z.object({ loan: Loan, version: Version }),
  reply: Borrower,
  errors: ["STALE"],
});

export const changeBorrowerStatus = call({
  method: "POST",
  path: "/account/change-borrower-status",
  summary: "Change a borrower's status",
  apiScope: "borrowers:write",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  body: z.object({ id: Id, status: BorrowerStatus, version: z.optional(Version) }),
  reply: Borrower,
  errors: ["INVALID_STATUS_TRANSITION", "STALE", "LIMIT_REACHED"],
});

export const assignBorrower = call({
  method: "POST",
  path: "/account/assign-borrower",
  summary: "Assign a borrower",
  apiScope: "borrowers:write",
  who: ["root", "admin", "editor"],
  reach: BORROWER_REACH,
  confirmed: true,
  body: z.object({
    id: Id,
    userId: z.optional(z.nullable(Id)),
    groupIds: z.optional(GroupIds),
    version: z.optional(Version),
  }),
  reply: Borrower,
  errors: ["STALE"],
});

/** Borrowers that can be assigned in one request. */
export const ASSIGN_AT_ONCE = 100;

export const assignBorrowers = call({
  method: "POST",
  path: "/admin/borrower/assign-multiple",
  summary: "Assign several borrowers",
  apiScope: "borrowers:write",
  who: ["root", "admin"],
  reach: { root: "organization", admin: "organization" },
  confirmed: true,
  body: z.object({ ids: listOf(Id, ASSIGN_AT_ONCE, 1), userId: z.nullable(Id) }),
  reply: z.array(Borrower),
});

export const setLegalHold = call({
  method: "POST",
  path: "/admin/borrower/legal-hold",
  summary: "Set or lift a legal hold",
  who: ["root", "admin"],
  reach: { root: "organization", admin: "organization" },
  confirmed: true,
  body: z.object({ id: Id, isOn: z.boolean(), reason: text(500, { min: 3 }) }),
  reply: Borrower,
});

export const deleteBorrower = call({
  method: "POST",
  path: "/account/delete-borrower",
  summary: "Delete a borrower",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  /** `name`: the full name, so that no one is deleted by mistake. */
  body: z.object({ id: Id, name: verbatim(300) }),
  reply: null,
  errors: ["LEGAL_HOLD", "HAS_REPORT"],
});

export const listOrganizationBorrowers = call({
  method: "GET",
  path: "/admin/borrower",
  summary: "List the organization's borrowers",
  apiScope: "borrowers:read",
  who: ["root", "admin"],
  reach: { root: "all", admin: "organization" },
  query: BorrowerPage,
  reply: z.array(PlacedBorrower),
});

export const findBorrower = call({
  method: "GET",
  path: "/borrower/{id}",
  summary: "Read a borrower as a person on the loan",
  apiScope: "borrowers:read",
  who: ["root", "admin", "editor", "observer", "registered", "guest", "visit"],
  reach: { root: "all", admin: "organization", guest: "none" },
  params: ById,
  reply: z.union([Borrower, BorrowerSelf, BorrowerName]),
});

/** A lender gets at most one email per borrower within this many minutes. */
export const NOTIFY_EVERY_MINUTES = 60;

export const notifyLender = call({
  method: "GET",
  path: "/borrower/notify-lender/{id}",
  summary: "Notify the lender",
  who: ["root", "admin", "editor", "observer", "registered", "guest", "visit"],
  reach: { root: "all", admin: "organization", guest: "none" },
  params: ById,
  reply: z.object({ notifiedAt: Timestamp, isNew: z.boolean() }),
});
