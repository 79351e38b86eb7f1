import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { FEED_ROWS } from "#features/posts/contract.ts";
import { aPost, hasPost, insertPosts } from "./test-posts.ts";

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

describe.each(ENGINES)("the feed of posts on %s", (engine) => {
  let product: TestProduct;
  let lender: Lender;
  let author: Person;
  let reader: Person;

  beforeAll(async () => {
    product = await openTestProduct(engine);
    lender = await aLender(product);
    author = await lender.as("admin");
    reader = await lender.as("observer");
  });
  afterAll(() => product.close());

  const feedOf = async (person: Person) => (await person.send(calls.listPostFeed)).body;
  const isShownTo = async (person: Person, id: string) => (await feedOf(person)).some((post) => post.id === id);

  test("it contains published posts of other authors and not one's own", async () => {
    const { id, body } = await hasPost(author);
    expect((await feedOf(reader)).find((post) => post.id === id)).toMatchObject({
      body,
      author: { lastName: "admin" },
    });
    expect(await isShownTo(author, id)).toBe(false);
    expect(await isShownTo(await (await aLender(product)).as("observer"), id)).toBe(false);
  });

  test.each([
    ["a draft", { status: "draft" }, false],
    ["an archived one", { status: "archived" }, false],
    ["one for borrowers", { audience: { scope: "borrowers" } }, false],
    ["one of the hour to come", { publishAt: inHours(1) }, false],
    ["one whose hour has come", { publishAt: inHours(-1) }, true],
    ["one that has expired", { publishAt: inHours(-2), expireAt: inHours(-1) }, false],
    ["one that will expire", { expireAt: inHours(1) }, true],
  ] as const)("%s: shown or not", async (_title, details, isShown) => {
    const { id } = await hasPost(author, details);
    expect(await isShownTo(reader, id)).toBe(isShown);
    expect(await isShownTo(await lender.as("root"), id)).toBe(isShown);
  });

  test("a post for groups is shown to members of one of them", async () => {
    const [desk, other] = [randomUUID(), randomUUID()];
    for (const id of [desk, other])
      await product.asOwner("insert into groups (organization_id, id, name) values ($1, $2, $3)", [
        lender.organizationId,
        id,
        id,
      ]);
    await product.asOwner("insert into group_members (organization_id, group_id, membership_id) values ($1, $2, $3)", [
      lender.organizationId,
      desk,
      reader.membershipId,
    ]);
    const forGroups = (...groupIds: string[]) => hasPost(author, { audience: { scope: "groups", groupIds } });
    const [both, elsewhere] = [await forGroups(desk, other, desk), await forGroups(other)];
    expect(both.audience.groupIds.toSorted()).toEqual([desk, other].toSorted());
    expect(await isShownTo(reader, both.id)).toBe(true);
    expect(await isShownTo(reader, elsewhere.id)).toBe(false);
    expect(await isShownTo(await lender.as("editor"), both.id)).toBe(false);

    await product.asOwner("delete from group_members where group_id = $1", [desk]);
    await product.asOwner("delete from groups where id = $1", [desk]);
    expect(await isShownTo(reader, both.id)).toBe(false);
    const { body } = await author.send(calls.findOwnPost, { id: both.id });
    expect(body.audience).toEqual({ scope: "groups", groupIds: [other] });
  });

  test("pinned posts come first, then the newest by publication time", async () => {
    const fresh = await aLender(product);
    const writer = await fresh.as("editor");
    const at = (hours: number, pinned: boolean) => hasPost(writer, { publishAt: inHours(hours), pinned });
    const [old, older, pinned] = [await at(-1, false), await at(-2, false), await at(-3, true)];
    const newest = await hasPost(writer);
    const shown = await feedOf(await fresh.as("registered"));
    expect(shown.map(({ id }) => id)).toEqual([pinned, newest, old, older].map(({ id }) => id));
  });

  test("of more than a hundred posts the first hundred are shown", async () => {
    const fresh = await aLender(product);
    await insertPosts(product, await fresh.as("editor"), { ...fresh, count: FEED_ROWS + 1 });
    expect(await feedOf(await fresh.as("observer"))).toHaveLength(FEED_ROWS);
  });

  test("a user who may no longer read posts sees none", async () => {
    const guest = await lender.as("guest");
    expect(await guest.send(calls.listPostFeed)).toMatchObject({ status: 403, message: "FORBIDDEN" });
    expect(await author.send(calls.createOwnPost, aPost())).toMatchObject({ status: 201 });
  });
});
