import { register } from "../../features/auth/contract.ts";
import { listBorrowers, createBorrower } from "../../features/borrowers/contract.ts";
import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { type Member, inviteMember, acceptInvitation, findMember } from "../../features/organizations/contract.ts";
import { apiPerson, anybody } from "../api.ts";
import { logIn, sendLogIn } from "../login.ts";
import { linkIn, newestMailTo, newPerson, type NewPerson, somebodyNew, tokenIn } from "../new-person.ts";
import type { VisitOptions, Visitors } from "../visitors.ts";

const ADMIN = "admin@example.com";

async function arriveAsAdmin(visitors: Visitors, options: VisitOptions = {}): Promise<Page> {
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
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
}

/** Invited over the API by Acme's admin. */
async function invite({ firstName, lastName, email }: NewPerson): Promise<Member> {
  const admin = await apiPerson(ADMIN);
  const reply = await admin.send(inviteMember, { firstName, lastName, email, role: "editor" });
  if (reply.status !== 201) throw new Error(`the invitation failed: ${JSON.stringify(reply.body)}`);
  return reply.body;
}

const linkTo = async ({ email }: NewPerson) => linkIn(await newestMailTo(email, "Your invitation"));
const rowOf = (page: Page, text: string) => page.getByRole("table", { name: "Users" }).getByRole("row", { name: text });

async function openInList(page: Page, { email }: NewPerson): Promise<void> {
  await page.goto("/admin/users");
  await page.getByRole("searchbox", { name: "Search" }).fill(email);
  await rowOf(page, email).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: "Edit User" })).toBeVisible();
}

test("an invited person accepts by email, gets a role and a group, and is refused at the next request after losing the role", async ({
  visitors,
}) => {
  const admin = await arriveAsAdmin(visitors);
  const someone = somebodyNew();
  await addUser(admin, someone, "registered");
  await admin.getByRole("searchbox", { name: "Search" }).fill(someone.email);
  await expect(rowOf(admin, someone.email).getByText("Pending")).toBeVisible();

  const person = await visitors.arrive({ expects: /\b403\b/ });
  await person.goto((await linkTo(someone)).href);
  await expect(person.getByText("invites you to join Acme Lending")).toBeVisible();
  expect(new URL(person.url()).search, "the token is out of the address").toBe("");
  await person.getByRole("main").getByRole("button", { name: "Create account" }).click();
  await expect(person.getByLabel("Email")).toHaveValue(someone.email);
  await expect(person.getByLabel("First name")).toHaveValue(someone.firstName);
  await person.getByLabel("Password").fill(someone.password);
  await person.getByRole("button", { name: "Register" }).click();
  await expect(person.getByRole("heading", { level: 1, name: "Borrowers" })).toBeVisible();
  await expect(person.getByTestId("toast").filter({ hasText: "Welcome to Acme Lending" })).toBeVisible();
  await person.goto("/account/settings/details");
  await expect(person.getByRole("row", { name: /Acme Lending.*registered/ })).toBeVisible();

  await openInList(admin, someone);
  await expect(admin.getByText("Active", { exact: true })).toBeVisible();
  await admin.getByRole("combobox", { name: "Role" }).selectOption("observer");
  const group = admin.getByRole("group", { name: "Groups" }).getByRole("checkbox").first();
  await group.check();
  await admin.getByRole("button", { name: "Save" }).click();
  await expect(admin.getByTestId("toast").filter({ hasText: "Changes saved" })).toBeVisible();
  await admin.reload();
  await expect(admin.getByRole("combobox", { name: "Role" })).toHaveValue("observer");
  await expect(group).toBeChecked();
  const api = await apiPerson(someone.email, someone);
  expect((await api.send(listBorrowers)).status).toBe(200);
  const write = { firstName: "No", lastName: "Body", email: "no.body@example.net" };
  expect((await api.send(createBorrower, write)).status, "an observer reads").toBe(403);

  await admin.getByRole("combobox", { name: "Role" }).selectOption("inactive");
  await admin.getByRole("button", { name: "Save" }).click();
  await expect(admin.getByTestId("toast").filter({ hasText: "Changes saved" })).toBeVisible();
  expect((await api.send(listBorrowers)).status).toBe(403);
  await person.goto("/account/borrowers/all");
  await person.waitForURL("**/error/403");
});

