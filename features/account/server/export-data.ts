// Owns the file with all that is kept about a person. What they entered about borrowers is their lender's.
import { createHash } from "node:crypto";
import { BORROWERS_PER_ORGANIZATION, listBorrowers } from "#features/borrowers/contract.ts";
import { readOwnBorrowers } from "#features/borrowers/server/page-store.ts";
import { recordOwnAct } from "#features/identity/server/accounts/record.ts";
import { toAuthUser } from "#features/identity/server/auth-user.ts";
import { readAllDevices, readUser } from "#features/identity/server/store.ts";
import { readConnections } from "#features/social/server/store.ts";
import { fileNamePart } from "#kit/contract/file-name.ts";
import { AppError } from "#kit/contract/errors.ts";
import { admits } from "#kit/contract/who.ts";
import type { SignedIn } from "#kit/server/actor.ts";
import { readActs } from "#kit/server/audit.ts";
import type { StoredFile } from "#kit/server/http/file-reply.ts";
import type { AccountDeps } from "./deps.ts";

export async function exportOwnData(deps: AccountDeps, person: SignedIn): Promise<StoredFile> {
  const chunks: Buffer[] = [];
  const hash = createHash("sha256");
  // Written part by part, so that a long history is never one text that holds everybody up.
  for await (const text of partsOf(deps, person)) {
    const chunk = Buffer.from(text);
    hash.update(chunk);
    chunks.push(chunk);
  }
  const { db, across, productName } = deps;
  await db.transaction(across, (tx) => recordOwnAct(tx, person, "user.data-exported"));
  const day = new Date().toISOString().slice(0, 10);
  return {
    name: `${fileNamePart(productName.toLowerCase(), "product")}-account-${day}.json`,
    mediaType: "application/json",
    bytes: chunks.reduce((sum, { length }) => sum + length, 0),
    sha256: hash.digest("hex"),
    read: (range) => slices(chunks, range),
  };
}

async function* partsOf({ db, across }: AccountDeps, { userId }: SignedIn): AsyncIterable<string> {
  const user = await readUser(db, across, userId);
  if (!user) throw new AppError("NO_USER");
  const { memberships, activeMembershipID: _active, ...person } = toAuthUser(user);
  const ways = { hasPassword: user.passwordHash !== null, hasSecondFactor: user.hasSecondFactor };
  yield `{\n"person": ${JSON.stringify({ ...person, ...ways })}`;
  yield `,\n"memberships": ${JSON.stringify(memberships)}`;

  const devices = await readAllDevices(db, across, userId);
  const shown = devices.map(({ browserHash: _secret, userId: _own, ...device }) => device);
  yield `,\n"devices": ${JSON.stringify(shown)}`;
  yield `,\n"connections": ${JSON.stringify(await readConnections(db, across, userId))}`;

  yield ',\n"borrowers": [';
  let separator = "\n";
  // Whoever may not list them now is not handed them as a file either.
  const open = user.memberships.filter(
    ({ role, asksSecondFactor }) => admits(listBorrowers.who, role) && (user.hasSecondFactor || !asksSecondFactor),
  );
  for (const { organizationId, onlyGroups } of open)
    for (const { id, firstName, lastName, status } of await readOwnBorrowers(
      db,
      across.within(organizationId),
      { userId, onlyGroups },
      { limit: BORROWERS_PER_ORGANIZATION },
    )) {
      yield separator + JSON.stringify({ id, organizationId, firstName, lastName, status });
      separator = ",\n";
    }

  yield '],\n"acts": [';
  separator = "\n";
  for await (const page of readActs(db, across, userId)) {
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
