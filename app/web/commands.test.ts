import { afterEach, expect, test, vi } from "vitest";
import { endSession } from "#features/auth/web/session/session.ts";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { storedTheme } from "#platform/web/theme.ts";
import { pages } from "./routes.tsx";
import { commandsNow, DESTINATIONS } from "./commands.ts";

afterEach(endSession);

const labels = () => commandsNow(vi.fn()).map(({ label }) => label);

test("every destination is a page of the site", () => {
  const paths = pages.map(({ path }) => path);
  expect(DESTINATIONS.map(({ to }) => to).filter((to) => !paths.includes(to))).toEqual([]);
});

test("a signed-out visitor gets no private pages or commands", () => {
  expect(labels()).toContain("Log In");
  for (const label of ["Borrowers", "Profile", "Create Borrower", "Log Out"]) expect(labels()).not.toContain(label);
  for (const { to, who } of DESTINATIONS)
    if (who !== "anyone" && who !== "anonymous") expect(pages.find(({ path }) => path === to)?.access).toBe("private");
});

test.each([
  ["registered", true, true, false],
  ["observer", true, false, false],
  ["guest", false, false, false],
  ["admin", true, true, true],
] as const)("as %s: Borrowers %s, Create Borrower %s, All Borrowers %s", (role, mayRead, mayCreate, seesAll) => {
  signIn({ role });
  const found = labels();
  expect([found.includes("Borrowers"), found.includes("Create Borrower"), found.includes("All Borrowers")]).toEqual([
    mayRead,
    mayCreate,
    seesAll,
  ]);
  expect(found).not.toContain("Log In");
});

test("a user with an unconfirmed email address cannot create borrowers yet", () => {
  signIn({ emailConfirmed: false });
  expect(labels()).not.toContain("Create Borrower");
});

test("shortcuts and ids are unique", () => {
  signIn({ role: "admin" });
  const commands = commandsNow(vi.fn());
  const keys = commands.flatMap((command) => command.keys ?? []);
  expect(keys.toSorted()).toEqual(["c", "g b", "g s"]);
  expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
});

test("the theme can be changed from here too", async () => {
  commandsNow(vi.fn())
    .find(({ label }) => label === "Change theme to dark")
    ?.run();
  expect(storedTheme()).toBe("dark");
  await vi.waitFor(() => expect(document.documentElement.dataset["theme"]).toBe("dark"));
});
