// What users enter about borrowers belongs to their lender and is not exported.
import { utcToday } from "#platform/dates/days.ts";
import { createHash } from "node:crypto";
import type { Context } from "#platform/server/context.ts";
import { listBorrowers } from "#features/borrowers/contract.ts";
import { wholeOwnBorrowers } from "#features/borrowers/server/list-queries.ts";
import { recordOwnEvent } from "#features/auth/server/accounts/accounts.ts";
import { toAuthUser } from "#features/auth/server/auth-user.ts";
import { readPasskeys } from "#features/auth/server/passkeys/queries.ts";
import { readAllDevices, readUser } from "#features/auth/server/queries.ts";
import { readConnections } from "#features/auth/server/social/queries.ts";
import { readAllChoices } from "#features/notifications/server/queries.ts";
import { fileNamePart, type StoredFile } from "#platform/server/http/file-reply.ts";
import { AppError } from "#platform/contract/errors.ts";
import { admits } from "#platform/contract/who.ts";
import type { SignedIn } from "#platform/server/actor.ts";
import { readAuditRecords } from "#platform/server/audit.ts";

export async function exportOwnData(ctx: Context, person: SignedIn): Promise<StoredFile> {
  const chunks: Buffer[] = [];
  const hash = createHash("sha256");
  // Written in parts, so that a long history does not block other requests.
  for await (const text of partsOf(ctx, person)) {
    const chunk = Buffer.from(text);
    hash.update(chunk);
    chunks.push(chunk);
  }
  const {
    db,
    system,
    settings: { productName },
  } = ctx;
  await db.transaction(system, (tx) => recordOwnEvent(tx, person, "user.data-exported"));
  const day = utcToday();
  return {
    name: `${fileNamePart(productName.toLowerCase(), "product")}-account-${day}.json`,
    mediaType: "application/json",
    bytes: chunks.reduce((sum, { length }) => sum + length, 0),
    sha256: hash.digest("hex"),
    read: (range) => slices(chunks, range),
  };
}

async function* partsOf(
  { db, replica, system }: Context,
  { userId, memberships: own }: SignedIn,
): AsyncIterable<string> {
  const user = await readUser(db, system, userId);
  if (!user) throw new AppError("NO_USER");
  const { memberships, activeMembershipID: _active, ...person } = toAuthUser(user);
  const contact = { nmlsId: user.nmlsId, phone: user.phone };
  const ways = { hasPassword: user.passwordHash !== null, hasSecondFactor: user.hasSecondFactor };
  yield `{\n"person": ${JSON.stringify({ ...person, ...contact, ...ways })}`;
  yield `,\n"memberships": ${JSON.stringify(memberships)}`;

  const devices = await readAllDevices(db, system, userId);
  const shown = devices.map(({ browserHash: _secret, userId: _own, ...device }) => device);
  yield `,\n"devices": ${JSON.stringify(shown)}`;
  yield `,\n"connections": ${JSON.stringify(await readConnections(db, system, userId))}`;

  const passkeys = await readPasskeys(db, system, userId);
  const named = passkeys.map(({ name, createdAt, lastUsedAt }) => ({ name, createdAt, lastUsedAt }));
  yield `,\n"passkeys": ${JSON.stringify(named)}`;

  yield `,\n"notificationPreferences": ${JSON.stringify(await readAllChoices(db, system, userId))}`;

  yield ',\n"borrowers": [';
  let separator = "\n";
  // A user who may not list these borrowers now must not get them in a file either.
  const open = own.filter(
    ({ role, isSecondFactorMissing, isSsoMissing }) =>
      admits(listBorrowers.who, role) && !isSecondFactorMissing && !isSsoMissing,
  );
  for (const { organizationId, onlyGroups } of open) {
    const borrowers = await wholeOwnBorrowers(replica, system.within(organizationId), { userId, onlyGroups });
    for await (const page of borrowers.pages()) {
      const lines = page.map(({ id, firstName, lastName, status }) =>
        JSON.stringify({ id, organizationId, firstName, lastName, status }),
      );
      yield separator + lines.join(",\n");
      separator = ",\n";
    }
  }

  yield '],\n"acts": [';
  separator = "\n";
  for await (const page of readAuditRecords(replica, system, userId)) {
    yield separator + page.map((act) => JSON.stringify(act)).join(",\n");
    separator = ",\n";
  }
  yield "]\n}\n";
}

async function* slices(chunks: readonly Buffer[], { start, end }: { start: number; end: number }) {
  let at = 0;
  for (const chunk of chunks) {
    const wanted = chunk.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));
    if (wanted.length > 0) yield wanted;
    at += chunk.length;
  }
}
