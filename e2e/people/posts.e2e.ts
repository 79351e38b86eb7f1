import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import {
  type Post,
  createOwnPost,
  listOwnPosts,
  deleteOwnPosts,
  updateOwnPost,
  findOwnPost,
} from "../../features/posts/contract.ts";
import { apiPerson, type Client } from "../api.ts";
import { logIn } from "../login.ts";
import { newPerson } from "../new-person.ts";

const ODD =
  "Größe — “quoted” & 'single' <b>bold?</b> 💶\n\n## Part\n\n* *one*\n* **two**\n\n[there](https://example.org/a?b=1&c=2)\n";

async function aPost(api: Client, details: Partial<Post> = {}): Promise<Post> {
  const { status, body } = await api.send(createOwnPost, { title: "Rates this week", ...details });
  if (status !== 201) throw new Error(`a post could not be made: ${JSON.stringify(body)}`);
  return body;
}

/** The titles in the table, from top to bottom. */
function titlesIn(page: Page) {
  return page.getByRole("table", { name: "Posts" }).getByRole("row").getByRole("link");
}

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save" }).click();
}

test("at 390 px a post is written, listed, stored exactly and read by a colleague", async ({ visitors }) => {
  const page = await visitors.arrive({ viewport: { width: 390, height: 844 } });
  await logIn(page, "registered@example.com");
  await page.goto("/account/posts");
  await page.waitForURL("/account/posts/all");
  await expect(page).toHaveTitle(/Posts/);
  await page.getByRole("link", { name: "Create Post" }).first().click();
  const title = `Notes “${process.pid}” & more`;
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Body").fill(ODD);
  await page.getByRole("tab", { name: "Preview" }).click();
  await expect(page.getByTestId("markdown-viewer").getByRole("heading", { name: "Part" })).toBeVisible();
  await save(page);
  await page.waitForURL("/account/posts/all");
  await expect(page.getByRole("link", { name: title })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  const registered = await apiPerson("registered@example.com");
  const { body: own } = await registered.send(listOwnPosts);
  expect(own.find((post) => post.title === title)).toMatchObject({ body: ODD, status: "published" });

  const reader = await visitors.arrive();
  await logIn(reader, "observer@example.com");
  await reader.goto("/account/posts/all");
  const shown = reader.getByRole("region", { name: "From your organization" }).getByRole("article", { name: title });
  await expect(shown.getByRole("link", { name: "there" })).toBeVisible();
  await expect(shown.getByRole("heading", { name: "Part" })).toBeVisible();
  await expect(shown.getByRole("listitem")).toHaveText(["one", "two"]);
  await expect(shown.locator("em")).toHaveText("one");
  await expect(shown.locator("b")).toHaveCount(0);
  await registered.send(deleteOwnPosts, {
    ids: own.filter((post) => post.title === title).map(({ id }) => id),
  });
});

test("an admin finds the organization's posts and edits a colleague's post", async ({ visitors }) => {
  const page = await visitors.arrive();
  await logIn(page, "admin@example.com");
  await page.goto("/admin/posts");
  const row = page.getByRole("row", { name: /What to ask before a bank login/ });
  await expect(row.getByText("Regina Registered")).toBeVisible();
  await expect(page.getByRole("row", { name: /Bank reports come before rate locks/ })).toBeVisible();
  await expect(page.getByText("Turn times for January")).toHaveCount(0);
  const link = page.getByRole("navigation", { name: "Side navigation" }).getByRole("link", { name: "Posts" });
  await expect(link).toHaveAttribute("aria-current", "page");
  await row.getByRole("link").click();
  await page.waitForURL(/\/admin\/posts\/edit\//);
  await page.getByLabel("Summary").fill("Four questions that save a second call to the borrower.");
  await save(page);
  await page.waitForURL("/admin/posts");
  await expect(page.getByTestId("toast").filter({ hasText: "Post saved" })).toBeVisible();
});

test("deleting selected posts asks first: Cancel makes no call, Confirm deletes exactly these", async ({
  visitors,
}) => {
  const { email, password, api } = await newPerson();
  for (const title of ["First", "Second", "Third"]) await aPost(api, { title });
  const page = await visitors.arrive();
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("delete-multiple")) asked.push(request.postData() ?? "");
  });
  await logIn(page, email, password);
  await page.goto("/account/posts/all");
  for (const title of ["First", "Third"])
    await page.getByRole("row", { name: title }).getByRole("checkbox", { name: "Select row" }).check();
  await page.getByRole("button", { name: "Delete selected" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(asked).toEqual([]);
  await expect(titlesIn(page)).toHaveCount(3);

  await page.getByRole("button", { name: "Delete selected" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  await expect(titlesIn(page)).toHaveText(["Second"]);
  expect(asked).toHaveLength(1);
});

test("a post is deleted on its edit page, and the list no longer has it", async ({ visitors }) => {
  const { email, password, api } = await newPerson();
  for (const title of ["Stays", "Goes"]) await aPost(api, { title });
  const page = await visitors.arrive();
  await logIn(page, email, password);
  await page.goto("/account/posts/all");
  await page.getByRole("link", { name: "Goes" }).click();
  await page.getByLabel("Summary").fill("Not saved, and not asked about.");
  await page.getByRole("button", { name: "Delete post" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  await page.waitForURL("/account/posts/all");
  await expect(page.getByTestId("toast").filter({ hasText: "1 post deleted." })).toBeVisible();
  await expect(titlesIn(page)).toHaveText(["Stays"]);
});

test("posts that cannot be loaded show an empty table without uncaught errors, and load when requested again", async ({
  visitors,
}) => {
  const page = await visitors.arrive({ expects: /ERR_FAILED|failed: 0 NETWORK/ });
  await logIn(page, "admin@example.com");
  const lists = /\/api\/latest\/(?:account|admin)\/post(?:-feed)?(?:\?.*)?$/;
  await page.route(lists, (route) => route.abort());
  for (const path of ["/account/posts/all", "/admin/posts"]) {
    await page.goto(path);
    await expect(page.getByText("We couldn't load the posts.")).toBeVisible();
    const table = page.getByRole("table", { name: "Posts" });
    await expect(table.locator("tbody tr")).toHaveCount(0);
    expect(new URL(page.url()).pathname).toBe(path);
  }
  await page.unroute(lists);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("link", { name: "Holiday hours in December" })).toBeVisible();
});

test.describe("a refused save", () => {
  for (const status of [400, 403, 404, 500]) {
    test(`with status ${status} leaves the form open with its text`, async ({ visitors }) => {
      const { email, password, api } = await newPerson();
      const { id } = await aPost(api);
      const page = await visitors.arrive({ expects: /status of \d+|failed: \d+/ });
      await logIn(page, email, password);
      await page.route(/\/api\/latest\/account\/post(?:\/[0-9a-f-]+)?$/, (route) =>
        route.request().method() === "GET" ? route.continue() : route.fulfill({ status, json: { message: "REFUSED" } }),
      );
      for (const path of ["/account/posts/create", `/account/posts/edit/${id}`]) {
        await page.goto(path);
        await page.getByLabel("Title").fill("Saved title");
        await page.getByLabel("Body").fill("Saved **body**");
        await save(page);
        await expect(page.getByRole("alert").filter({ hasText: "Your text is still here." })).toBeVisible();
        expect(new URL(page.url()).pathname).toBe(path);
        await expect(page.getByLabel("Title")).toHaveValue("Saved title");
        await expect(page.getByLabel("Body")).toHaveValue("Saved **body**");
        await page.getByRole("link", { name: "Cancel" }).click();
        await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
        await page.waitForURL("/account/posts/all");
      }
    });
  }
});

test("when two people edit at once, the second one sees both texts and decides", async ({ visitors }) => {
  const { email, password, api } = await newPerson();
  const { id } = await aPost(api, { body: "As it was" });
  const page = await visitors.arrive({ expects: /\b409\b/ });
  await logIn(page, email, password);
  await page.goto(`/account/posts/edit/${id}`);
  await page.getByLabel("Body").fill("Mine");
  await api.send(updateOwnPost, { id, title: "Their title", body: "**Theirs**" });
  await save(page);
  await expect(page.getByRole("region", { name: "Theirs" }).getByText("Theirs", { exact: true }).last()).toBeVisible();
  await expect(page.getByRole("region", { name: "Yours" }).getByText("Mine")).toBeVisible();
  await expect(page.getByLabel("Body")).toHaveValue("Mine");
  await page.getByRole("button", { name: "Keep mine" }).click();
  await page.waitForURL("/account/posts/all");
  const { body: post } = await api.send(findOwnPost, { id });
  expect(post).toMatchObject({ title: "Rates this week", body: "Mine", version: 3 });
});
