import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { Member } from "../../features/organizations/contract.ts";
import { apiPerson, sendCall } from "../api.ts";
import { logIn, sendLogIn } from "../login.ts";
import { linkIn, newestMailTo, newPerson, type NewPerson, somebodyNew } from "../new-person.ts";
import { openVisitors } from "../visitors.ts";

const visitors = openVisitors();
const ADMIN = "admin@example.com";

async function arriveAsAdmin(options: Parameters<typeof visitors.arrive>[0] = {}): Promise<Page> {
  const page = await visitors.arrive(options);
  await logIn(page, ADMIN);
  return page;
}

async function addUser(page: Page, person: NewPerson, role: string): Promise<void> {
  await page.goto("/admin/users/add");
  await page.getByLabel("First name").fill(person.firstName);
  await page.getByLabel("Last name").fill(person.lastName);
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("combobox", { name: "Role" }).selectOption(role);
  await page.getByRole("button", { name: "Add User" }).click();
  await page.getByRole("heading", { level: 1, name: "Users" }).waitFor();
}

/** Invited over the API by Acme's admin. */
async function invite({ firstName, lastName, email }: NewPerson): Promise<Member> {
  const admin = await apiPerson(ADMIN);
  const body = { firstName, lastName, email, role: "editor" };
  const reply = await admin.send<Member>("POST", "/admin/user", body);
  if (reply.status !== 201) throw new Error(`the invitation failed: ${JSON.stringify(reply.body)}`);
  return reply.body;
}

const linkTo = async ({ email }: NewPerson) => linkIn(await newestMailTo(email, "Your invitation"));
const rowOf = (page: Page, text: string) => page.getByRole("table", { name: "Users" }).getByRole("row", { name: text });

async function openInList(page: Page, { email }: NewPerson): Promise<void> {
  await page.goto("/admin/users");
  await page.getByRole("searchbox", { name: "Search" }).fill(email);
  await rowOf(page, email).getByRole("link").click();
  await page.getByRole("heading", { level: 1, name: "Edit User" }).waitFor();
}

test("an invited person accepts by email, gets a role and a group, and is refused at the next request after losing the role", async () => {
  const admin = await arriveAsAdmin();
  const someone = somebodyNew();
  await addUser(admin, someone, "registered");
  await admin.getByRole("searchbox", { name: "Search" }).fill(someone.email);
  await rowOf(admin, someone.email).getByText("Pending").waitFor();

  const person = await visitors.arrive({ expects: /\b403\b/ });
  await person.goto((await linkTo(someone)).href);
  await person.getByText("invites you to join Acme Lending").waitFor();
  expect(new URL(person.url()).search, "the token is out of the address").toBe("");
  await person.getByRole("main").getByRole("button", { name: "Create account" }).click();
  expect(await person.getByLabel("Email").inputValue()).toBe(someone.email);
  expect(await person.getByLabel("First name").inputValue()).toBe(someone.firstName);
  await person.getByLabel("Password").fill(someone.password);
  await person.getByRole("button", { name: "Register" }).click();
  await person.getByRole("heading", { level: 1, name: "Email confirmed" }).waitFor();
  await logIn(person, someone.email, someone.password);
  await person.goto("/account/settings/details");
  await person.getByRole("row", { name: /Acme Lending.*registered/ }).waitFor();

  await openInList(admin, someone);
  await admin.getByText("Active", { exact: true }).waitFor();
  await admin.getByRole("combobox", { name: "Role" }).selectOption("observer");
  const group = admin.getByRole("group", { name: "Groups" }).getByRole("checkbox").first();
  await group.check();
  await admin.getByRole("button", { name: "Save" }).click();
  await admin.getByTestId("toast").filter({ hasText: "Changes saved" }).waitFor();
  await admin.reload();
  await expect.poll(() => admin.getByRole("combobox", { name: "Role" }).inputValue()).toBe("observer");
  await expect.poll(() => group.isChecked()).toBe(true);
  const api = await apiPerson(someone.email, someone.password);
  expect((await api.send("GET", "/account/borrower")).status).toBe(200);
  const write = { firstName: "No", lastName: "Body", email: "no.body@example.net" };
  expect((await api.send("POST", "/account/borrower", write)).status, "an observer reads").toBe(403);

  await admin.getByRole("combobox", { name: "Role" }).selectOption("inactive");
  await admin.getByRole("button", { name: "Save" }).click();
  await admin.getByTestId("toast").filter({ hasText: "Changes saved" }).waitFor();
  expect((await api.send("GET", "/account/borrower")).status).toBe(403);
  await person.goto("/account/borrowers/all");
  await person.waitForURL("**/error/403");
});

