import { randomUUID } from "node:crypto";
import { WRONG_PASS_CODES, type SharedReport } from "#features/audit-copies/contract.ts";
import type { ReportFormat } from "#features/asset-reports/contract.ts";
import { allFilesOf, fileOf, toStored } from "#features/asset-reports/server/files/report-files.ts";
import { readBorrower } from "#features/borrowers/server/store.ts";
import { AppError } from "#kit/contract/errors.ts";
import type { Visitor } from "#kit/server/actor.ts";
import { appendAudit } from "#kit/server/audit.ts";
import type { Tx } from "#kit/server/database/database.ts";
import type { StoredFile } from "#kit/server/http/file-reply.ts";
import type { Scope } from "#kit/server/database/scope.ts";
import { sha256 } from "#kit/server/sealing/sha256.ts";
import { refuseNotBefore } from "#kit/server/http/steady-time.ts";
import { isOpen } from "./copy-state.ts";
import type { AuditCopyDeps } from "./deps.ts";
import { plainPassCode } from "./pass-code.ts";
import { countWrongCode, findByToken, insertView, lockCopy, readShared, type CopyRow, type ViewRow } from "./store.ts";

interface Opening {
  readonly token: string;
  readonly passCode: string;
}

type Look = Pick<ViewRow, "act" | "format">;

/** Longer than any refusal takes, so that none tells by its time what was wrong. */
const REFUSAL_MS = 400;

/** Throws LINK_DEAD, for whatever reason. */
export async function openAuditCopy(deps: AuditCopyDeps, visitor: Visitor, opening: Opening): Promise<SharedReport> {
  const { scope, copy } = await admit(deps, visitor, opening, { act: "opened", format: null });
  const { assetReports } = deps;
  const { evaluation, report } = await readCopied(deps, scope, copy);
  const files = await allFilesOf(assetReports, scope, { evaluation, report });
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
  deps: AuditCopyDeps,
  visitor: Visitor,
  { format, ...opening }: Opening & { readonly format: ReportFormat },
): Promise<StoredFile> {
  const { scope, copy } = await admit(deps, visitor, opening, { act: "downloaded", format });
  const { evaluation, report, borrower } = await readCopied(deps, scope, copy);
  return toStored(
    deps.assetReports,
    scope,
    await fileOf(deps.assetReports, scope, { evaluation, report }, format),
    borrower,
  );
}

function admit(
  deps: AuditCopyDeps,
  visitor: Visitor,
  opening: Opening,
  look: Look,
): Promise<{ scope: Scope; copy: CopyRow }> {
  return refuseNotBefore(REFUSAL_MS, async () => {
    const { db, across } = deps.assetReports;
    const known = await findByToken(db, across, sha256(opening.token));
    const passCode = plainPassCode(opening.passCode);
    // Before the lock, since it takes long; what is no open link takes as long, and leaves nothing behind.
    const tried = known && isOpen(known) ? known : undefined;
    const isRight = await deps.passwords.matches(tried?.passCodeHash ?? null, passCode);
    if (!tried) throw new AppError("LINK_DEAD");
    const scope = across.within(tried.organizationId);
    // Under the lock, so that many tries at once are counted one after the other, and five wrong ones end it.
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

async function readCopied(
  { assetReports: { db } }: AuditCopyDeps,
  scope: Scope,
  { evaluationId, borrowerId }: CopyRow,
) {
  const [shared, borrower] = await Promise.all([
    readShared(db, scope, evaluationId),
    readBorrower(db, scope, borrowerId),
  ]);
  if (!shared || !borrower) throw new AppError("LINK_DEAD"); // The report was removed since, and the copy with it.
  return { ...shared, borrower };
}
