import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { verifyAudit } from "#platform/server/audit.ts";
import { aPost, hasPost, insertPosts } from "./test-posts.ts";
import { FEED_ROWS, type Post, POST_STATUSES, PostPage } from "#features/posts/contract.ts";
import { SORT_DIRECTIONS } from "#platform/contract/paging.ts";

describe("posts", () => {
  const { createOwnPost, createPost, findOwnPost, findPost, listOwnPosts, listPosts } = calls;
  const { updateOwnPost, updatePost, deleteOwnPosts, deletePosts } = calls;

  describe.each(FEATURE_ENGINES)("posts on %s", (engine) => {
    let product: TestProduct;
    let lender: Lender;
    let officer: Person;
    let admin: Person;

    beforeAll(async () => {
      product = await openTestProduct(engine);
      lender = await aLender(product);
      officer = await lender.as("registered");
      admin = await lender.as("admin");
    });
    afterAll(() => product.close());

    test("the account list contains the user's posts, the admin list all posts of the organization", async () => {
      const fresh = await aLender(product);
      const [own, others] = [await hasPost(await fresh.as("editor")), await hasPost(await fresh.as("registered"))];
      const foreign = await hasPost(officer);
      const idsOf = async (person: Person, call: typeof listOwnPosts) =>
        (await person.send(call)).body.map(({ id }) => id);
      expect(await idsOf(await fresh.as("editor"), listOwnPosts)).toEqual([own.id]);
      expect(await idsOf(await fresh.as("admin"), listOwnPosts)).toEqual([]);
      expect(await idsOf(await fresh.as("admin"), listPosts as never)).toEqual([others.id, own.id]);
      expect(await idsOf(await fresh.as("root"), listPosts as never)).toContain(foreign.id);
    });

    test("an edit raises the version and keeps the slug, and a stale edit is refused", async () => {
      const post = await hasPost(officer);
      const edit = { id: post.id, title: "New title", body: "New body", version: 1 };
      const edited = await officer.send(updateOwnPost, edit);
      expect(edited).toMatchObject({ status: 200, body: { title: "New title", version: 2, slug: post.slug } });
      const stale = await officer.send(updateOwnPost, { ...edit, title: "Lost" });
      expect(stale).toMatchObject({ status: 409, message: "STALE" });
      expect((await officer.send(findOwnPost, { id: post.id })).body).toEqual(edited.body);
    });

    test("without a version the last edit wins", async () => {
      const post = await hasPost(officer, { pinned: true });
      for (const call of [updateOwnPost, updatePost] as const) {
        const sender = call === updateOwnPost ? officer : admin;
        const reply = await sender.send(call, { id: post.id, title: "Again", body: call.path });
        expect(reply).toMatchObject({ status: 200, body: { body: call.path, pinned: false, author: post.author } });
      }
    });

    test("of twenty concurrent edits with one version one succeeds", async () => {
      const post = await hasPost(officer);
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          officer.send(updateOwnPost, { id: post.id, title: `Edit ${at}`, version: post.version }),
        ),
      );
      const won = replies.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      expect(replies.filter(({ message }) => message === "STALE")).toHaveLength(19);
      expect((await officer.send(findOwnPost, { id: post.id })).body.title).toBe(won[0]?.body.title);
    });

    test("an account call cannot open a colleague's post, and an admin call none of another organization", async () => {
      const { id } = await hasPost(officer);
      for (const person of [await lender.as("editor"), admin]) {
        expect(await person.send(findOwnPost, { id })).toMatchObject({ status: 404, message: "NOT_FOUND" });
        expect(await person.send(updateOwnPost, { ...aPost(), id })).toMatchObject({ status: 404 });
        expect(await person.send(deleteOwnPosts, { ids: [id] })).toMatchObject({ status: 404 });
      }
      const stranger = await (await aLender(product)).as("admin");
      for (const absent of [id, randomUUID(), "1", "💥"]) {
        expect(await stranger.send(findPost, { id: absent })).toMatchObject({ status: 404, message: "NOT_FOUND" });
        expect(await stranger.send(updatePost, { ...aPost(), id: absent })).toMatchObject({ status: 404 });
        expect(await stranger.send(deletePosts, { ids: [absent] })).toMatchObject({ status: 404 });
      }
      expect(await admin.send(findPost, { id })).toMatchObject({ status: 200, body: { version: 1 } });
    });

    test("an observer can read posts, a guest cannot, and neither can write them", async () => {
      const [observer, guest] = [await lender.as("observer"), await lender.as("guest")];
      expect(await observer.send(listOwnPosts)).toMatchObject({ status: 200, body: [] });
      expect(await guest.send(listOwnPosts)).toMatchObject({ status: 403, message: "FORBIDDEN" });
      for (const person of [observer, guest])
        expect(await person.send(createOwnPost, aPost())).toMatchObject({ status: 403, message: "FORBIDDEN" });
      expect(await (await lender.as("editor")).send(createPost, aPost())).toMatchObject({ status: 403 });
    });

    test("exactly the given posts are deleted", async () => {
      const [first, second, third] = [await hasPost(officer), await hasPost(officer), await hasPost(officer)];
      const reply = await officer.send(deleteOwnPosts, {
        ids: [first.id, second.id, first.id, first.id.toUpperCase()],
      });
      expect(reply.status).toBe(204);
      const left = (await officer.send(listOwnPosts)).body.map(({ id }) => id);
      expect(left).toContain(third.id);
      expect(left).not.toContain(first.id);
      expect(await officer.send(findOwnPost, { id: second.id })).toMatchObject({ status: 404 });
      expect(await admin.send(deletePosts, { ids: [third.id] })).toMatchObject({ status: 204 });
    });

    test("a list with the id of another user's post deletes nothing", async () => {
      const own = await hasPost(officer);
      const colleagues = await hasPost(await lender.as("editor"));
      const foreign = await hasPost(await (await aLender(product)).as("registered"));
      for (const other of [colleagues.id, foreign.id, randomUUID(), "no id"])
        expect(await officer.send(deleteOwnPosts, { ids: [own.id, other] })).toMatchObject({ status: 404 });
      expect(await admin.send(deletePosts, { ids: [own.id, colleagues.id, foreign.id] })).toMatchObject({
        status: 404,
      });
      for (const { id } of [own, colleagues]) expect(await admin.send(findPost, { id })).toMatchObject({ status: 200 });
      const root = await lender.as("root");
      expect(await root.send(deletePosts, { ids: [own.id, colleagues.id, foreign.id] })).toMatchObject({ status: 204 });
    });

    test("two users who delete the same posts at once do not deadlock, and one succeeds", async () => {
      const ids = (await Promise.all(Array.from({ length: 10 }, () => hasPost(officer)))).map(({ id }) => id);
      const replies = await Promise.all(
        [ids, ids.toReversed()].map((list) => officer.send(deleteOwnPosts, { ids: list })),
      );
      expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 404]);
    });

    test("root edits a post of another organization in that organization", async () => {
      const stranger = await (await aLender(product)).as("registered");
      const { id } = await hasPost(stranger);
      const root = await lender.as("root");
      expect(await root.send(findPost, { id })).toMatchObject({ status: 200, body: { id } });
      expect(await root.send(updatePost, { id, title: "By root" })).toMatchObject({ status: 200 });
      expect((await stranger.send(findOwnPost, { id })).body).toMatchObject({ title: "By root", version: 2 });
    });

    test("an unknown group or one of another organization is not found, and nothing is saved", async () => {
      const groupId = randomUUID();
      await product.asOwner("insert into groups (organization_id, id, name) values ($1, $2, 'Desk')", [
        (await aLender(product)).organizationId,
        groupId,
      ]);
      const before = (await officer.send(listOwnPosts)).body.length;
      for (const id of [groupId, randomUUID()]) {
        const audience = { scope: "groups" as const, groupIds: [id] };
        expect(await officer.send(createOwnPost, aPost({ audience }))).toMatchObject({ status: 404 });
      }
      expect((await officer.send(listOwnPosts)).body).toHaveLength(before);
    });

    test("a user who left the organization stays the author of their posts", async () => {
      const fresh = await aLender(product);
      const leaver = await fresh.newcomer("registered");
      const post = await hasPost(leaver);
      expect(await leaver.send(calls.eraseAccount)).toMatchObject({ status: 204 });
      const read = await (await fresh.as("admin")).send(findPost, { id: post.id });
      expect(read).toMatchObject({ status: 200, body: { body: post.body, author: { id: leaver.userId } } });
      expect(read.body.author.lastName).not.toBe(post.author.lastName);
    });

    test("every change adds an audit event, and the chain is valid", async () => {
      const fresh = await aLender(product);
      const person = await fresh.as("editor");
      const { id } = await hasPost(person);
      await person.send(updateOwnPost, { ...aPost(), id });
      await person.send(deleteOwnPosts, { ids: [id] });
      const rows = await product.asOwner(
        "select action, object_id from audit_rows where organization_id = $1 order by seq",
        [fresh.organizationId],
      );
      expect(rows.map(({ action }) => action)).toEqual(["post.created", "post.edited", "post.deleted"]);
      const { db, system } = product.database;
      expect((await verifyAudit(db, system)).errors).toEqual([]);
    });
  });
});

