import * as z from "zod/mini";
import {
  BORROWER_REACH,
  BORROWER_READERS,
  BORROWER_WRITERS,
  BankItem,
  Consent,
  NEED_KINDS,
} from "#features/borrowers/contract.ts";
import {
  DOCUMENT_MAX_BYTES,
  DOCUMENT_TYPES,
  DocumentKind,
  EvidenceDocument,
  EvidenceState,
  UPLOAD_ERRORS,
} from "#features/underwriting/contract.ts";
import { EvidenceKind } from "#features/underwriting/rules/evaluation.ts";
import { LEADS } from "#features/organizations/contract.ts";
import { call } from "#platform/contract/call.ts";
import {
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
  withoutCardNumber,
} from "#platform/contract/fields.ts";

/** Days that an emailed link is valid, unless a newer one replaces it. */
export const BORROWER_LINK_DAYS = 14;
/** Hours that a borrower session lasts. */
export const BORROWER_SESSION_HOURS = 2;
/** Invitations that an organization may email in a UTC day. */
export const BORROWER_LINKS_PER_DAY = 500;
/** Links that one person may request on their page within an hour. */
export const BORROWER_LINK_REQUESTS_PER_HOUR = 5;

/** Automatic reminders are sent so many days after an email that asks, at this hour in the lender's time zone. */
export const REMINDER_DAYS = [1, 3, 7] as const;
export const REMINDER_HOUR = 10;
/** Minutes after any email to a person in which no one can remind them by hand. */
export const REMIND_AFTER_MINUTES = 10;
/** Documents that a lender may request for one borrower, those that are done included. */
export const REQUESTS_PER_BORROWER = 50;

/** Live event for the borrower's owners: a visitor withdrew their consent. */
export const CONSENT_TAKEN_BACK = "consent.taken-back";
/** Live event for the borrower's owners: a bank needs a new sign-in, or will soon. */
export const CONNECTION_BROKEN = "bank.broken";

/** The progress of one person on the loan. The borrower comes first. */
export const BorrowerLink = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** The last email; `null`: never invited. */
  sentAt: z.nullable(Timestamp),
  expiresAt: z.nullable(Timestamp),
  openedAt: z.nullable(Timestamp),
  /** How the last link was sent. */
  sentBy: z.nullable(z.enum(["email", "text", "copy"])),
  /** When they opened each of their links, the first to the last. */
  openings: z.array(Timestamp),
  /** Emails that asked for something or reminded them, the first to the last. */
  asks: z.array(z.object({ cause: z.enum(["ask", "reminder"]), at: Timestamp })),
  /** All of theirs, the oldest first. */
  consents: z.array(Consent),
  consentedAt: z.nullable(Timestamp),
  revokedAt: z.nullable(Timestamp),
  /** Banks that they have connected. */
  banks: z.int(),
});
export type BorrowerLink = z.infer<typeof BorrowerLink>;

/** A question that the visitor has to answer. */
export const BorrowerTask = z.object({
  transactionId: z.string(),
  institutionName: z.string(),
  accountName: z.string(),
  mask: z.nullable(z.string()),
  date: Day,
  description: z.string(),
  amountCents: Cents,
  /** The initial text of the letter; the visitor edits it. */
  letter: z.string(),
  /** The letter that the donor of a gift was asked to sign; `null`: no one was asked. */
  gift: z.nullable(
    z.object({
      donorName: z.string(),
      email: z.string(),
      sentAt: Timestamp,
      /** The signed letter; `null`: no one has signed. */
      evidenceId: z.nullable(Id),
      /** `asked`: the link still works; `ended`: it expired or was revoked before anyone signed. */
      state: z.enum(["asked", "ended", "proposed", "accepted", "rejected"]),
      /** Why the lender rejected it. */
      reason: z.nullable(z.string()),
    }),
  ),
  /** `null`: not answered yet. */
  answer: z.nullable(
    z.object({
      evidenceId: Id,
      kind: EvidenceKind,
      text: z.string(),
      signedName: z.string(),
      signedAt: Timestamp,
      state: EvidenceState,
      reason: z.nullable(z.string()),
      documents: z.array(EvidenceDocument),
    }),
  ),
});
export type BorrowerTask = z.infer<typeof BorrowerTask>;

