import { randomUUID } from "node:crypto";
import type { Context } from "#platform/server/context.ts";
import { type ReportFormat, type SharedReport, WRONG_PASS_CODES } from "#features/asset-reports/contract.ts";
import { allFilesOf, fileOf, toStored } from "#features/asset-reports/server/files/report-files.ts";
import { readBorrower } from "#features/borrowers/server/store.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Visitor } from "#platform/server/actor.ts";
import { appendAudit } from "#platform/server/audit.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { StoredFile } from "#platform/server/http/file-reply.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { sha256 } from "#platform/server/encryption/sha256.ts";
import { refuseNotBefore } from "#platform/server/http/min-duration.ts";
import {
  type CopyRow,
  countWrongCode,
  findByToken,
  insertView,
  isOpen,
  lockCopy,
  readShared,
  type ViewRow,
} from "./store.ts";
import { plainPassCode } from "./audit-copies.ts";

interface Opening {
  readonly token: string;
  readonly passCode: string;
}

type Look = Pick<ViewRow, "act" | "format">;

/** Longer than any refusal takes, so that the time does not reveal what was wrong. */
const REFUSAL_MS = 400;

/** Throws LINK_DEAD for any reason. */
export async function openAuditCopy(ctx: Context, visitor: Visitor, opening: Opening): Promise<SharedReport> {
  const { scope, copy } = await admit(ctx, visitor, opening, { act: "opened", format: null });
  const { evaluation, report } = await readCopied(ctx, scope, copy);
  const files = await allFilesOf(ctx, scope, { evaluation, report });
  const { fullNames, loanNumber, lender } = evaluation.printed;
  const [borrowerName = "", ...coBorrowerNames] = fullNames;
  return {
    borrowerName,
    coBorrowerNames,
    loanNumber,
    lender,
    auditorName: copy.auditorName,
    expiresAt: copy.expiresAt,
    asOf: files[0]!.statement.asOf, // there is one of each format
    verdicts: evaluation.programs.flatMap((program) => evaluation.verdicts[program] ?? []),
    files: files.map(({ statement }) => statement),
  };
}

/** Throws LINK_DEAD. */
export async function downloadAuditCopy(
  ctx: Context,
  visitor: Visitor,
  { format, ...opening }: Opening & { readonly format: ReportFormat },
): Promise<StoredFile> {
  const { scope, copy } = await admit(ctx, visitor, opening, { act: "downloaded", format });
  const { evaluation, report, borrower } = await readCopied(ctx, scope, copy);
  return toStored(ctx, scope, await fileOf(ctx, scope, { evaluation, report }, format), borrower);
}

function admit(ctx: Context, visitor: Visitor, opening: Opening, look: Look): Promise<{ scope: Scope; copy: CopyRow }> {
  return refuseNotBefore(REFUSAL_MS, async () => {
    const { db, system } = ctx;
    const known = await findByToken(db, system, sha256(opening.token));
    const passCode = plainPassCode(opening.passCode);
    // Before the lock, because hashing takes long. A link that is not open takes as long and leaves no trace.
    const tried = known && isOpen(known) ? known : undefined;
    const isRight = await ctx.passwords.matches(tried?.passCodeHash ?? null, passCode);
    if (!tried) throw new AppError("LINK_DEAD");
    const scope = system.within(tried.organizationId);
    // Under the lock, so that simultaneous attempts are counted one after the other, and five wrong ones end the copy.
    const isAdmitted = await db.transaction(scope, async (tx) => {
      const copy = await lockCopy(tx, scope, tried.id);
      if (!copy || !isOpen(copy)) return false;
      if (isRight) await record(tx, scope, copy, visitor, look);
      else await refuse(tx, scope, copy, visitor);
      return isRight;
    });
    if (!isAdmitted) throw new AppError("LINK_DEAD");
    return { scope, copy: tried };
  });
}

async function refuse(tx: Tx, scope: Scope, copy: CopyRow, visitor: Visitor): Promise<void> {
  await record(tx, scope, copy, visitor, { act: "refused", format: null });
  await countWrongCode(tx, scope, copy.id);
  if (copy.wrongCodes + 1 === WRONG_PASS_CODES) await audit(tx, copy, visitor, "locked");
}

async function record(tx: Tx, scope: Scope, copy: CopyRow, visitor: Visitor, look: Look): Promise<void> {
  await insertView(tx, scope, { id: randomUUID(), copyId: copy.id, ...look, address: visitor.address });
  await audit(tx, copy, visitor, look.act, look.format === null ? {} : { format: look.format });
}

function audit(
  tx: Tx,
  { id, organizationId, borrowerId }: CopyRow,
  { address }: Visitor,
  act: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  return appendAudit(tx, organizationId, {
    actorId: null, // the auditor has no account
    action: `audit-copy.${act}`,
    objectType: "audit-copy",
    objectId: id,
    address,
    detail: { borrowerId, ...detail },
  });
}

async function readCopied({ db }: Context, scope: Scope, { evaluationId, borrowerId }: CopyRow) {
  const [shared, borrower] = await Promise.all([
    readShared(db, scope, evaluationId),
    readBorrower(db, scope, borrowerId),
  ]);
  if (!shared || !borrower) throw new AppError("LINK_DEAD"); // The report was deleted, and the copy with it.
  return { ...shared, borrower };
}
