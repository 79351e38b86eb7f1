import type { Context, Settings } from "#platform/server/context.ts";
import { announceBorrower } from "#features/borrowers/server/borrowers.ts";
import { type BorrowerRow, lockBorrower, readBorrower } from "#features/borrowers/server/queries.ts";
import { readSettings } from "#features/organizations/server/settings-queries.ts";
import { toSettings } from "#features/organizations/server/settings.ts";
import { AppError, requireWithinLimit } from "#platform/contract/errors.ts";
import type { Browser, Visitor } from "#platform/server/actor.ts";
import { appendAudit } from "#platform/server/audit.ts";
import { sha256 } from "#platform/server/encryption/signing.ts";
import { verifyJwt } from "#platform/server/encryption/verify-jwt.ts";
import {
  claimLink,
  countCodes,
  deleteCode,
  endOlder,
  insertCode,
  type LinkRow,
  moveLink,
  readNewestCode,
  updateCode,
  readLiveByToken,
  readOpenLink,
} from "#features/borrowers/server/link-queries.ts";
import { createHmac, hkdfSync, randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import { errors, SignJWT } from "jose";
import * as z from "zod/mini";
import {
  BORROWER_SESSION_HOURS,
  CODE_MINUTES,
  CODE_TRIES,
  CODES_PER_HOUR,
  CODES_PER_LINK,
  type LinkPreview,
} from "#features/borrower-portal/contract.ts";
import { TEXT_MESSAGES } from "#features/borrower-portal/labels.ts";
import type { Database, Tx } from "#platform/server/database/database.ts";
import type { Scope, SystemScope } from "#platform/server/database/scope.ts";
import { normalizeEmail } from "#platform/text/text.ts";
import { emailCode } from "./jobs.ts";
import { lenderOf } from "./session.ts";
import { Id, Phone } from "#platform/contract/fields.ts";
import type { FindBorrowerSession } from "#platform/server/http/authenticate-request.ts";

const ALGORITHM = "HS256";
const TYPE = "borrower-visit";

const Claims = z.object({ typ: z.literal(TYPE), borrower: Id, organization: Id, link: Id, exp: z.int() });
type Claims = z.infer<typeof Claims>;

/** @param jwtSecret of the user tokens. The derived key keeps one kind of token from being valid as the other. */
function keyOf(jwtSecret: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", jwtSecret, "", `keyturn ${TYPE} ${ALGORITHM}`, 32));
}

/** Valid for two hours, and never longer than the link. */
async function issueSession(
  [jwtSecret]: Settings["jwtSecrets"],
  link: Pick<LinkRow, "id" | "organizationId" | "borrowerId" | "expiresAt">,
): Promise<{ visitToken: string; endsAt: string }> {
  const end = Math.min(Date.now() + BORROWER_SESSION_HOURS * 3_600_000, Date.parse(link.expiresAt));
  const exp = Math.floor(end / 1000);
  const visitToken = await new SignJWT({
    typ: TYPE,
    borrower: link.borrowerId,
    organization: link.organizationId,
    link: link.id,
  })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setIssuedAt()
    .setExpirationTime(exp)
    .sign(keyOf(jwtSecret));
  return { visitToken, endsAt: new Date(exp * 1000).toISOString() };
}

/**
 * Reads link, borrower and loan at each request, so that an ended link or a closed borrower ends the borrower session
 * immediately.
 */
export function openBorrowerSessions({ db, system, settings }: Context): FindBorrowerSession {
  const keys = settings.jwtSecrets.map(keyOf);
  return async (token) => {
    const claims = await claimsOf(token, keys);
    if (!claims) return null;
    const scope = system.within(claims.organization);
    const link = await readOpenLink(db, scope, claims.link);
    if (link?.borrowerId !== claims.borrower) throw new AppError("INVALID_JWT");
    return {
      visitId: link.id,
      subjectId: link.borrowerId,
      email: link.email,
      organizationId: claims.organization,
      scope,
      endsAt: new Date(claims.exp * 1000).toISOString(),
    };
  };
}

/** `null`: not the token of a borrower session. Throws INVALID_JWT for an expired one. */
async function claimsOf(token: string, keys: readonly Uint8Array[]): Promise<Claims | null> {
  try {
    const { payload } = await verifyJwt(token, keys, { algorithms: [ALGORITHM], typ: TYPE, clockTolerance: 0 });
    return Claims.parse(payload);
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new AppError("INVALID_JWT", { cause: error });
    return null;
  }
}

/** Every invalid link gets the same error, so that a guess learns nothing about links that existed. */
export async function openVisit(
  { db, system, settings }: Context,
  { browser, address }: Pick<Visitor, "browser" | "address">,
  { id, token }: { id: string; token: string },
): Promise<{ visitToken: string; endsAt: string }> {
  const { link, scope } = await findLink(db, system, { id, token });
  if (isElsewhere(link, browser)) throw new AppError("LINK_DEAD"); // before the browser receives a secret
  const browserHash = sha256(browser.remember());
  await db.transaction(scope, async (tx) => {
    const borrower = await lockBorrower(tx, scope, id); // first, in the same lock order as sending a link
    const claimed = borrower && (await claimLink(tx, scope, link.id, browserHash));
    if (!claimed) throw new AppError("LINK_DEAD");
    await endOlder(tx, scope, claimed, "all"); // also ends a borrower session that is under way
    await recordOpened(tx, link, address, "visit.opened");
    await announceBorrower(tx, scope, borrower);
  });
  return issueSession(settings.jwtSecrets, link);
}

/** Throws LINK_DEAD. */
async function findLink(
  db: Database,
  system: SystemScope,
  { id, token }: { id: string; token: string },
): Promise<{ link: LinkRow; scope: Scope }> {
  const link = await readLiveByToken(db, system, sha256(token));
  if (link?.borrowerId !== id) throw new AppError("LINK_DEAD");
  const scope = system.within(link.organizationId);
  if (!(await readOpenLink(db, scope, link.id))) throw new AppError("LINK_DEAD");
  return { link, scope };
}

/** Whether another browser opened it first. */
function isElsewhere({ browserHash }: LinkRow, { secret }: Pick<Browser, "secret">): boolean {
  return browserHash !== null && !(secret && browserHash.equals(sha256(secret)));
}

function recordOpened(tx: Tx, link: LinkRow, address: string, action: string): Promise<void> {
  return appendAudit(tx, link.organizationId, {
    ...{ actorId: null, action, objectType: "borrower", objectId: link.borrowerId, address },
    detail: { visitId: link.id },
  });
}

/** Changes nothing, so an email scanner may read it too. Throws LINK_DEAD. */
export async function previewVisit(
  ctx: Context,
  { browser }: Pick<Visitor, "browser">,
  asked: { id: string; token: string },
): Promise<LinkPreview> {
  const { db, system, providers, settings } = ctx;
  const { link, scope } = await findLink(db, system, asked);
  const borrower = await readBorrower(db, scope, asked.id);
  if (!borrower) throw new AppError("LINK_DEAD");
  const phone = providers.sendText && phoneOf(borrower, link);
  return {
    lender: await lenderOf(db, scope, borrower, toSettings(await readSettings(db, scope), settings.backendUrl)),
    needsCode: isElsewhere(link, browser),
    emailHint: link.email.replace(/^(.).*@/u, "$1…@"),
    phoneHint: phone ? `…${phone.slice(-4)}` : null,
  };
}

/** Only the borrower's own number is stored. */
function phoneOf(borrower: BorrowerRow, { emailKey }: LinkRow): string | null {
  if (normalizeEmail(borrower.email) !== emailKey) return null;
  return borrower.phone !== null && Phone.safeParse(borrower.phone).success ? borrower.phone : null;
}

/**
 * Sends a code to the person whose link it is: it proves that they, and not someone with a copy of the link, use another
 * browser. Throws LINK_DEAD, LIMIT_REACHED, TEXT_MESSAGES_OFF, PHONE_REFUSED, PROVIDER_UNAVAILABLE.
 */
export async function sendVisitCode(
  { db, system, jobs, providers: { sendText }, settings }: Context,
  { address }: Pick<Visitor, "address">,
  { by, ...asked }: { id: string; token: string; by: "email" | "text" },
): Promise<void> {
  const { link, scope } = await findLink(db, system, asked);
  if (by === "text" && sendText === null) throw new AppError("TEXT_MESSAGES_OFF");
  const id = randomUUID();
  const code = newCode();
  const { phone, lender } = await db.transaction(scope, async (tx) => {
    const borrower = await lockBorrower(tx, scope, link.borrowerId); // so that simultaneous requests are counted in turn
    if (!borrower) throw new AppError("LINK_DEAD");
    const sent = await countCodes(tx, scope, link.id);
    requireWithinLimit(sent.inHour, CODES_PER_HOUR);
    requireWithinLimit(sent.all, CODES_PER_LINK);
    const phone = by === "text" ? phoneOf(borrower, link) : null;
    if (by === "text" && phone === null) throw new AppError("PHONE_REFUSED");
    await insertCode(tx, scope, {
      ...{ id, borrowerId: link.borrowerId, linkId: link.id, sentBy: by },
      codeHash: by === "text" ? hashOfCode(settings.jwtSecrets[0], id, code) : null,
      expiresAt: new Date(Date.now() + CODE_MINUTES * 60_000).toISOString(),
    });
    if (by === "email") await jobs.send(tx, emailCode, { organizationId: scope.organizationId, codeId: id });
    await recordOpened(tx, link, address, "visit.code-sent");
    return { phone, lender: (await readSettings(tx, scope)).name };
  });
  if (phone === null || sendText === null) return;
  try {
    await sendText(phone, TEXT_MESSAGES.code({ lender, code }));
  } catch (error) {
    await db.transaction(scope, (tx) => deleteCode(tx, scope, id));
    throw error;
  }
}

export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, "0");
}