test.describe("a member with an open page", () => {
  /** An editor of Acme who also has an organization of their own. */
  async function member(): Promise<NewPerson> {
    const someone = await newPerson();
    await invite(someone);
    const accepted = await someone.api.send(acceptInvitation, { token: tokenIn(await linkTo(someone)) });
    if (accepted.status !== 200) throw new Error(`joining failed: ${JSON.stringify(accepted.body)}`);
    return someone;
  }

  /** A member of Acme only. */
  async function onlyMember(): Promise<NewPerson> {
    const someone = somebodyNew();
    await invite(someone);
    const invitationToken = tokenIn(await linkTo(someone));
    const made = await anybody().send(register, { ...someone, invitationToken });
    if (made.status !== 201) throw new Error(`the registration failed: ${JSON.stringify(made.body)}`);
    return someone;
  }

  async function work(page: Page, { email, password }: NewPerson): Promise<void> {
    await logIn(page, email, password);
    await page.goto("/account/settings/details");
    const choice = page.getByRole("combobox", { name: "Active membership" });
    await expect(page.getByRole("row", { name: /Acme Lending.*editor/ })).toBeVisible();
    if (await choice.isVisible()) await choice.selectOption({ label: "Acme Lending (editor)" });
    await expect(page.getByRole("row", { name: /Acme Lending Active/ })).toBeVisible();
  }

  async function takeOut(visitors: Visitors, person: NewPerson): Promise<void> {
    const admin = await arriveAsAdmin(visitors);
    await openInList(admin, person);
    await admin.getByRole("button", { name: "Remove from organization" }).click();
    await admin.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expect(admin.getByTestId("toast").filter({ hasText: "User removed" })).toBeVisible();
  }

  const toldIn = (page: Page) =>
    expect(page.getByTestId("toast").filter({ hasText: "You're no longer in Acme Lending" })).toBeVisible();

  test("sees a new role that an admin gives them, in every tab", async ({ visitors }) => {
    const someone = await member();
    const page = await visitors.arrive();
    await work(page, someone);
    const other = await page.context().newPage();
    await other.goto("/account/settings/details");
    const admin = await arriveAsAdmin(visitors);
    await openInList(admin, someone);
    await admin.getByRole("combobox", { name: "Role" }).selectOption("observer");
    await admin.getByRole("button", { name: "Save" }).click();
    for (const tab of [page, other])
      await expect(tab.getByRole("row", { name: /Acme Lending.*observer/ })).toBeVisible();
  });

  test("who is removed is notified, continues in their own organization, and keeps the text that they want to keep", async ({
    visitors,
  }) => {
    const someone = await member();
    const page = await visitors.arrive();
    await work(page, someone);
    await page.goto("/account/posts/all");
    const writing = await page.context().newPage();
    await writing.goto("/account/borrowers/create");
    await writing.getByLabel("First name").fill("Half");
    await takeOut(visitors, someone);

    await toldIn(page);
    await page.waitForURL("**/account/borrowers/all");
    await page.getByRole("button", { name: "User menu" }).click();
    await expect(page.getByRole("banner").getByText("Acme Lending")).toHaveCount(0);

    await toldIn(writing);
    await writing.getByRole("dialog").getByRole("button", { name: "Keep editing" }).click();
    await expect(writing.getByLabel("First name")).toHaveValue("Half");
    await writing
      .getByRole("button", { name: "Cancel" })
      .or(writing.getByRole("link", { name: "Cancel" }))
      .click();
    await writing.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
    await writing.waitForURL("**/account/borrowers/all");
  });

  test("who is removed from their only organization learns it from the next refusal and may create an organization", async ({
    visitors,
  }) => {
    const someone = await onlyMember();
    const page = await visitors.arrive({ expects: /\b403\b|FORBIDDEN/ });
    await page.routeWebSocket(/\/live$/, () => undefined); // a connection without messages
    await work(page, someone);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    const seen: string[] = [];
    page.on("framenavigated", (frame) => seen.push(new URL(frame.url()).pathname));
    await takeOut(visitors, someone);
    await page.getByRole("link", { name: "Borrowers", exact: true }).first().click();
    await toldIn(page);
    await page.waitForURL("**/account/settings/details");
    await expect(page.getByText("You aren't a member of an organization.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Create an organization" })).toBeVisible();
    expect(asked.filter((path) => path.endsWith("/auth/refresh-token"))).toHaveLength(1);
    expect(seen).not.toContain("/error/403");
  });
});

