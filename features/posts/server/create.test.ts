import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { FEATURE_ENGINES } from "#testing/database.ts";
import { aLender, someoneWith, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { POSTS_PER_ORGANIZATION } from "#features/posts/contract.ts";
import { aPost, hasPost, insertPosts } from "./test-posts.ts";

const { createOwnPost, createPost, findOwnPost, findPost, listOwnPosts, listPosts, deleteOwnPosts } = calls;

/** Input from typing, pasting and attacks. */
const ODD_BODIES = [
  "# Größe — “quoted” 'single' \\back\\ 💶\r\n\n* one\n\t* two\n\n[a](https://example.org/?a=1&b=2)",
  '<script>alert("x")</script> <img src=x onerror=alert(1)> &amp; &lt;',
  " leading and trailing \n\n",
  "{{7*7}} ${x} %s $1 \u2028 \u200b e\u0301 é",
  "",
];

describe.each(FEATURE_ENGINES)("a new post on %s", (engine) => {
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

  test("a post is stored exactly: Markdown, Unicode, quotes", async () => {
    for (const body of ODD_BODIES) {
      const title = `“Rates” & 'fees' <b>ünïcode</b> 💶 ${randomUUID()}`;
      const created = await officer.send(createOwnPost, { title: `  ${title} `, body, summary: `"${title}"` });
      expect(created).toMatchObject({ status: 201, body: { title, body, summary: `"${title}"` } });
      const { id } = created.body;
      const read = await officer.send(findOwnPost, { id });
      expect(read.body).toEqual(created.body);
      expect(await admin.send(findPost, { id })).toMatchObject({ status: 200, body: created.body });
    }
  });

  test("an admin's call also creates the admin's own post in the organization's list", async () => {
    const { status, body } = await admin.send(createPost, aPost({ pinned: true }));
    expect({ status, body }).toMatchObject({ status: 201, body: { ...aPost(), pinned: true, status: "published" } });
    expect(body.author.id).toBe(admin.userId);
    expect((await admin.send(listPosts)).body).toContainEqual(body);
    expect((await officer.send(calls.listPostFeed)).body).toContainEqual(body);
  });

  test("an organization has at most a thousand posts, and other organizations are not delayed", async () => {
    const fresh = await aLender(product);
    const author = await fresh.as("editor");
    await insertPosts(product, author, { ...fresh, count: POSTS_PER_ORGANIZATION - 1 });
    const again = someoneWith(product, author.token, { "idempotency-key": randomUUID() });
    const last = await again.send(createOwnPost, aPost());
    expect(last.status).toBe(201);
    for (const refused of [
      await author.send(createOwnPost, aPost()),
      await (await fresh.as("admin")).send(createPost, aPost()),
    ])
      expect(refused).toMatchObject({ status: 409, message: "LIMIT_REACHED" });
    expect((await again.send(createOwnPost, aPost())).body.id, "made before").toBe(last.body.id);
    expect(await officer.send(createOwnPost, aPost())).toMatchObject({ status: 201 });
  });

  test("a new post is published to the organization by default", async () => {
    const { body } = await officer.send(createOwnPost, { title: "Rates" });
    expect(body).toMatchObject({
      body: "",
      status: "published",
      audience: { scope: "organization", groupIds: [] },
      pinned: false,
      publishAt: null,
      expireAt: null,
      author: { id: officer.userId, firstName: "Test", lastName: "registered" },
      version: 1,
    });
  });

  test("its slug is made from the title and unique in the organization", async () => {
    const fresh = await aLender(product);
    const person = await fresh.as("editor");
    const slugFor = async (title: string) => (await hasPost(person, { title })).slug;
    expect(await slugFor("  Größe & Élan: 3 Things!  ")).toBe("gro-e-elan-3-things");
    expect(await slugFor("💶 ¿?")).toBe("post");
    expect(await slugFor("ﬁnance Ⅳ")).toBe("finance-iv");
    expect(await slugFor("x".repeat(200))).toHaveLength(80);
    const same = await Promise.all(Array.from({ length: 8 }, () => slugFor("Same title")));
    expect(new Set(same).size).toBe(8);
    expect(same.filter((slug) => slug === "same-title")).toHaveLength(1);
    expect((await hasPost(officer, { title: "Same title" })).slug).toBe("same-title");
  });

  test("the same idempotency key creates one post, even with concurrent requests", async () => {
    const author = someoneWith(product, (await lender.newcomer("registered")).token, {
      "idempotency-key": randomUUID(),
    });
    const replies = await Promise.all(Array.from({ length: 10 }, () => author.send(createOwnPost, aPost())));
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    expect((await author.send(listOwnPosts)).body).toHaveLength(1);
  });

  test("bad input is refused field by field", async () => {
    const refuse = async (details: object, field: string) => {
      const reply = await officer.send(createOwnPost, aPost(details as never));
      expect(reply).toMatchObject({ status: 400, message: "VALIDATION_ERROR" });
      expect(reply.errors?.map((error) => error.field)).toContain(field);
    };
    await refuse({ title: "   " }, "title");
    await refuse({ title: "x".repeat(201) }, "title");
    await refuse({ title: "two\nlines" }, "title");
    await refuse({ body: "x".repeat(20_001) }, "body");
    await refuse({ body: "nul \u0000" }, "body");
    await refuse({ body: "half \ud83d" }, "body");
    await refuse({ body: { toString: "x" } }, "body");
    await refuse({ summary: "x".repeat(301) }, "summary");
    await refuse({ status: "deleted" }, "status");
    await refuse({ audience: { scope: "everyone" } }, "audience.scope");
    await refuse({ audience: { scope: "groups" } }, "audience.groupIds");
    await refuse({ audience: { scope: "borrowers", groupIds: [randomUUID()] } }, "audience.groupIds");
    await refuse({ publishAt: "tomorrow" }, "publishAt");
    await refuse({ publishAt: "0000-01-01T00:00:00Z" }, "publishAt");
    const at = "2026-06-01T12:00:00Z";
    await refuse({ publishAt: at, expireAt: "2026-06-01T12:00:00.000Z" }, "expireAt");
    expect(await officer.send(createOwnPost, aPost({ publishAt: at, expireAt: "2026-06-01T12:00:01Z" }))).toMatchObject(
      {
        status: 201,
      },
    );
    expect(await officer.send(deleteOwnPosts, { ids: [] })).toMatchObject({ status: 400 });
    const many = Array.from({ length: 101 }, () => randomUUID());
    expect(await officer.send(deleteOwnPosts, { ids: many })).toMatchObject({ status: 400 });
  });

  test("ten thousand brackets and quotes are stored without delay", async () => {
    for (const body of ["[".repeat(10_000), "> ".repeat(10_000), "](".repeat(10_000)]) {
      const before = process.cpuUsage();
      expect((await hasPost(officer, { body })).body).toBe(body);
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1_000, "milliseconds of work").toBeLessThan(5_000);
    }
  });
});