/** Keyed, because someone with the database alone could try all million codes. */
export function hashOfCode(jwtSecret: string, id: string, code: string): Buffer {
  const key = Buffer.from(hkdfSync("sha256", jwtSecret, "", "keyturn visit code", 32));
  return createHmac("sha256", key).update(`${id} ${code}`).digest();
}

/** Of two secrets, the older one may have made the code just before they were changed. */
function isRightCode(codeHash: Buffer, jwtSecrets: Settings["jwtSecrets"], id: string, code: string): boolean {
  return jwtSecrets.some((jwtSecret) => timingSafeEqual(codeHash, hashOfCode(jwtSecret, id, code)));
}

/**
 * Moves the link to this browser; a session that runs in the other one goes on until it ends. Only the newest code counts,
 * once. Throws LINK_DEAD, CODE_WRONG.
 */
export async function continueVisit(
  { db, system, settings }: Context,
  { browser, address }: Pick<Visitor, "browser" | "address">,
  { code, ...asked }: { id: string; token: string; code: string },
): Promise<{ visitToken: string; endsAt: string }> {
  const { link, scope } = await findLink(db, system, asked);
  const isRight = await db.transaction(scope, async (tx) => {
    const borrower = await lockBorrower(tx, scope, link.borrowerId);
    const sent = borrower && (await readNewestCode(tx, scope, link.id));
    const isOpen = sent?.usedAt === null && Date.parse(sent.expiresAt) > Date.now() && sent.wrongTries < CODE_TRIES;
    if (!borrower || !isOpen || sent.codeHash === null) return false;
    if (!isRightCode(sent.codeHash, settings.jwtSecrets, sent.id, code)) {
      await updateCode(tx, scope, sent.id, { wrongTries: sent.wrongTries + 1 });
      await recordOpened(tx, link, address, "visit.code-refused");
      return false;
    }
    await updateCode(tx, scope, sent.id, { usedAt: new Date().toISOString() });
    const moved = await moveLink(tx, scope, link.id, sha256(browser.remember()));
    if (!moved) return false;
    await endOlder(tx, scope, moved, "all");
    await recordOpened(tx, link, address, "visit.continued");
    await announceBorrower(tx, scope, borrower);
    return true;
  });
  if (!isRight) throw new AppError("CODE_WRONG");
  return issueSession(settings.jwtSecrets, link);
}
