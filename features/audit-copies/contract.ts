import * as z from "zod/mini";
import { REPORT_MEDIA_TYPES, ReportFormat, SignedStatement } from "#features/asset-reports/contract.ts";
import { BORROWER_REACH, BORROWER_READERS, BORROWER_WRITERS } from "#features/borrowers/contract.ts";
import { Verdict } from "#features/underwriting/rules/evaluation.ts";
import { call, file } from "#kit/contract/call.ts";
import { Day, Email, Id, Name, Timestamp, verbatim, whole } from "#kit/contract/fields.ts";

export const AUDIT_COPY_DAYS = { min: 1, max: 90, default: 14 } as const;
/** Open ones that a borrower may have at a time. */
export const AUDIT_COPIES_PER_BORROWER = 20;
/** That an organization may make in a day, since each sends a mail. */
export const AUDIT_COPIES_PER_DAY = 50;
/** Wrong pass-codes after which a copy is closed for good. */
export const WRONG_PASS_CODES = 5;

export const AUDIT_ACTS = ["opened", "downloaded", "refused"] as const;

/** Each time that it was opened, downloaded, or refused for a wrong pass-code; a link that has ended tells nothing. */
export const AuditView = z.object({
  at: Timestamp,
  act: z.enum(AUDIT_ACTS),
  format: z.nullable(ReportFormat),
  address: z.string(),
});

export const AuditCopy = z.object({
  id: Id,
  borrowerId: Id,
  reportId: Id,
  asOf: Day,
  auditorName: Name,
  auditorEmail: Email,
  state: z.enum(["open", "expired", "revoked", "locked"]),
  expiresAt: Timestamp,
  revokedAt: z.nullable(Timestamp),
  /** Newest first, the last hundred. */
  views: z.array(AuditView),
  createdAt: Timestamp,
});
export type AuditCopy = z.infer<typeof AuditCopy>;

export const createAuditCopy = call({
  method: "POST",
  path: "/account/audit-copy",
  summary: "Share a report with an auditor",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  body: z.object({
    borrowerId: Id,
    auditorName: Name,
    auditorEmail: Email,
    days: z._default(whole(AUDIT_COPY_DAYS.min, AUDIT_COPY_DAYS.max), AUDIT_COPY_DAYS.default),
  }),
  reply: z.object({ copy: AuditCopy, url: z.string(), passCode: z.string() }),
  holdsSecret: true,
  status: 201,
  errors: ["REPORT_NOT_READY", "LIMIT_REACHED"],
});

export const listAuditCopies = call({
  method: "GET",
  path: "/account/audit-copies/{borrowerId}",
  summary: "List audit copies",
  who: BORROWER_READERS,
  reach: BORROWER_REACH,
  params: z.object({ borrowerId: Id }),
  reply: z.array(AuditCopy),
});

export const revokeAuditCopy = call({
  method: "POST",
  path: "/account/revoke-audit-copy",
  summary: "Revoke an audit copy",
  who: BORROWER_WRITERS,
  reach: BORROWER_REACH,
  confirmed: true,
  body: z.object({ id: Id }),
  reply: AuditCopy,
});

const Opening = z.object({ token: verbatim(100), passCode: verbatim(40) });

/** What an auditor is shown: the report with its evaluation of the moment it was shared. */
export const SharedReport = z.object({
  borrowerName: z.string(),
  coBorrowerNames: z.array(z.string()),
  loanNumber: z.nullable(z.string()),
  lender: z.string(),
  auditorName: z.string(),
  expiresAt: Timestamp,
  asOf: Day,
  verdicts: z.array(Verdict),
  files: z.array(SignedStatement),
});
export type SharedReport = z.infer<typeof SharedReport>;

export const openAuditCopy = call({
  method: "POST",
  path: "/audit-copy/open",
  summary: "Open an audit copy",
  who: "anyone",
  body: Opening,
  reply: SharedReport,
  errors: ["LINK_DEAD"],
  limits: { perMinute: 20 },
});

export const downloadAuditCopy = call({
  method: "POST",
  path: "/audit-copy/download",
  summary: "Download a file of an audit copy",
  who: "anyone",
  body: z.extend(Opening, { format: ReportFormat }),
  reply: file(...REPORT_MEDIA_TYPES),
  errors: ["LINK_DEAD", "RANGE_NOT_SATISFIABLE"],
  limits: { perMinute: 20 },
});
