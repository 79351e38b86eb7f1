import { dayIn } from "#platform/dates/zones.ts";
import { readSettings } from "#features/organizations/server/settings-queries.ts";
import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { FastifyBaseLogger } from "fastify";
import type { PlaidConfig } from "#providers/plaid/client.ts";
import type { Context } from "#platform/server/context.ts";
import { recordConsent } from "#features/borrower-portal/server/consent.ts";
import { connectBank } from "#features/asset-reports/server/connections/connections.ts";
import { generateReport } from "#features/asset-reports/server/generate.ts";
import { BorrowerDetails } from "#features/borrowers/contract.ts";
import { assignBorrower } from "#features/borrowers/server/assign.ts";
import { changeStatus, createBorrower } from "#features/borrowers/server/borrowers.ts";
import { readOwnBorrowers } from "#features/borrowers/server/list-queries.ts";
import { lockAddress } from "#features/auth/server/login-attempts/lockout.ts";
import { readUserByEmail } from "#features/auth/server/queries.ts";
import { groupMembers, groups, memberships, organizations, users } from "#features/directory/server/schema.ts";
import { PostDetails } from "#features/posts/contract.ts";
import { createPost, listOwnPosts } from "#features/posts/server/posts.ts";
import type { Actor } from "#platform/server/actor.ts";
import type { Tx } from "#platform/server/database/database.ts";
import { tenantFilter } from "#platform/server/database/tables.ts";
import { actAs } from "#platform/server/http/authenticate-request.ts";
import { insertBilling, makeSubscription, SUBSCRIBER } from "./billing.ts";
import { insertEvidence } from "./evidence.ts";
import { BORROWERS, ORGANIZATIONS, PEOPLE, SAMPLE_PASSWORD, type SampleBorrower } from "./people.ts";
import { POSTS } from "./posts.ts";

/** A century: `locked@` stays so until an admin unlocks it. */
const LOCKED_UNTIL = new Date(Date.UTC(2126, 0, 1)).toISOString();
const REPORT_WITHIN_MS = 20_000;

/** Loads what is missing. Reports need the bank-data provider; without it they follow at the next start. */
export async function loadSampleLender(ctx: Context, plaid: PlaidConfig): Promise<void> {
  const { log } = ctx;
  if (!(await readUserByEmail(ctx.db, ctx.system, PEOPLE[0]!.email))) {
    await insertPeople(ctx);
    await insertBorrowers(ctx);
  }
  await insertPosts(ctx, log);
  await makeReports(ctx, plaid);
  await insertBilling(ctx, log);
  await makeSubscription(ctx, await actorFor(ctx, SUBSCRIBER), log);
}

async function insertPeople({ db, system, passwords }: Context): Promise<void> {
  const passwordHash = await passwords.hash(SAMPLE_PASSWORD);
  await db.transaction(system, async (tx) => {
    const idOf = new Map<string, string>(ORGANIZATIONS.map(({ key }) => [key, randomUUID()]));
    for (const { key, name } of ORGANIZATIONS) await tx.orm.insert(organizations).values({ id: idOf.get(key)!, name });
    const groupIds = await insertGroups(tx, idOf);
    for (const [index, person] of PEOPLE.entries()) {
      const userId = randomUUID();
      await tx.orm.insert(users).values({
        id: userId,
        firstName: person.firstName,
        lastName: person.lastName,
        email: person.email,
        emailKey: person.email,
        passwordHash,
        emailConfirmed: person.state !== "unconfirmed",
        mustChangePassword: person.state === "must-change-password",
      });
      if (person.state === "locked") await lockAddress(tx, system, person.email, LOCKED_UNTIL);
      const places = person.memberships ?? [await ownOrganization(tx, person.firstName, person.lastName)];
      for (const [place, { organization, role, ...rest }] of places.entries()) {
        const organizationId = idOf.get(organization) ?? organization;
        const membershipId = randomUUID();
        // A moment apart each, so that "the first membership" has one meaning.
        const createdAt = sql`now() + make_interval(secs => ${(index * 10 + place) / 1000})`;
        await tx.orm.insert(memberships).values({ organizationId, id: membershipId, userId, role, createdAt });
        const groupId = "group" in rest && rest.group ? groupIds.get(`${organizationId} ${rest.group}`) : undefined;
        if (groupId) await tx.orm.insert(groupMembers).values({ organizationId, groupId, membershipId });
      }
    }
  });
}

async function insertGroups(tx: Tx, idOf: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const organization of ORGANIZATIONS)
    for (const name of organization.groups) {
      const [id, organizationId] = [randomUUID(), idOf.get(organization.key)!];
      await tx.orm.insert(groups).values({ organizationId, id, name });
      ids.set(`${organizationId} ${name}`, id);
    }
  return ids;
}

async function ownOrganization(tx: Tx, firstName: string, lastName: string) {
  const id = randomUUID();
  await tx.orm.insert(organizations).values({ id, name: `${firstName} ${lastName}` });
  return { organization: id, role: "registered" as const };
}

