// Who reaches whose things: nine actors by four objects for every call that names one, from its `who` and `reach`.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { memberships } from "#features/directory/server/schema.ts";
import type { Call } from "#platform/contract/call.ts";
import { admits, ROLES, type RoleName } from "#platform/contract/who.ts";
import { calls, type CallName } from "./calls.ts";
import { ENGINES } from "../../testing/database.ts";
import { aLender, anonymous, someoneWith, type Lender, type Person } from "../../testing/lender.ts";
import { anObject, type ObjectKind } from "../../testing/objects.ts";
import { openTestProduct, type TestProduct } from "../../testing/product.ts";
import { rowOf } from "../../testing/request.ts";
import { aStage, type Stage } from "../../testing/stage.ts";

const every = Object.entries<Call>(calls) as [CallName, Call][];
const naming = every.filter(([name, { who }]) => typeof who === "object" && rowOf(name).names.length > 0);

const OBJECTS = ["own", "a colleague's", "another organization's", "absent"] as const;
type ObjectName = (typeof OBJECTS)[number];
const REACHED = { none: 0, own: 1, organization: 2, all: 3 } as const; // so many of the objects, from the first

interface ActorOfTest {
  readonly title: string;
  readonly userId: string;
  /** What the active membership says; `null`: no token. */
  readonly role: RoleName | null;
  readonly sender: Pick<Person, "send">;
  /** Borrowers, for the lists. */
  readonly ids: Readonly<Record<ObjectName, string>>;
}

/** The refusal that the contract promises, or none. */
function refusalOf({ who, given, reach }: Call, { role }: ActorOfTest, object: ObjectName) {
  if (role === null) return { status: 401, message: "INVALID_JWT" };
  // No person here is the only member, or in a group for billing.
  if (!admits(who, role) || given[role]) return { status: 403, message: "FORBIDDEN" };
  const isReached = OBJECTS.indexOf(object) < REACHED[reach[role] ?? "own"];
  return isReached ? null : { status: 404, message: "NOT_FOUND" };
}

/** Values that let a call reach what it names and then change nothing. */
const HARMLESS = { version: 2_000_000_000, publicToken: "public-sandbox-none" };