/**
 * `open`: not asked by email since it came up. `asked`: waits for the person. `answered`: waits for the lender.
 * `waived`: the lender does not need it.
 */
export const NEED_STATES = ["open", "asked", "answered", "done", "waived"] as const;
export type NeedState = (typeof NEED_STATES)[number];

/** What a person on the loan needs to do. `kind` and `subject` identify it for that person. */
const needed = {
  kind: z.enum(NEED_KINDS),
  subject: z.string(),
  state: z.enum(NEED_STATES),
  /** Of a deposit. */
  amountCents: z.nullable(Cents),
  date: z.nullable(Day),
  documentKind: z.nullable(DocumentKind),
  /** What the lender wrote about a requested document. */
  note: z.nullable(z.string()),
  /** Why the last answer was rejected. */
  reason: z.nullable(z.string()),
  dueOn: z.nullable(Day),
};

/** As the lender sees it. */
export const Need = z.object({
  ...needed,
  /** The person who is asked. */
  email: z.string(),
  /** The last email that asked. */
  askedAt: z.nullable(Timestamp),
  /** `null`: not asked by a member. */
  askedBy: z.nullable(z.string()),
  /** The result does not depend on it, so the person sees it only once they are asked. */
  isOptional: z.boolean(),
});
export type Need = z.infer<typeof Need>;

/** As the person sees it. */
export const BorrowerNeed = z.object({
  ...needed,
  /** Names the request that an uploaded document answers; `null`: nothing is stored about it. */
  id: z.nullable(Id),
});
export type BorrowerNeed = z.infer<typeof BorrowerNeed>;

export const NeedsList = z.object({
  people: z.array(
    z.object({
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      /** The last email to them; `null`: none, or `isEmailPending`. */
      emailedAt: z.nullable(Timestamp),
      /** The mail server has not taken the last email yet. It is tried again. */
      isEmailPending: z.boolean(),
      lastRemindedAt: z.nullable(Timestamp),
      /** `null`: no automatic reminder is planned. */
      nextReminderAt: z.nullable(Timestamp),
    }),
  ),
  needs: z.array(Need),
  remindersOff: z.boolean(),
});
export type NeedsList = z.infer<typeof NeedsList>;
/** The lender that asks. */
export const PortalLender = z.object({
  name: z.string(),
  nmlsId: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  logoURL: z.nullable(z.string()),
  /** The loan officer, if there is one. */
  officerName: z.nullable(z.string()),
  officerNmlsId: z.nullable(z.string()),
  officerPhone: z.nullable(z.string()),
  /** The address for replies. */
  replyTo: z.nullable(z.string()),
});
export type PortalLender = z.infer<typeof PortalLender>;

export const BorrowerSession = z.object({
  borrowerId: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  lender: PortalLender,
  /** Days of history that a report requests, and days that bank data is stored. */
  daysRequested: z.int(),
  retentionDays: z.int(),
  /** The running consent to the current text; `null`: none was given, it was withdrawn, or the text is new. */
  consent: z.nullable(z.object({ version: z.string(), at: Timestamp })),
  /** The text to agree to before a bank is connected. */
  consentText: z.object({ version: z.string(), text: z.string() }),
  /** The visitor's own connections. */
  banks: z.array(BankItem),
  /** The lender has what it needs from the bank. */
  isReportReady: z.boolean(),
  tasks: z.array(BorrowerTask),
  /** Everything that the lender needs from the visitor. */
  needs: z.array(BorrowerNeed),
  /** What the visitor has sent, oldest first. */
  documents: z.array(EvidenceDocument),
  posts: z.array(z.object({ id: Id, title: z.string(), body: z.string() })),
  endsAt: Timestamp,
});
export type BorrowerSession = z.infer<typeof BorrowerSession>;

