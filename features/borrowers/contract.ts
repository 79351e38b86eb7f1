// Owns what a borrower is, the steps of its life, what an organization may hold, and every call that touches one.
import * as z from "zod/mini";
import { call } from "#kit/contract/call.ts";
import { Cents, Day, Email, Id, listOf, Name, orNull, text, Timestamp, Version, whole } from "#kit/contract/fields.ts";
import { paged } from "#kit/contract/paging.ts";

/** Live event: a borrower, its connections or a report in the making changed. */
export const BORROWER_UPDATED = "borrower.updated";

/** The five steps that people see; the finer ones are `reportState` and `connectionState`. */
export const BORROWER_STATUSES = ["new", "invited", "bank-connected", "report-ready", "closed"] as const;
export const BorrowerStatus = z.enum(BORROWER_STATUSES);
export type BorrowerStatus = z.infer<typeof BorrowerStatus>;

const ReportState = z.enum(["none", "generating", "ready", "failed"]);
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

/** Borrowers an organization may hold. */
export const BORROWERS_PER_ORGANIZATION = 10_000;
/** Co-borrowers beside the borrower. */
export const CO_BORROWERS_PER_LOAN = 3;

export const CoBorrower = z.object({ firstName: Name, lastName: Name, email: Email });

/** The loan as the rules read it. Every field may be missing; none is guessed. Money in cents. */
export const Loan = z.partial(
  z.strictObject({
    transactionType: z.enum(["purchase", "rate_term", "cash_out"]),
    program: z.enum(["fannie", "freddie", "fha", "va", "other"]),
    occupancy: z.enum(["primary", "second_home", "investment"]),
    units: whole(1, 4),
    salesPrice: Cents,
    appraisedValue: Cents,
    loanAmount: Cents,
    monthlyIncome: Cents,
    pitia: Cents,
    closingCosts: Cents,
    prepaids: Cents,
    credits: Cents,
    inducements: Cents,
    emd: Cents,
    applicationDate: Day,
    noteDate: Day,
    reserveMonthsRequired: z.number().check(z.minimum(0), z.maximum(60)),
    disclosedLiabilities: z
      .array(z.object({ creditor: Name, monthlyPayment: Cents, type: z.enum(["installment", "revolving", "other"]) }))
      .check(z.maxLength(50)),
  }),
);
export type Loan = z.infer<typeof Loan>;

const E164 = z.string().check(z.regex(/^\+[1-9]\d{6,14}$/));

/** What a lender writes about a borrower. */
export const BorrowerDetails = z.object({
  firstName: Name,
  middleName: orNull(Name),
  lastName: Name,
  suffix: orNull(text(20)),
  email: Email,
  phone: orNull(E164),
  loanNumber: orNull(text(40)),
  coBorrowers: z._default(z.array(CoBorrower).check(z.maxLength(CO_BORROWERS_PER_LOAN)), []),
  loan: z._default(Loan, {}),
  notes: z._default(text(4000, { multiline: true, min: 0 }), ""),
});
export type BorrowerDetails = z.infer<typeof BorrowerDetails>;

const Moment = z.nullable(Timestamp);

/** A borrower, whole. Everything beyond `BorrowerDetails` is set by what happens, not by a form. */
export const Borrower = z.object({
  id: Id,
  ...BorrowerDetails.shape,
  assignedUserId: z.nullable(Id),
  groupIds: z.array(Id),
  status: BorrowerStatus,
  reportState: ReportState,
  connectionState: ConnectionState,
  items: z.array(BankItem),
  latestReportId: z.nullable(Id),
  invitedAt: Moment,
  connectedAt: Moment,
  reportReadyAt: Moment,
  lenderNotifiedAt: Moment,
  closedAt: Moment,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
});
export type Borrower = z.infer<typeof Borrower>;

/** As root sees it in the list of all organizations, of which a borrower can only be changed in its own. */
const PlacedBorrower = z.extend(Borrower, { organizationId: Id });
export type PlacedBorrower = z.infer<typeof PlacedBorrower>;

/** What the borrower themselves may see: without notes, groups, owner and loan. */
export const BorrowerSelf = z.omit(Borrower, { notes: true, groupIds: true, assignedUserId: true, loan: true });
export type BorrowerSelf = z.infer<typeof BorrowerSelf>;

type Facts = Pick<Borrower, "status" | "items" | "latestReportId" | "invitedAt">;

/** Whether the facts allow a person to set this status. The same status is always allowed: it changes nothing. */
export function canMove(borrower: Facts, to: BorrowerStatus): boolean {
  if (borrower.status === to) return true;
  if (to === "closed") return true;
  if (borrower.status === "closed") return to === statusToRestore(borrower);
  switch (to) {
    case "invited":
      return borrower.status === "new" || (borrower.status === "bank-connected" && borrower.items.length === 0);
    case "bank-connected":
      return borrower.items.length > 0 && borrower.status !== "report-ready";
    case "report-ready":
      return borrower.latestReportId !== null;
    case "new":
      return false;
  }
}