describe.each(ENGINES)("rights on %s", (engine) => {
  let product: TestProduct;
  let stage: Stage;
  let here: Lender;
  let there: Lender;
  const actors: ActorOfTest[] = [];

  beforeAll(async () => {
    product = await openTestProduct(engine);
    stage = await (await aStage(product))("admin");
    here = stage.lender;
    there = await aLender(product);
    for (const role of ROLES) actors.push(await anActor(role, role, await here.as(role)));
    actors.push(await anActor("admin elsewhere", "registered", await anAdminElsewhere()));
    actors.push({ ...actors[0]!, title: "no token", role: null, sender: anonymous(product) });
  });
  afterAll(() => product.close());

  const colleagues = new Map<Lender, Promise<Person>>();
  /** A colleague who is not one of the actors. */
  const colleagueIn = (lender: Lender) => {
    const colleague = colleagues.get(lender) ?? lender.newcomer("registered");
    colleagues.set(lender, colleague);
    return colleague;
  };

  async function anActor(title: string, role: RoleName, person: Person): Promise<ActorOfTest> {
    const headers = { "x-membership-id": person.membershipId };
    return {
      title,
      role,
      userId: person.userId,
      sender: someoneWith(product, person.token, headers),
      ids: {
        own: await idOf("borrower", "own", person),
        "a colleague's": await idOf("borrower", "a colleague's", person),
        "another organization's": await idOf("borrower", "another organization's", person),
        absent: randomUUID(),
      },
    };
  }

  /** A new one each time, since some calls delete the object. */
  async function idOf(kind: ObjectKind, object: ObjectName, { userId }: { userId: string }): Promise<string> {
    if (object === "absent") return randomUUID();
    if (object === "own") return anObject(product, kind, { organizationId: here.organizationId, userId });
    const lender = object === "a colleague's" ? here : there;
    return anObject(product, kind, {
      organizationId: lender.organizationId,
      userId: (await colleagueIn(lender)).userId,
    });
  }

  /** Registered here, and an admin elsewhere. The other role must not open anything while they act here. */
  async function anAdminElsewhere(): Promise<Person> {
    const person = await here.newcomer("registered");
    const { db, system } = product.database;
    const { organizationId } = there;
    await db.transaction(system, async (tx) => {
      await tx.orm
        .insert(memberships)
        .values({ organizationId, id: randomUUID(), userId: person.userId, role: "admin" });
    });
    return person;
  }

  const now = () =>
    Promise.all(
      ["borrowers", "posts", "groups", "memberships", "invitations"].map((table) =>
        product.asOwner(`select md5(string_agg(t::text, '|' order by organization_id, id)) as rows from ${table} t`),
      ),
    );

  test.each(naming)("%s opens what its record says", async (name, call) => {
    const { kind = "borrower", names, works } = rowOf(name);
    const field = names[0]!; // of a call that names something
    const input = await works(stage);
    const harmless = Object.fromEntries(Object.entries(HARMLESS).filter(([key]) => call.body?.shape[key]));
    const pairs = await Promise.all(
      actors.flatMap((actor) =>
        OBJECTS.map(async (object) => {
          const id = await idOf(kind, object, actor);
          return { actor, object, id, refusal: refusalOf(call, actor, object) };
        }),
      ),
    );
    type Pair = (typeof pairs)[number];
    // As the row says, with another id.
    const ask = ({ actor, id }: Pair) =>
      actor.sender.send(call, { ...input, ...harmless, [field]: Array.isArray(input[field]) ? [id] : id });

    // What the call before removed here is removed at the provider by jobs.
    await vi.waitFor(async () => expect(await product.asOwner("select id from provider_removals")).toEqual([]), 30_000);
    const [before, asked] = [await now(), product.askedOfPlaid.length];
    await Promise.all(
      pairs
        .filter(({ refusal }) => refusal)
        .map(async (pair) =>
          expect(await ask(pair), `${pair.actor.title}, ${pair.object}`).toMatchObject(pair.refusal!),
        ),
    );
    expect(product.askedOfPlaid.length, "a refused call asks no provider").toBe(asked);
    expect(await now(), "and changes nothing").toEqual(before);
    const reached = pairs.filter(({ refusal }) => !refusal);
    expect(reached.length).toBeGreaterThan(0);
    await Promise.all(
      reached.map(async (pair) => {
        const { actor, object } = pair;
        const { status } = await ask(pair);
        expect([401, 403, 404], `${actor.title}, ${object}`).not.toContain(status);
        if (call.method === "GET") expect([call.status, 409], `${actor.title}, ${object}`).toContain(status);
      }),
    );
  });

  test("an organization's list is open to its admins, and root gets everyone's", async () => {
    for (const { title, role, sender, ids } of actors) {
      const reply = await sender.send(calls.listOrganizationBorrowers);
      if (role === null) expect(reply).toMatchObject({ status: 401, message: "INVALID_JWT" });
      else if (!admits(calls.listOrganizationBorrowers.who, role))
        expect(reply, title).toMatchObject({ status: 403, message: "FORBIDDEN" });
      else {
        const listed: string[] = [];
        for (let page = reply.body; page.length > 0;) {
          listed.push(...page.map(({ id }) => id));
          page = (await sender.send(calls.listOrganizationBorrowers, { after: listed.at(-1)! })).body;
        }
        expect(listed, title).toEqual(expect.arrayContaining([ids.own, ids["a colleague's"]]));
        expect(listed.includes(ids["another organization's"]), title).toBe(role === "root");
      }
    }
  });

  test("a list of a user's own objects holds no one else's", async () => {
    for (const { title, role, userId, sender, ids } of actors) {
      const reply = await sender.send(calls.listBorrowers);
      if (role === null || !admits(calls.listBorrowers.who, role)) {
        expect([401, 403], title).toContain(reply.status);
        continue;
      }
      const listed = reply.body.map(({ id }) => id);
      expect(listed, title).toContain(ids.own);
      for (const object of OBJECTS.slice(1)) expect(listed, title).not.toContain(ids[object]);
      const theirs = await product.asOwner(
        "select id from borrowers where organization_id = $1 and (created_by = $2 or assigned_user_id = $2)",
        [here.organizationId, userId],
      );
      expect(listed.toSorted(), title).toEqual(theirs.map(({ id }) => String(id)).toSorted());
    }
  });

  test("the borrower's own address opens GET /borrower/{id} once they have proven that it is theirs", async () => {
    const guest = await there.newcomer("guest");
    const { id } = await here.hasBorrower({ email: guest.email, notes: "for the lender alone" });
    const own = await guest.send(calls.findBorrower, { id });
    expect(own).toMatchObject({ status: 200, body: { id } });
    expect(own.body).not.toHaveProperty("notes");
    // A social sign-in proves who the person is, but not that the address is theirs.
    await product.asOwner("update users set email_confirmed = false, has_social_auth = true where id = $1", [
      guest.userId,
    ]);
    expect(await guest.send(calls.findBorrower, { id })).toMatchObject({ status: 404, message: "NOT_FOUND" });
  });
});
