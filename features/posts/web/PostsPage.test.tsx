import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { confirmStore } from "#platform/web/confirm.ts";
import { readTestConfig, answerHttp, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { toastStore } from "#platform/web/parts/ToastArea.tsx";
import { AdminPostsPage } from "./AdminPostsPage.tsx";
import { PostsPage } from "./PostsPage.tsx";
import { aPost } from "./test-post.ts";

const AT = "/account/posts/all";
const LIST = "GET /account/post";
const FEED = "GET /account/post-feed";
const DELETE = "POST /account/post/delete-multiple";
const rates = aPost({ id: "rates" });
const hours = aPost({
  id: "hours",
  title: "Holiday hours",
  status: "draft",
  audience: { scope: "groups", groupIds: ["a", "b"] },
  pinned: true,
  updatedAt: "2026-11-05T12:00:00Z",
});

beforeEach(async () => {
  await readTestConfig();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(document.head, "append").mockImplementation(
    (script) => void (script as HTMLScriptElement).dispatchEvent(new Event("error")),
  );
  void signIn();
});

const rows = () => screen.getAllByRole("row").slice(1);
const select = async (title: string) =>
  userEvent.click(
    within((await screen.findByRole("link", { name: title })).closest("tr")!).getByRole("checkbox", {
      name: "Select row",
    }),
  );

test("lists the user's posts, the last changed first, each with a link to edit it", async () => {
  answerHttp({ [LIST]: [rates, hours], [FEED]: [] });
  await renderAt(AT, <PostsPage />);
  const link = await screen.findByRole("link", { name: "Holiday hours" });
  expect(link).toHaveProperty("pathname", "/account/posts/edit/hours");
  expect(rows().map((row) => within(row).getByRole("link").textContent)).toEqual(["Holiday hours", "Rates this week"]);
  for (const words of ["Draft", "2 groups", "Pinned"]) expect(rows()[0]?.textContent).toContain(words);
  screen.getByRole("link", { name: "Create Post" });
});

test("posts by others are below, with author and time", async () => {
  answerHttp({ [LIST]: [], [FEED]: [aPost({ pinned: true, summary: "In a sentence" })] });
  await renderAt(AT, <PostsPage />);
  const post = await screen.findByRole("article", { name: "Rates this week" });
  expect(post.textContent).toContain("Ada Admin, Nov 1, 2026");
  within(post).getByText("Pinned");
  within(post).getByText("In a sentence");
  expect(within(post).getByTestId("markdown-viewer").textContent).toContain("Up by **an eighth**.");
  screen.getByText("No posts yet");
});

test("of a long feed five posts are shown, and more on request", async () => {
  answerHttp({
    [LIST]: [],
    [FEED]: Array.from({ length: 7 }, (_, at) => aPost({ id: `p${at}`, title: `Post ${at}` })),
  });
  await renderAt(AT, <PostsPage />);
  expect(await screen.findAllByRole("article")).toHaveLength(5);
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(screen.getAllByRole("article")).toHaveLength(7);
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

test("posts by others show that they load", async () => {
  const feed = Promise.withResolvers<object>();
  answerHttp({ [LIST]: [], [FEED]: () => feed.promise });
  await renderAt(AT, <PostsPage />);
  const section = within(await screen.findByRole("region", { name: "From your organization" }));
  section.getByText("Loading");
  feed.resolve([]);
  await section.findByText("No posts from your colleagues.");
  expect(section.queryByText("Loading")).toBeNull();
});

test("deleting asks first: Cancel makes no call, Confirm deletes the selection", async () => {
  let stored = [rates, hours];
  const server = answerHttp({
    [LIST]: () => stored,
    [FEED]: [],
    [DELETE]: () => ((stored = [rates]), new Response(null, { status: 204 })),
  });
  await renderAt(AT, <PostsPage />);
  await select("Holiday hours");
  const press = () => userEvent.click(screen.getByRole("button", { name: "Delete selected" }));
  await press();
  expect(confirmStore.get()).toMatchObject({ title: "Delete this post?", cancel: "Cancel", tone: "danger" });
  confirmStore.get()?.answer(false);
  await Promise.resolve();
  expect(server.count(DELETE)).toBe(0);

  await press();
  confirmStore.get()?.answer(true);
  await waitFor(() => expect(screen.queryByRole("link", { name: "Holiday hours" })).toBeNull());
  expect(server.requests.find(({ call }) => call === DELETE)?.body).toEqual({ ids: ["hours"] });
  expect(screen.queryByRole("button", { name: "Delete selected" })).toBeNull();
});

test("a refused deletion keeps rows and selection", async () => {
  const server = answerHttp({ [LIST]: [rates], [FEED]: [], [DELETE]: refusal(429, "TOO_MANY_REQUESTS") });
  await renderAt(AT, <PostsPage />);
  await select("Rates this week");
  await userEvent.click(screen.getByRole("button", { name: "Delete selected" }));
  confirmStore.get()?.answer(true);
  await waitFor(() => expect(toastStore.get().at(-1)?.header).toBe("Nothing was deleted"));
  expect(server.count(DELETE)).toBe(1);
  expect(server.visited).toEqual([]);
  screen.getByText("1 selected");
  screen.getByRole("link", { name: "Rates this week" });
});

test("posts that fail to load show an empty table with a line of text and can be requested again", async () => {
  let isDown = true;
  answerHttp({
    [LIST]: () => (isDown ? refusal(429, "TOO_MANY_REQUESTS") : [rates]),
    [FEED]: () => (isDown ? refusal(429, "TOO_MANY_REQUESTS") : [hours]),
  });
  await renderAt(AT, <PostsPage />);
  await screen.findByText("We couldn't load the posts.");
  const table = screen.getByRole("table", { name: "Posts" });
  expect(table.getAttribute("aria-busy")).toBe("false");
  expect(within(table).getAllByRole("row")).toHaveLength(1);
  expect(screen.queryByRole("alert")).toBeNull();
  await screen.findByText("We couldn't load your colleagues’ posts.");

  isDown = false;
  for (const again of screen.getAllByRole("button", { name: "Try again" })) await userEvent.click(again);
  await screen.findByRole("link", { name: "Rates this week" });
  await screen.findByRole("article", { name: "Holiday hours" });
});

test("a user who may only read learns why there are no buttons", async () => {
  void signIn({ role: "observer" });
  answerHttp({ [LIST]: [], [FEED]: [] });
  await renderAt(AT, <PostsPage />);
  const create = await screen.findByRole("button", { name: "Create Post" });
  expect(create.getAttribute("title")).toContain("Your role is read-only here");
});

test("an admin's list shows the author of each post", async () => {
  answerHttp({ "GET /admin/post": [rates, hours] });
  await renderAt("/admin/posts", <AdminPostsPage />);
  const link = await screen.findByRole("link", { name: "Rates this week" });
  expect(link).toHaveProperty("pathname", "/admin/posts/edit/rates");
  expect(link.closest("tr")?.textContent).toContain("Ada Admin");
});