/** A blank to fill in, in the initial text of a letter. */
const BLANK = /_{3,}/;

/** A signed letter has no blanks left: BLANKS. */
const LetterText = z.pipe(
  text(4000, { multiline: true }),
  z.string().check(z.refine((written) => !BLANK.test(written), "BLANKS")),
);

/** Letters that donors may be asked for, for one borrower. */
export const GIFT_LETTERS_PER_BORROWER = 50;

/** Who gives a gift. The donor adds their address and phone. */
const AskedDonor = {
  donorName: Name,
  /** To the borrower, in words: mother, fiancé, … */
  relationship: text(60),
  email: Email,
};

/** A letter that the donor of a gift is asked to sign. */
export const GiftLetter = z.object({
  id: Id,
  donorName: z.string(),
  relationship: z.string(),
  email: z.string(),
  amountCents: Cents,
  /** The deposit it is about; `null`: a gift that is still to come. */
  transactionId: z.nullable(z.string()),
  /** The member who asked; `null`: someone on the loan, or a former member. */
  requestedBy: z.nullable(z.string()),
  /** When the mail server took the newest email; `null`: not yet. */
  emailedAt: z.nullable(Timestamp),
  expiresAt: Timestamp,
  revokedAt: z.nullable(Timestamp),
  signedAt: z.nullable(Timestamp),
});
export type GiftLetter = z.infer<typeof GiftLetter>;

/** A deposit that a gift letter may be about. */
const GiftDeposit = z.object({
  transactionId: z.string(),
  date: Day,
  amountCents: Cents,
  description: z.string(),
});

export const GiftLetters = z.object({ letters: z.array(GiftLetter), deposits: z.array(GiftDeposit) });
export type GiftLetters = z.infer<typeof GiftLetters>;

/** What the donor sees. Nothing of the borrower's bank data. */
export const DonorPage = z.object({
  lender: PortalLender,
  borrowerName: z.string(),
  donorName: z.string(),
  relationship: z.string(),
  amountCents: Cents,
  /** The gift is still to come. */
  isToCome: z.boolean(),
  /** The letter as it was signed; `null`: not signed yet. */
  signed: z.nullable(
    z.object({ text: z.string(), signedName: z.string(), signedAt: Timestamp, canAddDocuments: z.boolean() }),
  ),
  documents: z.array(EvidenceDocument),
  expiresAt: Timestamp,
});
export type DonorPage = z.infer<typeof DonorPage>;

const OfBorrower = z.object({ id: Id }); // the borrower's id
const session = ["visit"] as const;

/** A field that one way of giving consent cannot do without. */
function requires(method: string, field: "shown" | "signedOn" | "documentId") {
  return z.refine<{ method: string } & { [name in typeof field]?: unknown }>(
    (given) => given.method !== method || given[field] !== undefined,
    { path: [field], message: "REQUIRED" },
  );
}

export const listVisitLinks = call({
  method: "GET",
  path: "/account/visit-links/{id}",
  summary: "List borrower links",
  apiScope: "borrowers:read",
  who: BORROWER_READERS,
  reach: BORROWER_REACH,
  params: OfBorrower,
  reply: z.array(BorrowerLink),
});

export const sendVisitLink = call({
  method: "POST",
  path: "/account/send-visit-link",
  summary: "Email a borrower link",
  apiScope: "borrowers:write",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  body: z.extend(OfBorrower, { email: Email }),
  reply: z.array(BorrowerLink),
  errors: ["INVALID_STATUS_TRANSITION", "LIMIT_REACHED"],
});

export const copyVisitLink = call({
  method: "POST",
  path: "/account/copy-visit-link",
  summary: "Create a borrower link to copy",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  body: z.extend(OfBorrower, { email: Email }),
  reply: z.object({ linkURL: z.string(), links: z.array(BorrowerLink) }),
  holdsSecret: true,
  errors: ["INVALID_STATUS_TRANSITION", "LIMIT_REACHED"],
});

