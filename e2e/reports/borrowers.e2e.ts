import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { Borrower } from "../../features/borrowers/contract.ts";
import { apiBorrower, apiPerson } from "../api.ts";
import { borrowerIdOf, fillBorrower } from "../borrower-pages.ts";
import { logIn } from "../login.ts";
import { newPerson } from "../new-person.ts";
import { openVisitors } from "../visitors.ts";

const visitors = openVisitors();

function statusOf(page: Page): Locator {
  return page.getByRole("combobox", { name: "Status" });
}

/** The names in the table, from top to bottom. */
function namesIn(page: Page): Promise<string[]> {
  return page.getByRole("table", { name: "Borrowers" }).getByRole("row").getByRole("link").allTextContents();
}

describe("creating", () => {
  test("an error shows when the user leaves the field, and with three valid fields the borrower is created", async () => {
    const page = await visitors.arrive();
    await logIn(page, "registered@example.com");
    await page.goto("/account/borrowers/create");
    const email = page.getByLabel("Email");
    await email.click();
    expect(await page.getByText(/required/).count()).toBe(0);
    await email.fill("nowhere");
    expect(await page.getByText("Email is not valid").count()).toBe(0);
    await email.blur();
    await page.getByText("Email is not valid").waitFor();
    expect(await email.getAttribute("aria-invalid")).toBe("true");
    expect(await describedBy(page, email)).toBe("Email is not valid");

    await page.getByRole("button", { name: "Create Borrower" }).click();
    await page.getByText("First name required").waitFor();
    await expect
      .poll(() => page.getByLabel("First name").evaluate((field) => field === document.activeElement))
      .toBe(true);

    await fillBorrower(page, { firstName: "Nadia", lastName: "Castellano", email: "nadia.castellano@example.net" });
    expect(await page.getByText("Email is not valid").count()).toBe(0);
    await page.getByRole("button", { name: "Create Borrower" }).click();
    await page.getByRole("heading", { name: "Nadia Castellano", level: 1 }).waitFor();
    await page.getByTestId("toast").filter({ hasText: "Borrower added" }).waitFor();
    expect(await statusOf(page).inputValue()).toBe("new");
  });

  test("a loan number that another borrower has is reported at its field", async () => {
    const { email, password, api } = await newPerson();
    await apiBorrower(api, { loanNumber: "LN-1" });
    const page = await visitors.arrive({ expects: /\b409\b/ });
    await logIn(page, email, password);
    await page.goto("/account/borrowers/create");
    const field = page.getByLabel("Loan number");
    await field.fill("LN-1");
    await fillBorrower(page, { firstName: "Iris", lastName: "Twin", email: "iris.twin@example.net" });
    await page.getByRole("button", { name: "Create Borrower" }).click();
    await page.getByText("has this loan number").waitFor();
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    expect(await field.evaluate((element) => element === document.activeElement), "has the focus").toBe(true);
    await field.fill("LN-2");
    await page.getByRole("button", { name: "Create Borrower" }).click();
    await borrowerIdOf(page);
  });

  test("leaving a form with unsaved input asks first", async () => {
    const page = await visitors.arrive();
    await logIn(page, "registered@example.com");
    await page.goto("/account/borrowers/create");
    await page.getByLabel("First name").fill("Almost");
    await page.getByRole("link", { name: "Cancel" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Keep editing" }).click();
    expect(await page.getByLabel("First name").inputValue()).toBe("Almost");
    await page.getByRole("link", { name: "Cancel" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
    await page.waitForURL("/account/borrowers/all");
  });
});

test("the list can be searched, filtered, sorted and paged, and a link to it shows the same", async () => {
  const { email, password, api } = await newPerson();
  const lastNames = ["Ames", "Bell", "Cole", "Dean", "Ellis", "Frost", "Gray", "Hale", "Ives", "Judd", "Knox", "Lamb"];
  for (const lastName of lastNames) {
    const { id } = await apiBorrower(api, { firstName: "Kim", lastName });
    const isInvited = lastName < "D";
    if (isInvited) await api.send("POST", "/account/change-borrower-status", { id, status: "invited" });
  }
  const page = await visitors.arrive();
  await logIn(page, email, password);
  await page.goto("/account/borrowers/all");
  await expect.poll(async () => (await namesIn(page)).length).toBe(10);

  const pages = page.getByRole("navigation", { name: "Pagination" });
  await pages.getByRole("button", { name: "Next page" }).click();
  await expect.poll(async () => (await namesIn(page)).length).toBe(2);
  await pages.getByText("11–12 of 12").waitFor();
  await pages.getByRole("button", { name: "Previous page" }).click();

  const header = page.getByRole("columnheader", { name: "Name" });
  const sorts: (string | null)[] = [await header.getAttribute("aria-sort")];
  for (const first of ["Kim Ames", "Kim Lamb", undefined]) {
    await header.getByRole("button").click();
    if (first) await expect.poll(async () => (await namesIn(page))[0]).toBe(first);
    sorts.push(await header.getAttribute("aria-sort"));
  }
  expect(sorts).toEqual(["none", "ascending", "descending", "none"]);

  await header.getByRole("button").click();
  await page.getByRole("group", { name: "Status" }).getByRole("button", { name: "Invited" }).click();
  await expect.poll(() => namesIn(page)).toEqual(["Kim Ames", "Kim Bell", "Kim Cole"]);
  await page.getByRole("searchbox", { name: "Search" }).fill("bell");
  await expect.poll(() => namesIn(page)).toEqual(["Kim Bell"]);
  await page.waitForURL(/search=bell/);
  await page.reload();
  await expect.poll(() => namesIn(page)).toEqual(["Kim Bell"]);

  await page.getByRole("searchbox", { name: "Search" }).fill("no such name");
  await page.getByRole("button", { name: "Clear search and filters" }).click();
  await page.getByRole("link", { name: "Kim Ames" }).click();
  await page.getByRole("heading", { name: "Kim Ames", level: 1 }).waitFor();
});

test("two edits of one borrower at the same time are merged without loss", async () => {
  const { email, password, api } = await newPerson();
  const borrower = await apiBorrower(api);
  const mine = await visitors.arrive({ expects: /\b409\b/ });
  await logIn(mine, email, password);
  const theirs = await mine.context().newPage();
  for (const page of [mine, theirs]) {
    await page.goto(`/account/borrowers/view/${borrower.id}`);
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByLabel("First name").waitFor();
  }
  await theirs.getByLabel("Loan number").fill("LN-7001");
  await mine.getByLabel("Notes").fill("Calls back on Monday.");
  await theirs.getByRole("button", { name: "Save changes" }).click();
  await theirs.getByText("LN-7001").waitFor();

  await mine.bringToFront();
  await mine.getByRole("button", { name: "Save changes" }).click();
  const alert = mine.getByRole("alert").filter({ hasText: "Someone else updated this borrower" });
  await alert.getByText("LN-7001").waitFor();
  await alert.getByRole("button", { name: "Review changes" }).click();
  expect(await mine.getByLabel("Notes").inputValue()).toBe("Calls back on Monday.");
  await mine.getByRole("button", { name: "Save changes" }).click();
  await mine.getByText("Calls back on Monday.").waitFor();
  const { body } = await api.send<Borrower>("GET", `/account/borrower/${borrower.id}`);
  expect(body).toMatchObject({ loanNumber: "LN-7001", notes: "Calls back on Monday." });
});

describe("changing the status", () => {
  test("uses the status-change call, and the page shows the borrower that it returns", async () => {
    const { email, password, api } = await newPerson();
    const borrower = await apiBorrower(api);
    const page = await visitors.arrive();
    await logIn(page, email, password);
    await page.goto(`/account/borrowers/view/${borrower.id}`);
    const asked: unknown[] = [];
    await page.route("**/account/change-borrower-status", async (route) => {
      asked.push(route.request().postDataJSON());
      await route.fulfill({ json: { ...borrower, status: "report-ready", version: borrower.version + 1 } });
    });
    await statusOf(page).selectOption("invited");
    await expect.poll(() => statusOf(page).inputValue()).toBe("report-ready");
    expect(asked).toEqual([expect.objectContaining({ id: borrower.id, status: "invited" })]);
    await page.getByRole("main").getByText("Report ready", { exact: true }).first().waitFor();
  });

  test("a borrower that was closed by mistake is reopened at once", async () => {
    const { email, password, api } = await newPerson();
    const borrower = await apiBorrower(api);
    const page = await visitors.arrive();
    await logIn(page, email, password);
    await page.goto(`/account/borrowers/view/${borrower.id}`);
    await page.getByRole("button", { name: "Send invitation" }).click();
    await expect.poll(() => statusOf(page).inputValue()).toBe("invited");
    await statusOf(page).selectOption("closed");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => statusOf(page).inputValue()).toBe("invited");
    const { body } = await api.send<Borrower>("GET", `/account/borrower/${borrower.id}`);
    expect(body).toMatchObject({ status: "invited", closedAt: null });
  });
});

describe("who may", () => {
  test("an editor assigns a borrower to a colleague, who sees them in an open list", async () => {
    const editor = await apiPerson("editor@example.com");
    const borrower = await apiBorrower(editor);
    const colleague = await visitors.arrive();
    await logIn(colleague, "registered@example.com");
    await colleague.goto(`/account/borrowers/all?search=${borrower.lastName}`);
    await colleague.getByText("No results").waitFor();

    const page = await visitors.arrive();
    await logIn(page, "editor@example.com");
    await page.goto(`/account/borrowers/view/${borrower.id}`);
    await page.getByRole("combobox", { name: "Assigned to" }).selectOption({ label: "Regina Registered" });
    await colleague.getByRole("link", { name: `Paula ${borrower.lastName}` }).waitFor();
  });

  test("an observer can read, every change is disabled, and the API refuses changes too", async () => {
    const editor = await apiPerson("editor@example.com");
    const observer = await apiPerson("observer@example.com");
    const { body: members } = await editor.send<{ userId: string; firstName: string }[]>("GET", "/account/member");
    const { id } = await apiBorrower(editor);
    const userId = members.find(({ firstName }) => firstName === "Olga")?.userId;
    await editor.send("POST", "/account/assign-borrower", { id, userId });

    const page = await visitors.arrive();
    await logIn(page, "observer@example.com");
    await page.goto("/account/borrowers/all");
    await expectBarred(page, "Create Borrower");
    await page.getByRole("link", { name: "Paula" }).first().click();
    await page.waitForURL(/\/view\//);
    await expectBarred(page, "Send invitation");
    expect(await statusOf(page).isDisabled()).toBe(true);
    expect(await page.getByRole("combobox", { name: "Assigned to" }).count()).toBe(0);
    await page.goto(`/borrower/asset-report/${id}`);
    await expectBarred(page, "Connect bank");

    const refused = { status: 403, body: { message: "FORBIDDEN" } };
    expect(await observer.send("POST", "/account/change-borrower-status", { id, status: "invited" })).toMatchObject(
      refused,
    );
    expect(await observer.send("POST", "/account/assign-borrower", { id, userId: null })).toMatchObject(refused);
    expect(await observer.send("POST", "/plaid/create-link-token", { borrowerId: id })).toMatchObject(refused);
  });

  test("another organization's borrower is not found", async () => {
    const { id } = await apiBorrower(await apiPerson("registered@example.com"));
    const page = await visitors.arrive({ expects: /\b404\b/ });
    await logIn(page, "outsider@example.com");
    await page.goto(`/account/borrowers/view/${id}`);
    await page.waitForURL("/error/404");
    await page.getByRole("heading", { name: "404", level: 1 }).waitFor();
  });
});

async function expectBarred(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name });
  await button.waitFor();
  expect(await button.getAttribute("aria-disabled"), name).toBe("true");
  expect(await describedBy(page, button), name).toContain("Your role is read-only here");
}

/** Text that a screen reader adds to a control's name. */
async function describedBy(page: Page, control: Locator): Promise<string | null> {
  const id = await control.getAttribute("aria-describedby");
  return page.locator(`[id="${id}"]`).textContent();
}
