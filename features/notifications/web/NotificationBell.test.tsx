import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { endSession } from "#features/auth/web/session/session.ts";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { DEFAULT_PREFERENCES, type Notification } from "#features/notifications/contract.ts";
import { answerHttp, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { NotificationBell } from "./NotificationBell.tsx";
import { NotificationsPage } from "./NotificationsPage.tsx";

const LIST = "GET /account/notifications";
const COUNT = "GET /account/notifications/unread";
const READ_ALL = "POST /account/notifications/read";
const PREFERENCES = "/account/notification-preferences";

const aNotification = (details: Partial<Notification> = {}): Notification => ({
  id: "one",
  kind: "bankConnected",
  borrower: { id: "dana", name: "Dana Reyes" },
  bank: "First Platypus Bank",
  reason: null,
  by: null,
  readAt: null,
  createdAt: new Date(Date.now() - 3 * 60_000).toISOString(),
  ...details,
});

const nothing = () => new Response(null, { status: 204 });
const listOf = (notifications: readonly Notification[]) => ({ notifications, hasOlder: false });

/** As the browser says it, which the tests' own does not. */
function openPanel(): void {
  fireEvent(
    document.getElementById("notifications")!, // drawn with the bell
    Object.assign(new Event("toggle"), { oldState: "closed", newState: "open" }),
  );
}

beforeEach(() => void signIn());
afterEach(endSession);

test("the bell says how many are unread, and the panel who, what and when, with a link to the place", async () => {
  const stored = [
    aNotification(),
    aNotification({ id: "two", kind: "documentsReceived", bank: null, readAt: "2026-11-20T10:00:00.000Z" }),
  ];
  const server = answerHttp({
    [LIST]: () => listOf(stored),
    [COUNT]: { unread: 1 },
    "POST /account/notifications/one/read": nothing,
  });
  await renderAt("/", <NotificationBell />);
  await screen.findByRole("button", { name: "Notifications, 1 unread" });
  expect(server.requests.map(({ call }) => call)).toEqual([COUNT]);
  openPanel();
  const [first, second] = await screen.findAllByRole("listitem", { hidden: true });
  expect(first!.textContent).toBe(
    "Bank connected (unread)First Platypus Bank was connected for Dana Reyes.3 minutes ago",
  );
  expect(within(first!).getByText("3 minutes ago").title).toMatch(/\d{4}, \d+:\d\d/);
  expect(second!.textContent).toContain("Documents received");
  expect(second!.textContent).not.toContain("unread");
  const link = within(first!).getByRole("link", { hidden: true });
  expect(link.getAttribute("href")).toBe("/borrower/asset-report/dana");
});

test("all are marked as read up to the newest that is shown; a failure says so and loses nothing", async () => {
  let isDown = true;
  const newest = aNotification();
  const server = answerHttp({
    [LIST]: () => listOf([isDown ? newest : { ...newest, readAt: newest.createdAt }]),
    [COUNT]: () => ({ unread: isDown ? 1 : 0 }),
    [READ_ALL]: () => (isDown ? refusal(502, "PROVIDER_UNAVAILABLE") : nothing()),
  });
  await renderAt("/", <NotificationBell />);
  openPanel();
  const all = await screen.findByRole("button", { name: "Mark all as read", hidden: true });
  await userEvent.click(all);
  await screen.findByRole("alert", { hidden: true });
  isDown = false;
  await userEvent.click(all);
  await screen.findByRole("button", { name: "Notifications" });
  expect(server.requests.findLast(({ call }) => call === READ_ALL)?.body).toEqual({ until: newest.createdAt });
});

test("an empty panel says what will be in it, and one that can't be loaded can be tried again, on the same page", async () => {
  let isDown = true;
  const server = answerHttp({
    [LIST]: () => (isDown ? refusal(500, "INTERNAL_ERROR") : listOf([])),
    [COUNT]: { unread: 0 },
  });
  await renderAt("/", <NotificationBell />);
  await screen.findByRole("button", { name: "Notifications" });
  openPanel();
  await screen.findByText("We couldn't load your notifications");
  expect(server.visited).toEqual([]);
  isDown = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again", hidden: true }));
  await screen.findByText("No notifications yet");
});

test("the choice for each kind is saved; a mention cannot be off", async () => {
  const server = answerHttp({
    [`GET ${PREFERENCES}`]: DEFAULT_PREFERENCES,
    [`PUT ${PREFERENCES}`]: ({ body }) => body as object,
  });
  await renderAt("/account/settings/notifications", <NotificationsPage />);
  const ready = await screen.findByLabelText("Report ready");
  expect(ready).toHaveProperty("value", "daily");
  await userEvent.selectOptions(ready, "Off");
  const options = within(screen.getByLabelText("Mentioned in a comment")).getAllByRole("option");
  expect(options.map(({ textContent }) => textContent)).toEqual([
    "Email right away",
    "Daily email",
    "No email, only the bell",
  ]);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(server.requests.at(-1)).toEqual({
      call: `PUT ${PREFERENCES}`,
      body: { ...DEFAULT_PREFERENCES, reportReady: "off" },
    }),
  );
});