describe("a member with an open page", () => {
  /** An editor of Acme who also has an organization of their own. */
  async function member(): Promise<NewPerson> {
    const someone = await newPerson();
    await invite(someone);
    const token = (await linkTo(someone)).searchParams.get("token");
    const accepted = await someone.api.send("POST", "/account/invitation/accept", { token });
    if (accepted.status !== 200) throw new Error(`joining failed: ${JSON.stringify(accepted.body)}`);
    return someone;
  }

  /** A member of Acme only. */
  async function onlyMember(): Promise<NewPerson> {
    const someone = somebodyNew();
    await invite(someone);
    const invitationToken = (await linkTo(someone)).searchParams.get("token");
    const made = await sendCall("POST", "/auth/register", { body: { ...someone, invitationToken } });
    if (made.status !== 201) throw new Error(`the registration failed: ${JSON.stringify(made.body)}`);
    return someone;
  }

  async function work(page: Page, { email, password }: NewPerson): Promise<void> {
    await logIn(page, email, password);
    await page.goto("/account/settings/details");
    const choice = page.getByRole("combobox", { name: "Active membership" });
    await page.getByRole("row", { name: /Acme Lending.*editor/ }).waitFor();
    if (await choice.isVisible()) await choice.selectOption({ label: "Acme Lending (editor)" });
    await page.getByRole("row", { name: /Acme Lending Active/ }).waitFor();
  }

  async function takeOut(person: NewPerson): Promise<void> {
    const admin = await arriveAsAdmin();
    await openInList(admin, person);
    await admin.getByRole("button", { name: "Remove from organization" }).click();
    await admin.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await admin.getByTestId("toast").filter({ hasText: "User removed" }).waitFor();
  }

  const toldIn = (page: Page) =>
    page.getByTestId("toast").filter({ hasText: "You're no longer in Acme Lending" }).waitFor();

  test("sees a new role that an admin gives them, in every tab", async () => {
    const someone = await member();
    const page = await visitors.arrive();
    await work(page, someone);
    const other = await page.context().newPage();
    await other.goto("/account/settings/details");
    const admin = await arriveAsAdmin();
    await openInList(admin, someone);
    await admin.getByRole("combobox", { name: "Role" }).selectOption("observer");
    await admin.getByRole("button", { name: "Save" }).click();
    for (const tab of [page, other]) await tab.getByRole("row", { name: /Acme Lending.*observer/ }).waitFor();
  });

  test("who is removed is notified, continues in their own organization, and keeps the text that they want to keep", async () => {
    const someone = await member();
    const page = await visitors.arrive();
    await work(page, someone);
    await page.goto("/account/posts/all");
    const writing = await page.context().newPage();
    await writing.goto("/account/borrowers/create");
    await writing.getByLabel("First name").fill("Half");
    await takeOut(someone);

    await toldIn(page);
    await page.waitForURL("**/account/borrowers/all");
    await page.getByRole("button", { name: "User menu" }).click();
    expect(await page.getByRole("banner").getByText("Acme Lending").count()).toBe(0);

    await toldIn(writing);
    await writing.getByRole("dialog").getByRole("button", { name: "Keep editing" }).click();
    expect(await writing.getByLabel("First name").inputValue()).toBe("Half");
    await writing
      .getByRole("button", { name: "Cancel" })
      .or(writing.getByRole("link", { name: "Cancel" }))
      .click();
    await writing.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
    await writing.waitForURL("**/account/borrowers/all");
  });

  test("who is removed from their only organization learns it from the next refusal and may create an organization", async () => {
    const someone = await onlyMember();
    const page = await visitors.arrive({ expects: /\b403\b|FORBIDDEN/ });
    await page.routeWebSocket(/\/live$/, () => undefined); // a connection without messages
    await work(page, someone);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    const seen: string[] = [];
    page.on("framenavigated", (frame) => seen.push(new URL(frame.url()).pathname));
    await takeOut(someone);
    await page.getByRole("link", { name: "Borrowers", exact: true }).first().click();
    await toldIn(page);
    await page.waitForURL("**/account/settings/details");
    await page.getByText("You aren't a member of an organization.").waitFor();
    await page.getByRole("button", { name: "Create an organization" }).waitFor();
    expect(asked.filter((path) => path.endsWith("/auth/refresh-token"))).toHaveLength(1);
    expect(seen).not.toContain("/error/403");
  });
});

