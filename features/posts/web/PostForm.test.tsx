import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { confirmStore } from "#platform/web/confirm.ts";
import { answerHttp, readTestConfig, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { toastStore } from "#platform/web/parts/ToastArea.tsx";
import { setDisplayZone } from "#platform/web/format/dates.ts";
import { EditPostPage } from "./EditPostPage.tsx";
import { aPost } from "./test-post.ts";
import { CreateAdminPostPage, CreatePostPage } from "./CreatePostPage.tsx";

describe("EditPostPage", () => {
  // The route pattern is the URL here, so the post's id is the text "$id".
  const AT = "/account/posts/edit/$id";
  const READ = "GET /account/post/$id";
  const WRITE = "PUT /account/post/$id";
  const DELETE = "POST /account/post/delete-multiple";
  const stored = aPost({ id: "$id", pinned: true });
  const theirs = { ...stored, title: "Their title", body: "Their body", version: 2 };

  beforeEach(async () => {
    await readTestConfig();
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    vi.spyOn(document.head, "append").mockImplementation(
      (script) => void (script as HTMLScriptElement).dispatchEvent(new Event("error")),
    );
    void signIn();
  });

  const body = () => screen.findByLabelText<HTMLTextAreaElement>(/^Body/);
  const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

  async function write(text: string): Promise<void> {
    await userEvent.clear(await body());
    await userEvent.type(await body(), text);
  }

  /** The form with "mine" in it, after a save that came too late. */
  async function showOvertaken() {
    let current = stored;
    const server = answerHttp({
      [READ]: () => current,
      [WRITE]: () => (current === theirs ? { ...theirs, version: 3 } : ((current = theirs), refusal(409, "STALE"))),
    });
    const { router } = await renderAt(AT, <EditPostPage />);
    await write("mine");
    await press("Save");
    await screen.findByText("Someone else updated this post");
    const sent = () => server.requests.filter(({ call }) => call === WRITE).map((request) => request.body);
    return { router, sent };
  }

  test("saves the whole post and returns to the list", async () => {
    const server = answerHttp({ [READ]: stored, [WRITE]: stored });
    const { router } = await renderAt(AT, <EditPostPage />);
    await write("second");
    await press("Save");
    await waitFor(() => expect(router.state.location.pathname).toBe("/account/posts/all"));
    const sent = server.requests.find(({ call }) => call === WRITE)?.body;
    expect(sent).toMatchObject({ title: "Rates this week", body: "second", pinned: true, version: 1 });
  });

  test("a refused save keeps the form with its text and says what happened", async () => {
    let answer = refusal(400, "VALIDATION_ERROR");
    const server = answerHttp({ [READ]: stored, [WRITE]: () => answer });
    await renderAt(AT, <EditPostPage />);
    await write("mine");
    for (const [status, code, words] of [
      [400, "VALIDATION_ERROR", "Some fields aren't valid."],
      [403, "FORBIDDEN", "Your role doesn't allow this."],
      [404, "NOT_FOUND", "in its audience was deleted"],
      [500, "INTERNAL_ERROR", "Something went wrong on our side"],
    ] as const) {
      answer = refusal(status, code);
      await press("Save");
      await waitFor(() => expect(screen.getByRole("alert").textContent).toContain(words));
      expect(screen.getByRole("alert").textContent).toContain("Your text is still here.");
      expect((await body()).value).toBe("mine");
    }
    expect(server.visited).toEqual([]);
  });

  test("another user's version and mine are shown side by side", async () => {
    await showOvertaken();
    expect(screen.getByRole("region", { name: "Theirs" }).textContent).toContain("Their body");
    expect(screen.getByRole("region", { name: "Yours" }).textContent).toContain("mine");
    screen.getByText(/The two differ in: Title, Body\./);
    expect((await body()).value).toBe("mine");
  });

  test("keep mine saves my version over theirs", async () => {
    const { router, sent } = await showOvertaken();
    await press("Keep mine");
    await waitFor(() => expect(router.state.location.pathname).toBe("/account/posts/all"));
    expect(sent()).toMatchObject([{ version: 1 }, { title: "Rates this week", body: "mine", version: 2 }]);
  });

  test("take theirs puts their version into the form and sends nothing", async () => {
    const { sent } = await showOvertaken();
    await press("Take theirs");
    expect((await body()).value).toBe("Their body");
    expect(screen.getByLabelText("Title")).toHaveProperty("value", "Their title");
    expect(screen.queryByText("Take theirs")).toBeNull();
    expect(sent()).toHaveLength(1);
  });

  test("keep editing keeps my text, the next save builds on their version, and leaving asks", async () => {
    const { router, sent } = await showOvertaken();
    await press("Keep editing");
    expect(screen.queryByText("Keep editing")).toBeNull();
    void router.navigate({ to: "/elsewhere" });
    await waitFor(() => expect(confirmStore.get()?.title).toBe("Discard changes?"));
    confirmStore.get()?.answer(false);
    await userEvent.type(await body(), " and theirs");
    await press("Save");
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).toMatchObject({ body: "mine and theirs", version: 2 });
  });

  test("deleting asks first, then opens the list despite unsaved text and does not load the post again", async () => {
    const server = answerHttp({ [READ]: stored, [DELETE]: () => new Response(null, { status: 204 }) });
    const { router } = await renderAt(AT, <EditPostPage />);
    await write("mine");
    await press("Delete post");
    expect(confirmStore.get()).toMatchObject({ title: "Delete this post?", cancel: "Cancel", tone: "danger" });
    confirmStore.get()?.answer(false);
    await Promise.resolve();
    expect(server.count(DELETE)).toBe(0);

    await press("Delete post");
    confirmStore.get()?.answer(true);
    await waitFor(() => expect(router.state.location.pathname).toBe("/account/posts/all"));
    expect(server.requests.find(({ call }) => call === DELETE)?.body).toEqual({ ids: ["$id"] });
    expect(toastStore.get().at(-1)).toMatchObject({ header: "Posts deleted", body: "1 post deleted." });
    expect(server.count(READ)).toBe(1);
  });

  test("a post that is loading cannot be deleted, and the button already has its place", async () => {
    const reading = Promise.withResolvers<object>();
    answerHttp({ [READ]: () => reading.promise });
    await renderAt(AT, <EditPostPage />);
    const button = await screen.findByRole("button", { name: "Delete post" });
    expect(button.title).toBe("The post is still loading.");
    reading.resolve(stored);
    await waitFor(() => expect(button.title).toBe(""));
  });

  test("a refused deletion keeps the page and the text", async () => {
    answerHttp({ [READ]: stored, [DELETE]: refusal(500, "INTERNAL_ERROR") });
    await renderAt(AT, <EditPostPage />);
    await write("mine");
    await press("Delete post");
    confirmStore.get()?.answer(true);
    await waitFor(() => expect(toastStore.get().at(-1)?.header).toBe("Nothing was deleted"));
    expect((await body()).value).toBe("mine");
  });

  test("a user who may read the post and not edit it cannot delete it and learns why", async () => {
    signIn({ role: "observer" });
    answerHttp({ [READ]: stored });
    await renderAt(AT, <EditPostPage />);
    expect((await screen.findByRole("button", { name: "Delete post" })).title).toContain("is read-only here");
  });

  test("a post that fails to load shows a line of text and can be requested again", async () => {
    let answer = refusal(429, "TOO_MANY_REQUESTS");
    answerHttp({ [READ]: () => answer });
    await renderAt(AT, <EditPostPage />);
    await screen.findByText("We couldn't load the post.");
    expect(screen.queryByRole("button", { name: "Delete post" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
    answer = stored;
    await press("Try again");
    expect((await body()).value).toBe(stored.body);
  });

  test("hidden groups are not sent, and a time is entered in the organization's time zone", async () => {
    const server = answerHttp({
      [READ]: { ...stored, audience: { scope: "groups", groupIds: ["desk"] }, publishAt: "2026-11-20T14:30:00.000Z" },
      [WRITE]: stored,
      "GET /account/group": [{ id: "desk", name: "Purchase desk", color: "gray" }],
    });
    await renderAt(AT, <EditPostPage />);
    const desk = await screen.findByRole("checkbox", { name: "Purchase desk" });
    expect(desk).toHaveProperty("checked", true);
    await userEvent.click(desk);
    await press("Save");
    within(screen.getByRole("group", { name: "Groups" })).getByText("Choose at least one group");
    await userEvent.selectOptions(screen.getByLabelText("Audience"), "Borrowers");
    await press("Save");
    await waitFor(() => expect(server.count(WRITE)).toBe(1));
    expect(server.requests.find(({ call }) => call === WRITE)?.body).toMatchObject({
      audience: { scope: "borrowers", groupIds: [] },
      publishAt: "2026-11-20T14:30:00.000Z",
    });
  });
});

describe("CreatePostPage", () => {
  const AT = "/account/posts/create";
  const CREATE = "POST /account/post";

  beforeEach(async () => {
    await readTestConfig();
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    vi.spyOn(document.head, "append").mockImplementation(
      (script) => void (script as HTMLScriptElement).dispatchEvent(new Event("error")),
    );
    void signIn();
  });
  afterEach(() => setDisplayZone(undefined));

  const save = () => userEvent.click(screen.getByRole("button", { name: "Save" }));

  test("a title and a body create a post that is published to the organization", async () => {
    const server = answerHttp({ [CREATE]: aPost() });
    const { router } = await renderAt(AT, <CreatePostPage />);
    await userEvent.type(await screen.findByLabelText("Title"), "Rates");
    await userEvent.type(screen.getByLabelText(/^Body/), "“Up” — *again* ü");
    await save();
    await waitFor(() => expect(router.state.location.pathname).toBe("/account/posts/all"));
    expect(server.requests[0]).toMatchObject({
      call: CREATE,
      body: {
        title: "Rates",
        body: "“Up” — *again* ü",
        status: "published",
        audience: { scope: "organization", groupIds: [] },
        publishAt: null,
      },
    });
  });

  test("a refused post stays in the form with its text and an explanation", async () => {
    let answer = refusal(400, "VALIDATION_ERROR");
    const server = answerHttp({ [CREATE]: () => answer });
    await renderAt(AT, <CreatePostPage />);
    await userEvent.type(await screen.findByLabelText("Title"), "Rates");
    const refusals = [
      [400, "VALIDATION_ERROR", "Some fields aren't valid."],
      [403, "EMAIL_NOT_CONFIRMED", "Confirm your email first"],
      [404, "NOT_FOUND", "in its audience was deleted"],
      [409, "LIMIT_REACHED", "Your organization has 1,000 posts, the maximum."],
      [500, "INTERNAL_ERROR", "Something went wrong on our side"],
    ] as const;
    for (const [at, [status, code, words]] of refusals.entries()) {
      answer = refusal(status, code);
      await save();
      await waitFor(() => expect(screen.getByRole("alert").textContent).toContain(words));
      expect(screen.getByRole("alert").textContent).toContain("Your text is still here.");
      expect(server.count(CREATE)).toBe(at + 1);
      expect(screen.getByLabelText("Title")).toHaveProperty("value", "Rates");
    }
    expect(server.visited).toEqual([]);
  });

  test("without a title nothing is sent, and the title gets the focus", async () => {
    const server = answerHttp({});
    await renderAt(AT, <CreatePostPage />);
    await screen.findByLabelText("Title");
    await save();
    await screen.findByText("Title required");
    expect(document.activeElement).toBe(screen.getByLabelText("Title"));
    expect(server.requests).toEqual([]);
  });

  test("times are in the organization's time zone, and the end must be after the start", async () => {
    setDisplayZone("America/New_York");
    const server = answerHttp({ [CREATE]: aPost() });
    await renderAt(AT, <CreatePostPage />);
    await userEvent.type(await screen.findByLabelText("Title"), "Rates");
    screen.getByText(/Time zone: America\/New York/);
    fireEvent.change(screen.getByLabelText(/^Publish at/), { target: { value: "2026-11-20T09:30" } });
    fireEvent.change(screen.getByLabelText(/^Expire at/), { target: { value: "2026-11-20T09:30" } });
    await save();
    await screen.findByText("Choose a time after the publish time");
    fireEvent.change(screen.getByLabelText(/^Expire at/), { target: { value: "2026-11-20T17:00" } });
    await save();
    await waitFor(() => expect(server.count(CREATE)).toBe(1));
    expect(server.requests[0]?.body).toMatchObject({
      publishAt: "2026-11-20T14:30:00.000Z",
      expireAt: "2026-11-20T22:00:00.000Z",
    });
  });

  test("an admin's page has the name of its tab and writes for the organization", async () => {
    void signIn({ role: "admin" });
    const server = answerHttp({ "POST /admin/post": aPost() });
    const { router } = await renderAt("/admin/posts/create", <CreateAdminPostPage />);
    await screen.findByRole("heading", { level: 1, name: "Create Organization Post" });
    await userEvent.type(screen.getByLabelText("Title"), "Rates");
    await save();
    await waitFor(() => expect(router.state.location.pathname).toBe("/admin/posts"));
    expect(server.count("POST /admin/post")).toBe(1);
  });

  test("groups show that they load before they can be chosen", async () => {
    const groups = Promise.withResolvers<object>();
    answerHttp({ "GET /account/group": () => groups.promise });
    await renderAt(AT, <CreatePostPage />);
    await userEvent.selectOptions(await screen.findByLabelText("Audience"), "Groups");
    const choice = within(await screen.findByRole("group", { name: "Groups" }));
    choice.getByText("Loading");
    groups.resolve([{ id: "desk", name: "Purchase desk", color: "gray" }]);
    await choice.findByRole("checkbox", { name: "Purchase desk" });
    expect(choice.queryByText("Loading")).toBeNull();
  });
});