describe("feed", () => {
  const HOUR = 3_600_000;
  const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

  describe.each(FEATURE_ENGINES)("the feed of posts on %s", (engine) => {
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
      await product.asOwner(
        "insert into group_members (organization_id, group_id, membership_id) values ($1, $2, $3)",
        [lender.organizationId, desk, reader.membershipId],
      );
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
});

// Compares the database's order with the browser's, and pages with the whole list.
describe("pages", () => {
  const TITLES = [
    "Rates 10",
    "rates 9",
    "Élan",
    "elan",
    "Zebra",
    "(note)",
    "50 % down",
    "Same",
    "Same",
    "ünder",
    "\u0301",
  ];
  const SORTS = PostPage.shape.sort.def.innerType.options;
  const browser = new Intl.Collator("en-US", { numeric: true, sensitivity: "base" });

  /** The values by which the table in the browser sorts. */
  const VALUES: Record<(typeof SORTS)[number], (post: Post) => string> = {
    title: ({ title }) => title,
    status: ({ status }) => String(POST_STATUSES.indexOf(status)),
    updatedAt: ({ updatedAt }) => new Date(updatedAt).toISOString(),
    createdAt: ({ createdAt }) => new Date(createdAt).toISOString(),
  };

  describe.each(FEATURE_ENGINES)("pages of posts on %s", (engine) => {
    let product: TestProduct;
    let officer: Person;
    let all: Post[];

    beforeAll(async () => {
      product = await openTestProduct(engine);
      officer = await (await aLender(product)).as("registered");
      for (const [at, title] of TITLES.entries())
        await hasPost(officer, { title, body: `Body ${at}`, status: POST_STATUSES[at % 3]! });
      all = (await officer.send(calls.listOwnPosts)).body;
    });
    afterAll(() => product.close());

    const idsOf = async (query: PostPage) => (await officer.send(calls.listOwnPosts, query)).body.map(({ id }) => id);

    test.each(SORTS.flatMap((sort) => SORT_DIRECTIONS.map((direction) => [sort, direction] as const)))(
      "sorting by %s %s matches the browser, and the pages match the whole list",
      async (sort, direction) => {
        const sign = direction === "ascending" ? 1 : -1;
        const ids = (direction === "ascending" ? all.toReversed() : all) // equal rows follow the direction too
          .toSorted((one, other) => sign * browser.compare(VALUES[sort](one), VALUES[sort](other)))
          .map(({ id }) => id);
        expect(await idsOf({ sort, direction })).toEqual(ids);
        const paged: string[] = [];
        for (let after: string | undefined; paged.length < ids.length; after = paged.at(-1)) {
          const page = await idsOf({ sort, direction, limit: 4, ...(after && { after }) });
          expect(page.length).toBeGreaterThan(0);
          paged.push(...page);
        }
        expect(paged).toEqual(ids);
      },
    );

    test("a search covers title and body in any letter case", async () => {
      expect(await idsOf({ search: "RATES" })).toHaveLength(2);
      expect(await idsOf({ search: "body 3" })).toHaveLength(1);
      expect(await idsOf({ search: "50 %" })).toHaveLength(1);
      expect(await idsOf({ search: "%" })).toHaveLength(1);
      expect(await idsOf({ search: "nowhere" })).toEqual([]);
    });

    test("a page after a post outside the list is refused", async () => {
      const foreign = await hasPost(await (await aLender(product)).as("registered"));
      expect(await officer.send(calls.listOwnPosts, { after: foreign.id })).toMatchObject({
        ...{ status: 400, errors: [{ field: "after" }] },
      });
    });
  });
});
