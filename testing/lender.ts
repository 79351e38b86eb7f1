// Each suite makes its own organizations, so that suites do not affect each other.
import { randomUUID } from "node:crypto";
import type * as z from "zod/mini";
import { calls } from "#app/server/calls.ts";
import { toAuthUser } from "#features/auth/server/auth-user.ts";
import { insertDevice, insertUser, readUser } from "#features/auth/server/store.ts";
import { insertOrganization } from "#features/directory/server/queries.ts";
import { memberships } from "#features/directory/server/schema.ts";
import type { Borrower, BorrowerDetails } from "#features/borrowers/contract.ts";
import type { Call, Input, ReplyOf } from "#platform/contract/call.ts";
import type { ErrorCode, FieldError } from "#platform/contract/errors.ts";
import type { RoleName } from "#platform/contract/who.ts";
import type { TestProduct } from "./product.ts";

export interface Reply<Body> {
  readonly status: number;
  readonly headers: Headers;
  /** The reply's data of a success. */
  readonly body: Body;
  /** The code of a refusal. */
  readonly message: ErrorCode | undefined;
  readonly errors: FieldError[] | undefined;
}

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
  return { send: (call, input) => send(test, call, input, headers) };
}

/** With a token of one's own making. */
export function someoneWith(
  test: TestProduct,
  token: string,
  headers: Record<string, string> = {},
): Pick<Person, "send"> {
  return { send: (call, input) => send(test, call, input, { authorization: `bearer ${token}`, ...headers }) };
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

async function send<C extends Call>(
  test: TestProduct,
  call: C,
  input: Input<C> | undefined,
  headers: Record<string, string>,
): Promise<Reply<ReplyOf<C>>> {
  const rest = new Map(Object.entries(input ?? {}));
  const take = (shape: object = {}) => {
    const taken = Object.keys(shape).filter((name) => rest.has(name));
    const values = Object.fromEntries(taken.map((name) => [name, String(rest.get(name))]));
    for (const name of taken) rest.delete(name);
    return values;
  };
  const params = take(call.params?.shape);
  const query = new URLSearchParams(take(call.query?.shape)).toString();
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ""));
  const reply = await fetch(`${test.url}/api/latest${path}${query && `?${query}`}`, {
    method: call.method,
    headers: { ...(call.method !== "GET" && !call.upload && { "content-type": "application/json" }), ...headers },
    ...(call.method !== "GET" && { body: call.upload ? formOf(rest) : JSON.stringify(Object.fromEntries(rest)) }),
  });
  const isJson = reply.headers.get("content-type")?.startsWith("application/json");
  const body: unknown = isJson ? await reply.json() : Buffer.from(await reply.arrayBuffer());
  const refusal = reply.status >= 400 ? (body as { message: ErrorCode; errors?: FieldError[] }) : undefined;
  return {
    status: reply.status,
    headers: reply.headers,
    body: body as ReplyOf<C>,
    message: refusal?.message,
    errors: refusal?.errors,
  };
}

function formOf(fields: ReadonlyMap<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value as Blob, name); // an upload has its file alone
  return form;
}