test("an invited person with an account sees when another user is logged in, and joins with their own account", async () => {
  const someone = await newPerson();
  const { id } = await invite(someone);
  const page = await visitors.arrive();
  await logIn(page, "observer@example.com");
  await page.goto((await linkTo(someone)).href);
  const main = page.getByRole("main");
  await main.getByText("You're logged in as observer@example.com").waitFor();
  await main.getByRole("button", { name: "Log Out" }).click();
  await main.getByRole("button", { name: "Log In" }).click();
  await sendLogIn(page, someone.email, someone.password);
  await main.getByRole("button", { name: "Accept invitation" }).click();
  await page.getByTestId("toast").filter({ hasText: "You're now working in Acme Lending" }).waitFor();
  await page.waitForURL((url) => url.pathname === "/");
  await page.goto("/account/settings/details");
  await page.getByRole("row", { name: /Acme Lending Active.*editor/ }).waitFor();
  const admin = await apiPerson(ADMIN);
  expect((await admin.send("GET", `/admin/user/${id}`)).status, "no invitation is left").toBe(404);
});

describe("an invitation", () => {
  test("that was withdrawn leads to the bad-link page", async () => {
    const someone = somebodyNew();
    await invite(someone);
    const link = await linkTo(someone);
    const admin = await arriveAsAdmin();
    await openInList(admin, someone);
    await admin.getByRole("button", { name: "Revoke" }).click();
    await admin.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await admin.getByTestId("toast").filter({ hasText: "Invitation revoked" }).waitFor();
    const page = await visitors.arrive({ expects: /\b410\b/ });
    await page.goto(link.href);
    await page.getByRole("heading", { level: 1, name: "This link has expired" }).waitFor();
  });

  test("to an address that is already invited is refused with a message", async () => {
    const someone = somebodyNew();
    await invite(someone);
    const page = await arriveAsAdmin({ expects: /\b409\b/ });
    await page.goto("/admin/users/add");
    await page.getByLabel("First name").fill("Twice");
    await page.getByLabel("Last name").fill("Asked");
    await page.getByLabel("Email").fill(someone.email);
    await page.getByRole("button", { name: "Add User" }).click();
    await page.getByText("already has an invitation").waitFor();
    expect(await page.getByLabel("Email").getAttribute("aria-invalid")).toBe("true");
  });
});

test("the role list has exactly seven roles, and an admin cannot assign root", async () => {
  const someone = somebodyNew();
  await invite(someone);
  const page = await arriveAsAdmin();
  await openInList(page, someone);
  const options = page.getByRole("combobox", { name: "Role" }).getByRole("option");
  await expect.poll(() => options.count()).toBe(7);
  const disabled = await options.evaluateAll((all) =>
    (all as HTMLOptionElement[]).filter((option) => option.disabled).map(({ value }) => value),
  );
  expect(disabled).toEqual(["root"]);
});

test("a person who is not an admin is sent from /admin/users to /error/403", async () => {
  const page = await visitors.arrive({ expects: /\b403\b/ });
  await logIn(page, "editor@example.com");
  await page.goto("/admin/users");
  await page.waitForURL("**/error/403");
});

test("at 390 px people are listed, added and edited without sideways scrolling", async () => {
  const page = await arriveAsAdmin({ viewport: { width: 390, height: 844 } });
  const someone = somebodyNew();
  const fits = async () => expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await addUser(page, someone, "guest");
  await page.getByRole("searchbox", { name: "Search" }).fill(someone.email);
  await page.getByRole("table", { name: "Users" }).getByText("Pending").first().waitFor();
  await fits();
  await page.getByRole("table", { name: "Users" }).getByRole("link").first().click();
  await page.getByRole("button", { name: "Resend" }).waitFor();
  await fits();
  await page.goto("/admin/users/add");
  await page.getByRole("group", { name: "Groups" }).waitFor();
  await fits();
  await page.goto((await linkTo(someone)).href);
  await page.getByText("invites you to join").waitFor();
  await fits();
});
