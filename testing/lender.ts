// Each suite makes its own organizations, so that suites do not affect each other.
import { randomUUID } from "node:crypto";
import type * as z from "zod/mini";
import { calls } from "#app/server/calls.ts";
import { toAuthUser } from "#features/auth/server/auth-user.ts";
import { insertDevice, insertUser, readUser } from "#features/auth/server/queries.ts";
import { insertOrganization } from "#features/directory/server/queries.ts";
import { memberships } from "#features/directory/server/schema.ts";
import type { Borrower, BorrowerDetails } from "#features/borrowers/contract.ts";
import type { Call, Input, ReplyOf } from "#platform/contract/call.ts";
import type { RoleName } from "#platform/contract/who.ts";
import { sendCall, type Reply } from "./http.ts";
import type { TestProduct } from "./product.ts";

/** A person, signed in or not, who makes calls over HTTP. */
export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly membershipId: string;
  readonly token: string;
  send<C extends Call>(call: C, input?: Input<C>): Promise<Reply<ReplyOf<C>>>;
}

export interface Lender {
  readonly organizationId: string;
  /** The organization's person with this role; made at the first asking. */
  as(role: RoleName): Promise<Person>;
  /** A new person with this role, whose account no other test uses. */
  newcomer(role: RoleName): Promise<Person>;
  /** A borrower of the `registered` person, or of the one named. */
  hasBorrower(details?: Partial<z.input<typeof BorrowerDetails>>, owner?: RoleName): Promise<Borrower>;
}

export async function aLender(test: TestProduct): Promise<Lender> {
  const organizationId = randomUUID();
  const people = new Map<RoleName, Promise<Person>>();
  const founder = aMember(test, organizationId, "admin", true);
  people.set("admin", founder);
  await founder;

  const as = (role: RoleName) => {
    const person = people.get(role) ?? aMember(test, organizationId, role, false);
    people.set(role, person);
    return person;
  };
  return {
    organizationId,
    as,
    newcomer: (role) => aMember(test, organizationId, role, false),
    async hasBorrower(details = {}, owner = "registered") {
      const reply = await (await as(owner)).send(calls.createBorrower, aBorrower(details));
      if (reply.status !== 201) throw new Error(`a borrower could not be made: ${reply.message}`);
      return reply.body;
    },
  };
}

/** What a form would send for a new borrower. */
export function aBorrower(details: Partial<z.input<typeof BorrowerDetails>> = {}): z.input<typeof BorrowerDetails> {
  return {
    firstName: "Nora",
    lastName: "Whitfield",
    email: `nora.${randomUUID().slice(0, 8)}@example.net`,
    ...details,
  };
}

/** Without a token. */
export function anonymous(test: TestProduct, headers: Record<string, string> = {}): Pick<Person, "send"> {
  return { send: (call, input) => sendCall(test.url, call, input, headers) };
}

/** With a token of one's own making. */
export function someoneWith(
  test: TestProduct,
  token: string,
  headers: Record<string, string> = {},
): Pick<Person, "send"> {
  return { send: (call, input) => sendCall(test.url, call, input, { authorization: `bearer ${token}`, ...headers }) };
}

async function aMember(test: TestProduct, organizationId: string, role: RoleName, isFirst: boolean): Promise<Person> {
  const { db, system } = test.product.ctx;
  const [userId, membershipId, deviceId] = [randomUUID(), randomUUID(), randomUUID()];
  const email = `${role}.${userId.slice(0, 8)}@example.org`;
  const authenticatedAt = new Date().toISOString();
  await db.transaction(system, async (tx) => {
    await insertUser(tx, system, {
      id: userId,
      firstName: "Test",
      lastName: role,
      email,
      passwordHash: null,
      emailConfirmed: true,
    });
    if (isFirst)
      await insertOrganization(tx, system, {
        id: organizationId,
        name: "Test Lending",
        membershipId,
        userId,
        role,
        bankDataProduct: "assets",
      });
    else await tx.orm.insert(memberships).values({ organizationId, id: membershipId, userId, role });
    const device = { id: deviceId, userId, userAgent: "test", address: "::1", authenticatedAt };
    await insertDevice(tx, system, device);
  });
  const user = await readUser(db, system, userId);
  if (!user) throw new Error("a person just made is gone");
  const token = await test.product.ctx.tokens.issue(toAuthUser(user), { deviceId, authenticatedAt });
  return { userId, email, membershipId, token, ...someoneWith(test, token) };
}