async function insertBorrowers(ctx: Context): Promise<void> {
  for (const { owner, assignedTo, status, bankLogIn: _bank, ...details } of BORROWERS) {
    const actor = await actorFor(ctx, owner);
    const borrower = await createBorrower(ctx, actor, BorrowerDetails.parse(details));
    if (status === "invited") await changeStatus(ctx, actor, { id: borrower.id, status });
    if (assignedTo) {
      const { userId } = await actorFor(ctx, assignedTo);
      await assignBorrower(ctx, actor, { id: borrower.id, userId });
    }
  }
}

/** For those who have none: a data folder from before there were any gets them too. */
async function insertPosts(ctx: Context, log: FastifyBaseLogger): Promise<void> {
  try {
    for (const author of new Set(POSTS.map((post) => post.author))) await insertPostsOf(ctx, author);
  } catch (error) {
    log.warn({ err: error }, "the sample posts could not be made: the sample lender is not what it was");
  }
}

async function insertPostsOf(ctx: Context, email: string): Promise<void> {
  const actor = await actorFor(ctx, email);
  if ((await listOwnPosts(ctx, actor, { limit: 1 })).length > 0) return;
  for (const { author, group, ...details } of POSTS) {
    if (author !== email) continue;
    const groupIds = group ? await groupsCalled(ctx, actor, group) : [];
    const audience = { scope: groupIds.length > 0 ? "groups" : "organization", groupIds };
    // Under a name of its own, so that two processes that start at once make it once.
    const named = { ...actor, idempotencyKey: `sample post: ${details.title}` };
    await createPost(ctx, named, PostDetails.parse({ ...details, audience }));
  }
}

async function groupsCalled({ db }: Context, { scope }: Actor, name: string): Promise<string[]> {
  const found = await db.read(scope, (query) =>
    query
      .select({ id: groups.id })
      .from(groups)
      .where(and(tenantFilter(groups, scope), eq(groups.name, name))),
  );
  return found.map(({ id }) => id);
}

/** Connects a bank and generates a report for those who should have one, as a loan officer would. */
async function makeReports(ctx: Context, plaid: PlaidConfig): Promise<void> {
  const { log } = ctx;
  const wanted = BORROWERS.filter(({ status }) => status === "report-ready");
  try {
    const made = await Promise.all(wanted.map((borrower) => makeReport(ctx, plaid, borrower)));
    await insertEvidence(ctx, (email) => actorFor(ctx, email));
    if (made.some(Boolean)) log.info("the sample reports are ready");
  } catch (error) {
    log.warn({ err: error }, "the sample reports could not be made; they follow at a start with the sandbox running");
  }
}

async function makeReport(
  ctx: Context,
  plaid: PlaidConfig,
  { owner, email, bankLogIn }: SampleBorrower,
): Promise<boolean> {
  const actor = await actorFor(ctx, owner);
  const find = async () => {
    const own = await readOwnBorrowers(ctx.db, actor.scope, actor, {});
    return own.find((borrower) => borrower.email === email);
  };
  const borrower = await find();
  if (!borrower || borrower.connectedAt || borrower.status === "closed") return false;
  const publicToken = await createPublicToken(plaid, {
    ownerName: `${borrower.firstName} ${borrower.lastName}`,
    ...(bankLogIn && { seed: bankLogIn }),
  });
  const { timeZone } = await readSettings(ctx.db, actor.scope);
  const signedOn = dayIn(new Date().toISOString(), timeZone);
  await recordConsent(ctx, actor, { id: borrower.id, email: borrower.email, method: "attested", signedOn });
  await connectBank(ctx, actor, { borrowerId: borrower.id, publicToken });
  await generateReport(ctx, actor, { borrowerId: borrower.id });
  for (const until = Date.now() + REPORT_WITHIN_MS; Date.now() < until;) {
    if ((await find())?.status === "report-ready") return true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("a sample report did not become ready in time");
}

// The provider's own sandbox call, which makes a connection without a dialog.
async function createPublicToken(
  { baseUrl, clientId, secret }: PlaidConfig,
  { ownerName, ...like }: { ownerName: string; seed?: string },
): Promise<string> {
  const reply = await fetch(`${baseUrl}/sandbox/public_token/create`, {
    method: "POST",
    headers: { "content-type": "application/json", "plaid-client-id": clientId, "plaid-secret": secret },
    body: JSON.stringify({
      institution_id: "ins_109508",
      initial_products: ["assets"],
      // The custom user of Plaid's sandbox: a connection whose owner has the borrower's name.
      options: {
        override_username: "user_custom",
        override_password: JSON.stringify({ ...like, override_accounts: [{ identity: { names: [ownerName] } }] }),
      },
    }),
    signal: AbortSignal.timeout(5_000),
  });
  if (!reply.ok) throw new Error(`the provider's sandbox answered ${reply.status}`);
  return ((await reply.json()) as { public_token: string }).public_token;
}

async function actorFor({ db, system }: Context, email: string): Promise<Actor> {
  const user = await readUserByEmail(db, system, email);
  if (!user) throw new Error(`the sample lender has no ${email}`);
  const memberships = user.memberships.map((membership) => ({
    ...membership,
    isSecondFactorMissing: false,
    isSsoMissing: false,
  }));
  const confirmed = { emailConfirmed: true, ownsEmail: true };
  const session = { deviceId: null, authenticatedAt: new Date().toISOString(), hasNewerAuthentication: false };
  return actAs({ userId: user.id, email, ...confirmed, ...session, memberships }, undefined, "127.0.0.1");
}