/** Where a closed borrower comes back to: by what is kept of its life, never by what it was called. */
export function statusToRestore({
  latestReportId,
  invitedAt,
}: Pick<Borrower, "latestReportId" | "invitedAt">): BorrowerStatus {
  if (latestReportId !== null) return "report-ready";
  return invitedAt !== null ? "invited" : "new";
}

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

const ById = z.object({ id: Id });
/** Groups that a borrower may be in. */
const GroupIds = listOf(Id, 50);

/** One page of a list. The search looks into the names of everybody on the loan, the address and the loan number. */
export const BorrowerPage = paged({
  // The status is sorted along the borrower's life.
  sortable: ["name", "email", "loanNumber", "status", "bank", "reportReadyAt", "updatedAt", "createdAt"],
});
export type BorrowerPage = z.infer<typeof BorrowerPage>;
export type BorrowerSort = NonNullable<BorrowerPage["sort"]>;

export const createBorrower = call({
  method: "POST",
  path: "/account/borrower",
  summary: "Create a borrower of one's own",
  who: ["root", "admin", "editor", "registered"],
  confirmed: true,
  idempotent: true,
  body: BorrowerDetails,
  reply: Borrower,
  status: 201,
  errors: ["LOAN_NUMBER_TAKEN", "LIMIT_REACHED"],
});

export const listBorrowers = call({
  method: "GET",
  path: "/account/borrower",
  summary: "List one's own borrowers, newest first",
  who: ["root", "admin", "editor", "observer", "registered"],
  query: BorrowerPage,
  reply: z.array(Borrower),
});

export const findOwnBorrower = call({
  method: "GET",
  path: "/account/borrower/{id}",
  summary: "Read a borrower of one's own; an admin reads any of the organization",
  who: ["root", "admin", "editor", "observer", "registered"],
  reach: { admin: "organization" },
  params: ById,
  reply: Borrower,
});

export const updateBorrower = call({
  method: "PUT",
  path: "/account/borrower/{id}",
  summary: "Write a borrower's details anew; a stale version is refused",
  who: ["root", "admin", "editor", "registered"],
  reach: { admin: "organization" },
  confirmed: true,
  params: ById,
  body: z.extend(BorrowerDetails, { version: Version }),
  reply: Borrower,
  errors: ["LOAN_NUMBER_TAKEN", "STALE"],
});

export const changeBorrowerStatus = call({
  method: "POST",
  path: "/account/change-borrower-status",
  summary: "Move a borrower to another status, as far as the facts allow it",
  who: ["root", "admin", "editor", "registered"],
  reach: { admin: "organization" },
  confirmed: true,
  body: z.object({ id: Id, status: BorrowerStatus, version: z.optional(Version) }),
  reply: Borrower,
  errors: ["INVALID_STATUS_TRANSITION", "STALE"],
});

export const assignBorrower = call({
  method: "POST",
  path: "/account/assign-borrower",
  summary: "Assign a borrower to a member of the organization, or to nobody, and to groups; what is left out stays",
  who: ["root", "admin", "editor"],
  reach: { admin: "organization" },
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

/** Borrowers that may be assigned at once. */
export const ASSIGN_AT_ONCE = 100;

export const assignBorrowers = call({
  method: "POST",
  path: "/admin/borrower/assign-multiple",
  summary:
    "Assign borrowers of the organization to a member, or to nobody: all of them, or none where one is not found",
  who: ["root", "admin"],
  reach: { root: "organization", admin: "organization" },
  confirmed: true,
  body: z.object({ ids: listOf(Id, ASSIGN_AT_ONCE, 1), userId: z.nullable(Id) }),
  reply: z.array(Borrower),
});

export const listOrganizationBorrowers = call({
  method: "GET",
  path: "/admin/borrower",
  summary: "List the borrowers of the organization, newest first; root lists those of all",
  who: ["root", "admin"],
  reach: { root: "all", admin: "organization" },
  query: BorrowerPage,
  reply: z.array(PlacedBorrower),
});

export const findBorrower = call({
  method: "GET",
  path: "/borrower/{id}",
  summary: "Read a borrower as its owner, an admin of its organization, or the borrower with the same confirmed email",
  who: ["root", "admin", "editor", "observer", "registered", "guest"],
  reach: { root: "all", admin: "organization", guest: "none" },
  params: ById,
  reply: z.union([Borrower, BorrowerSelf]),
});