export const textVisitLink = call({
  method: "POST",
  path: "/account/text-visit-link",
  summary: "Text a borrower link",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  body: z.extend(OfBorrower, { email: Email, phone: Phone }),
  reply: z.array(BorrowerLink),
  errors: ["INVALID_STATUS_TRANSITION", "LIMIT_REACHED", "TEXT_MESSAGES_OFF", "PHONE_REFUSED", "PROVIDER_UNAVAILABLE"],
  limits: { perMinute: 20 },
});

/** What the lender's side of a consent needs: who has given one, and which ways there are. */
export const LoanConsents = z.object({
  people: z.array(
    z.object({
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      /** The newest; `null`: not recorded. */
      consent: z.nullable(Consent),
      /** Whether a bank may be connected under it now. */
      isRunning: z.boolean(),
    }),
  ),
  /** What the text says of this lender. */
  asking: z.object({ version: z.string(), lender: z.string(), days: z.int(), keptDays: z.int() }),
  /** The organization lets borrowers agree and connect on the officer's screen. */
  canConnectInPerson: z.boolean(),
  canText: z.boolean(),
});
export type LoanConsents = z.infer<typeof LoanConsents>;

export const listConsents = call({
  method: "GET",
  path: "/account/consents/{id}",
  summary: "List consents",
  apiScope: "borrowers:read",
  who: BORROWER_READERS,
  reach: BORROWER_REACH,
  params: OfBorrower,
  reply: LoanConsents,
});

/** What the person reads about a requested document. */
export const RequestNote = text(300, { multiline: true }).check(withoutCardNumber);

const NamedNeed = z.object({ email: Email, kind: z.enum(NEED_KINDS), subject: verbatim(200) });

export const listNeeds = call({
  method: "GET",
  path: "/account/needs/{borrowerId}",
  summary: "List what is needed from the people on a loan",
  apiScope: "borrowers:read",
  who: BORROWER_READERS,
  reach: BORROWER_REACH,
  params: z.object({ borrowerId: Id }),
  reply: NeedsList,
});

export const askNeeds = call({
  method: "POST",
  path: "/account/ask-needs",
  summary: "Ask the people on a loan by email",
  apiScope: "borrowers:write",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  /** Without `needs`: all that are open. */
  body: z.object({ borrowerId: Id, needs: z.optional(listOf(NamedNeed, 200, 1)) }),
  reply: NeedsList,
  errors: ["NEED_RESOLVED", "INVALID_STATUS_TRANSITION", "LIMIT_REACHED"],
  limits: { perMinute: 30 },
});

export const requestDocument = call({
  method: "POST",
  path: "/account/request-document",
  summary: "Request a document by email",
  apiScope: "borrowers:write",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  body: z.object({
    borrowerId: Id,
    email: Email,
    kind: DocumentKind,
    note: orNull(RequestNote),
    dueOn: orNull(Day),
    /** The same id twice is one request. */
    requestId: Id,
  }),
  reply: NeedsList,
  errors: ["INVALID_STATUS_TRANSITION", "LIMIT_REACHED"],
  limits: { perMinute: 30 },
});

export const changeNeed = call({
  method: "POST",
  path: "/account/change-need",
  summary: "Set a due date, or say that something is not needed",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  body: z.extend(NamedNeed, { borrowerId: Id, dueOn: orNull(Day), isWaived: z.boolean() }),
  reply: NeedsList,
  errors: ["NEED_RESOLVED"],
});

export const remindNow = call({
  method: "POST",
  path: "/account/remind",
  summary: "Remind a person on a loan by email",
  apiScope: "borrowers:write",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  body: z.object({ borrowerId: Id, email: Email }),
  reply: NeedsList,
  errors: ["NEED_RESOLVED", "REMINDED_RECENTLY", "INVALID_STATUS_TRANSITION"],
  limits: { perMinute: 300 },
});