test("an invited person with an account sees when another user is logged in, and joins with their own account", async ({
  visitors,
}) => {
  const someone = await newPerson();
  const { id } = await invite(someone);
  const page = await visitors.arrive();
  await logIn(page, "observer@example.com");
  await page.goto((await linkTo(someone)).href);
  const main = page.getByRole("main");
  await expect(main.getByText("You're logged in as observer@example.com")).toBeVisible();
  await main.getByRole("button", { name: "Log Out" }).click();
  await main.getByRole("button", { name: "Log In" }).click();
  await sendLogIn(page, someone.email, someone.password);
  await expect(page.getByTestId("toast").filter({ hasText: "Welcome to Acme Lending" })).toBeVisible();
  await page.waitForURL((url) => url.pathname === "/account/borrowers/all");
  await page.goto("/account/settings/details");
  await expect(page.getByRole("row", { name: /Acme Lending Active.*editor/ })).toBeVisible();
  const admin = await apiPerson(ADMIN);
  expect((await admin.send(findMember, { id })).status, "no invitation is left").toBe(404);
});

test.describe("an invitation", () => {
  test("that was withdrawn leads to the bad-link page", async ({ visitors }) => {
    const someone = somebodyNew();
    await invite(someone);
    const link = await linkTo(someone);
    const admin = await arriveAsAdmin(visitors);
    await openInList(admin, someone);
    await admin.getByRole("button", { name: "Revoke" }).click();
    await admin.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await expect(admin.getByTestId("toast").filter({ hasText: "Invitation revoked" })).toBeVisible();
    const page = await visitors.arrive({ expects: /\b410\b/ });
    await page.goto(link.href);
    await expect(page.getByRole("heading", { level: 1, name: "This link has expired" })).toBeVisible();
  });

  test("to an address that is already invited is refused with a message", async ({ visitors }) => {
    const someone = somebodyNew();
    await invite(someone);
    const page = await arriveAsAdmin(visitors, { expects: /\b409\b/ });
    await page.goto("/admin/users/add");
    await page.getByLabel("First name").fill("Twice");
    await page.getByLabel("Last name").fill("Asked");
    await page.getByLabel("Email").fill(someone.email);
    await page.getByRole("button", { name: "Add User" }).click();
    await expect(page.getByText("already has an invitation")).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
  });
});

test("the role list has exactly seven roles, and an admin cannot assign root", async ({ visitors }) => {
  const someone = somebodyNew();
  await invite(someone);
  const page = await arriveAsAdmin(visitors);
  await openInList(page, someone);
  const options = page.getByRole("combobox", { name: "Role" }).getByRole("option");
  await expect(options).toHaveCount(7);
  const disabled = await options.evaluateAll((all) =>
    (all as HTMLOptionElement[]).filter((option) => option.disabled).map(({ value }) => value),
  );
  expect(disabled).toEqual(["root"]);
});

test("a person who is not an admin is sent from /admin/users to /error/403", async ({ visitors }) => {
  const page = await visitors.arrive({ expects: /\b403\b/ });
  await logIn(page, "editor@example.com");
  await page.goto("/admin/users");
  await page.waitForURL("**/error/403");
});

test("at 390 px people are listed, added and edited without sideways scrolling", async ({ visitors }) => {
  const page = await arriveAsAdmin(visitors, { viewport: { width: 390, height: 844 } });
  const someone = somebodyNew();
  const fits = async () => expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await addUser(page, someone, "guest");
  await page.getByRole("searchbox", { name: "Search" }).fill(someone.email);
  await expect(page.getByRole("table", { name: "Users" }).getByText("Pending").first()).toBeVisible();
  await fits();
  await page.getByRole("table", { name: "Users" }).getByRole("link").first().click();
  await expect(page.getByRole("button", { name: "Resend" })).toBeVisible();
  await fits();
  await page.goto("/admin/users/add");
  await expect(page.getByRole("group", { name: "Groups" })).toBeVisible();
  await fits();
  await page.goto((await linkTo(someone)).href);
  await expect(page.getByText("invites you to join")).toBeVisible();
  await fits();
});
