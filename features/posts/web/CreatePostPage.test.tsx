import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { setDisplayZone } from "#platform/web/format/dates.ts";
import { readTestConfig, answerHttp, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { CreateAdminPostPage, CreatePostPage } from "./CreatePostPage.tsx";
import { aPost } from "./test-post.ts";

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