export const setReminders = call({
  method: "POST",
  path: "/account/set-reminders",
  summary: "Turn automatic reminders on or off for a borrower",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  body: z.object({ borrowerId: Id, isOn: z.boolean() }),
  reply: NeedsList,
});

/** Emails to borrowers that a lender may word. */
export const EMAIL_KINDS = ["invitation", "ask", "reminder"] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];

/** What may be in braces in a template. */
export const PLACEHOLDERS = ["borrower first name", "lender", "officer"] as const;

/** Braces that hold no placeholder: PLACEHOLDER_UNKNOWN. HTML: MARKUP. An address, as the email has one link: LINK. */
const templateText = (max: number, multiline: boolean) =>
  z.pipe(
    text(max, { multiline }),
    z.string().check(
      z.refine((written) => !/[{}]/.test(withoutPlaceholders(written)), "PLACEHOLDER_UNKNOWN"),
      z.refine((written) => !/[<>]/.test(written), "MARKUP"),
      z.refine((written) => !isLinkable(written), "LINK"),
    ),
  );

/** Mail readers make links of these. */
function isLinkable(written: string): boolean {
  return /[@]|:\/\/|www\.|[\p{L}\p{N}]\.\p{L}{2,}/iu.test(written);
}

function withoutPlaceholders(written: string): string {
  return PLACEHOLDERS.reduce((rest, placeholder) => rest.replaceAll(`{${placeholder}}`, ""), written);
}

export const TemplateText = z.object({ subject: templateText(120, false), introduction: templateText(1000, true) });
export type TemplateText = z.infer<typeof TemplateText>;

export const EmailTemplate = z.object({
  kind: z.enum(EMAIL_KINDS),
  subject: z.string(),
  introduction: z.string(),
  /** `null`: the product's own words. */
  version: z.nullable(Version),
});
export type EmailTemplate = z.infer<typeof EmailTemplate>;

export const listEmailTemplates = call({
  method: "GET",
  path: "/admin/email-template",
  summary: "List email templates",
  ...LEADS,
  reply: z.array(EmailTemplate),
});

export const updateEmailTemplate = call({
  method: "PUT",
  path: "/admin/email-template",
  summary: "Update an email template",
  ...LEADS,
  confirmed: true,
  /** `version`: as it was read. */
  body: z.extend(TemplateText, { kind: z.enum(EMAIL_KINDS), version: orNull(Version) }),
  reply: z.array(EmailTemplate),
  errors: ["STALE"],
});

export const resetEmailTemplate = call({
  method: "POST",
  path: "/admin/reset-email-template",
  summary: "Reset an email template",
  ...LEADS,
  confirmed: true,
  body: z.object({ kind: z.enum(EMAIL_KINDS) }),
  reply: z.array(EmailTemplate),
});

/** The text that a person was shown: its version, and what it says of the lender. */
const ShownText = { version: verbatim(40), lender: verbatim(200), days: z.int(), keptDays: z.int() };

export const recordConsent = call({
  method: "POST",
  path: "/account/record-consent",
  summary: "Record a consent",
  apiScope: "borrowers:write",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  idempotent: true,
  body: z
    .extend(OfBorrower, {
      /** The person on the loan. */
      email: Email,
      method: z.enum(["in_person", "signed_form", "attested"]),
      /** In person: the text that was shown. */
      shown: z.optional(z.object(ShownText)),
      /** The lender's own form: when it was signed. */
      signedOn: z.optional(Day),
      /** The uploaded form. */
      documentId: z.optional(Id),
    })
    .check(
      requires("in_person", "shown"),
      requires("signed_form", "documentId"),
      requires("signed_form", "signedOn"),
      requires("attested", "signedOn"),
    ),
  reply: LoanConsents,
  errors: ["INVALID_STATUS_TRANSITION", "IN_PERSON_OFF", "STALE"],
});

export const listGiftLetters = call({
  method: "GET",
  path: "/account/gift-letters/{id}",
  summary: "List gift letters",
  apiScope: "borrowers:read",
  who: BORROWER_READERS,
  reach: BORROWER_REACH,
  params: OfBorrower,
  reply: GiftLetters,
});

export const requestGiftLetter = call({
  method: "POST",
  path: "/account/request-gift-letter",
  summary: "Ask a donor to sign a gift letter",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  body: z.extend(OfBorrower, {
    ...AskedDonor,
    /** `null`: a gift that is still to come. */
    transactionId: z.nullable(verbatim(200)),
    amountCents: Cents.check(z.minimum(1, "TOO_SMALL")),
  }),
  reply: GiftLetters,
  errors: ["INVALID_STATUS_TRANSITION", "LIMIT_REACHED"],
  limits: { perMinute: 30 },
});

export const resendGiftLetter = call({
  method: "POST",
  path: "/account/resend-gift-letter",
  summary: "Email a donor a new link",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  body: z.object({ id: Id }),
  reply: GiftLetters,
  errors: ["INVALID_STATUS_TRANSITION", "ALREADY_SIGNED", "REMINDED_RECENTLY", "LIMIT_REACHED"],
  limits: { perMinute: 30 },
});

export const revokeGiftLetter = call({
  method: "POST",
  path: "/account/revoke-gift-letter",
  summary: "Revoke a donor's link",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  body: z.object({ id: Id }),
  reply: GiftLetters,
  errors: ["ALREADY_SIGNED"],
});

export const findGiftLetter = call({
  method: "GET",
  path: "/gift-letter",
  summary: "Read a gift letter as its donor",
  who: "anyone",
  reply: DonorPage,
  errors: ["LINK_DEAD"],
  limits: { perMinute: 60 },
});

export const signGiftLetter = call({
  method: "POST",
  path: "/gift-letter/sign",
  summary: "Sign a gift letter",
  who: "anyone",
  body: z.object({
    /** As it was shown, with the address and phone filled in. */
    text: LetterText,
    address: text(300, { multiline: true }),
    phone: text(40),
    signedName: Name,
    /** Version of the disclosure about electronic signatures that the donor accepted. */
    disclosureVersion: verbatim(40),
  }),
  reply: DonorPage,
  errors: ["LINK_DEAD", "ALREADY_SIGNED", "STALE"],
  limits: { perMinute: 20 },
});

export const uploadDonorDocument = call({
  method: "POST",
  path: "/gift-letter/document",
  summary: "Upload proof of a gift's transfer",
  who: "anyone",
  query: z.object({ name: text(200) }),
  upload: { mediaTypes: DOCUMENT_TYPES, maxBytes: DOCUMENT_MAX_BYTES },
  reply: DonorPage,
  errors: [...UPLOAD_ERRORS, "LINK_DEAD", "STALE", "LIMIT_REACHED", "STORAGE_FULL"],
  limits: { perMinute: 20 },
});

export const openVisit = call({
  method: "POST",
  path: "/borrower/{id}/open-visit",
  summary: "Open a borrower link",
  who: "anyone",
  params: OfBorrower,
  body: z.object({ token: verbatim(100) }),
  reply: z.object({ visitToken: z.string(), endsAt: Timestamp }),
  holdsSecret: true,
  errors: ["LINK_DEAD"],
  limits: { perMinute: 20 },
});

/** Minutes that a code is valid, wrong tries that end it, and codes that one link sends within an hour. */
export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;
export const CODES_PER_HOUR = 5;
/** Then the link no longer moves to another browser. */
export const CODES_PER_LINK = 20;

/** What a link shows before anything is done with it. */
export const LinkPreview = z.object({
  lender: PortalLender,
  /** Another browser opened it first: this one needs a code. */
  needsCode: z.boolean(),
  /** Where a code would go, shortened: `d…@example.net`, `…2030`. `null`: there is no number, or no text messages. */
  emailHint: z.string(),
  phoneHint: z.nullable(z.string()),
});
export type LinkPreview = z.infer<typeof LinkPreview>;

const LinkToken = z.object({ token: verbatim(100) });

export const previewVisit = call({
  method: "POST",
  path: "/borrower/{id}/preview-visit",
  summary: "Read who sent a borrower link",
  who: "anyone",
  params: OfBorrower,
  body: LinkToken,
  reply: LinkPreview,
  errors: ["LINK_DEAD"],
  limits: { perMinute: 30 },
});

export const sendVisitCode = call({
  method: "POST",
  path: "/borrower/{id}/send-code",
  summary: "Send a code to continue in another browser",
  who: "anyone",
  params: OfBorrower,
  body: z.extend(LinkToken, { by: z.enum(["email", "text"]) }),
  reply: null,
  errors: ["LINK_DEAD", "LIMIT_REACHED", "TEXT_MESSAGES_OFF", "PHONE_REFUSED", "PROVIDER_UNAVAILABLE"],
  limits: { perMinute: 10 },
});

export const continueVisit = call({
  method: "POST",
  path: "/borrower/{id}/continue-visit",
  summary: "Open a borrower link with a code",
  who: "anyone",
  params: OfBorrower,
  body: z.extend(LinkToken, { code: z.string().check(z.trim(), z.regex(/^\d{6}$/)) }),
  reply: z.object({ visitToken: z.string(), endsAt: Timestamp }),
  holdsSecret: true,
  errors: ["LINK_DEAD", "CODE_WRONG"],
  limits: { perMinute: 20 },
});

export const requestVisitLink = call({
  method: "POST",
  path: "/borrower/{id}/send-link",
  summary: "Request a new borrower link",
  who: "anyone",
  params: OfBorrower,
  body: z.object({ email: Email }),
  reply: null,
  limits: { perMinute: 10 },
});

export const findVisit = call({
  method: "GET",
  path: "/visit",
  summary: "Read the borrower session",
  who: session,
  reply: BorrowerSession,
});

export const giveConsent = call({
  method: "POST",
  path: "/visit/consent",
  summary: "Give consent",
  who: session,
  body: z.object(ShownText),
  reply: BorrowerSession,
  errors: ["STALE"],
});

export const answerTask = call({
  method: "POST",
  path: "/visit/letter",
  summary: "Explain a deposit",
  who: session,
  body: z.object({
    transactionId: verbatim(200),
    /** Not a gift: its donor signs. */
    kind: EvidenceKind.check(z.refine((kind) => kind !== "gift", "DONOR_SIGNS")),
    text: LetterText,
    signedName: Name,
    /** Version of the disclosure about electronic signatures that the borrower accepted. */
    disclosureVersion: verbatim(40),
  }),
  reply: BorrowerSession,
  errors: ["NOT_FOUND", "STALE", "LIMIT_REACHED"],
});

export const askDonor = call({
  method: "POST",
  path: "/visit/gift-letter",
  summary: "Ask the donor of a deposit to sign a gift letter",
  who: session,
  body: z.object({ ...AskedDonor, transactionId: verbatim(200) }),
  reply: BorrowerSession,
  errors: ["NOT_FOUND", "STALE", "LIMIT_REACHED"],
});

export const uploadVisitDocument = call({
  method: "POST",
  path: "/visit/document",
  summary: "Upload a document in a borrower session",
  who: session,
  query: z.object({
    name: text(200),
    kind: z._default(DocumentKind, "other"),
    evidenceId: z.optional(Id),
    needId: z.optional(Id),
  }),
  upload: { mediaTypes: DOCUMENT_TYPES, maxBytes: DOCUMENT_MAX_BYTES },
  reply: BorrowerSession,
  errors: [...UPLOAD_ERRORS, "STALE", "LIMIT_REACHED", "STORAGE_FULL"],
  limits: { perMinute: 20 },
});

export const takeBackConsent = call({
  method: "POST",
  path: "/visit/take-back-consent",
  summary: "Withdraw consent",
  who: session,
  reply: BorrowerSession,
});
