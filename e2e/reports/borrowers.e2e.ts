import { createLinkToken } from "../../features/asset-reports/contract.ts";
import { listColleagues } from "../../features/organizations/contract.ts";
import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { changeBorrowerStatus, findOwnBorrower, assignBorrower } from "../../features/borrowers/contract.ts";
import { apiBorrower, apiPerson } from "../api.ts";
import { borrowerIdOf, fillBorrower } from "../borrower-pages.ts";
import { logIn } from "../login.ts";
import { newPerson } from "../new-person.ts";

function statusOf(page: Page): Locator {
  return page.getByRole("combobox", { name: "Status" });
}

/** The names in the table, from top to bottom. */
function namesIn(page: Page): Locator {
  return page.getByRole("table", { name: "Borrowers" }).getByRole("row").getByRole("link");
}

test.describe("creating", () => {
  test("an error shows when the user leaves the field, and with three valid fields the borrower is created", async ({
    visitors,
  }) => {
    const page = await visitors.arrive();
    await logIn(page, "registered@example.com");
    await page.goto("/account/borrowers/create");
    const email = page.getByLabel("Email");
    await email.click();
    await expect(page.getByText(/required/)).toHaveCount(0);
    await email.fill("nowhere");
    await expect(page.getByText("Email is not valid")).toHaveCount(0);
    await email.blur();
    await expect(page.getByText("Email is not valid")).toBeVisible();
    await expect(email).toHaveAttribute("aria-invalid", "true");
    expect(await describedBy(page, email)).toBe("Email is not valid");

    await page.getByRole("button", { name: "Create Borrower" }).click();
    await expect(page.getByText("First name required")).toBeVisible();
    await expect
      .poll(() => page.getByLabel("First name").evaluate((field) => field === document.activeElement))
      .toBe(true);

    await fillBorrower(page, { firstName: "Nadia", lastName: "Castellano", email: "nadia.castellano@example.net" });
    await expect(page.getByText("Email is not valid")).toHaveCount(0);
    await page.getByRole("button", { name: "Create Borrower" }).click();
    await expect(page.getByRole("heading", { name: "Nadia Castellano", level: 1 })).toBeVisible();
    await expect(page.getByTestId("toast").filter({ hasText: "Borrower added" })).toBeVisible();
    await expect(statusOf(page)).toHaveValue("new");
  });

  test("a loan number that another borrower has is reported at its field", async ({ visitors }) => {
    const { email, password, api } = await newPerson();
    await apiBorrower(api, { loanNumber: "LN-1" });
    const page = await visitors.arrive({ expects: /\b409\b/ });
    await logIn(page, email, password);
    await page.goto("/account/borrowers/create");
    const field = page.getByLabel("Loan number");
    await field.fill("LN-1");
    await fillBorrower(page, { firstName: "Iris", lastName: "Twin", email: "iris.twin@example.net" });
    await page.getByRole("button", { name: "Create Borrower" }).click();
    await expect(page.getByText("has this loan number")).toBeVisible();
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field, "has the focus").toBeFocused();
    await field.fill("LN-2");
    await page.getByRole("button", { name: "Create Borrower" }).click();
    await borrowerIdOf(page);
  });

  test("leaving a form with unsaved input asks first", async ({ visitors }) => {
    const page = await visitors.arrive();
    await logIn(page, "registered@example.com");
    await page.goto("/account/borrowers/create");
    await page.getByLabel("First name").fill("Almost");
    await page.getByRole("link", { name: "Cancel" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Keep editing" }).click();
    await expect(page.getByLabel("First name")).toHaveValue("Almost");
    await page.getByRole("link", { name: "Cancel" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
    await page.waitForURL("/account/borrowers/all");
  });
});

test("the list can be searched, filtered, sorted and paged, and a link to it shows the same", async ({ visitors }) => {
  const { email, password, api } = await newPerson();
  const lastNames = ["Ames", "Bell", "Cole", "Dean", "Ellis", "Frost", "Gray", "Hale", "Ives", "Judd", "Knox", "Lamb"];
  for (const lastName of lastNames) {
    const { id } = await apiBorrower(api, { firstName: "Kim", lastName });
    const isInvited = lastName < "D";
    if (isInvited) await api.send(changeBorrowerStatus, { id, status: "invited" });
  }
  const page = await visitors.arrive();
  await logIn(page, email, password);
  await page.goto("/account/borrowers/all");
  await expect(namesIn(page)).toHaveCount(10);

  const pages = page.getByRole("navigation", { name: "Pagination" });
  await pages.getByRole("button", { name: "Next page" }).click();
  await expect(namesIn(page)).toHaveCount(2);
  await expect(pages.getByText("11–12 of 12")).toBeVisible();
  await pages.getByRole("button", { name: "Previous page" }).click();

  const header = page.getByRole("columnheader", { name: "Name" });
  const sorts: (string | null)[] = [await header.getAttribute("aria-sort")];
  for (const first of ["Kim Ames", "Kim Lamb", undefined]) {
    await header.getByRole("button").click();
    if (first) await expect(namesIn(page).first()).toHaveText(first);
    sorts.push(await header.getAttribute("aria-sort"));
  }
  expect(sorts).toEqual(["none", "ascending", "descending", "none"]);

  await header.getByRole("button").click();
  await page.getByRole("group", { name: "Status" }).getByRole("button", { name: "Invited" }).click();
  await expect(namesIn(page)).toHaveText(["Kim Ames", "Kim Bell", "Kim Cole"]);
  await page.getByRole("searchbox", { name: "Search" }).fill("bell");
  await expect(namesIn(page)).toHaveText(["Kim Bell"]);
  await page.waitForURL(/search=bell/);
  await page.reload();
  await expect(namesIn(page)).toHaveText(["Kim Bell"]);

  await page.getByRole("searchbox", { name: "Search" }).fill("no such name");
  await page.getByRole("button", { name: "Clear search and filters" }).click();
  await page.getByRole("link", { name: "Kim Ames" }).click();
  await expect(page.getByRole("heading", { name: "Kim Ames", level: 1 })).toBeVisible();
});

test("two edits of one borrower at the same time are merged without loss", async ({ visitors }) => {
  const { email, password, api } = await newPerson();
  const borrower = await apiBorrower(api);
  const mine = await visitors.arrive({ expects: /\b409\b/ });
  await logIn(mine, email, password);
  const theirs = await mine.context().newPage();
  for (const page of [mine, theirs]) {
    await page.goto(`/account/borrowers/view/${borrower.id}`);
    await page.getByRole("link", { name: "Edit" }).click();
    await expect(page.getByLabel("First name")).toBeVisible();
  }
  await theirs.getByLabel("Loan number").fill("LN-7001");
  await mine.getByLabel("Notes").fill("Calls back on Monday.");
  await theirs.getByRole("button", { name: "Save changes" }).click();
  await expect(theirs.getByText("LN-7001")).toBeVisible();

  await mine.bringToFront();
  await mine.getByRole("button", { name: "Save changes" }).click();
  const alert = mine.getByRole("alert").filter({ hasText: "Someone else updated this borrower" });
  await expect(alert.getByText("LN-7001")).toBeVisible();
  await alert.getByRole("button", { name: "Review changes" }).click();
  await expect(mine.getByLabel("Notes")).toHaveValue("Calls back on Monday.");
  await mine.getByRole("button", { name: "Save changes" }).click();
  await expect(mine.getByText("Calls back on Monday.")).toBeVisible();
  const { body } = await api.send(findOwnBorrower, { id: borrower.id });
  expect(body).toMatchObject({ loanNumber: "LN-7001", notes: "Calls back on Monday." });
});

test.describe("changing the status", () => {
  test("uses the status-change call, and the page shows the borrower that it returns", async ({ visitors }) => {
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
    await expect(statusOf(page)).toHaveValue("report-ready");
    expect(asked).toEqual([expect.objectContaining({ id: borrower.id, status: "invited" })]);
    await expect(page.getByRole("main").getByText("Report ready", { exact: true }).first()).toBeVisible();
  });

  test("a borrower that was closed by mistake is reopened at once", async ({ visitors }) => {
    const { email, password, api } = await newPerson();
    const borrower = await apiBorrower(api);
    const page = await visitors.arrive();
    await logIn(page, email, password);
    await page.goto(`/account/borrowers/view/${borrower.id}`);
    await page.getByRole("button", { name: "Send invitation" }).click();
    await expect(statusOf(page)).toHaveValue("invited");
    await statusOf(page).selectOption("closed");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(statusOf(page)).toHaveValue("invited");
    // The page shows the choice before the server has it.
    await expect(async () => {
      const { body } = await api.send(findOwnBorrower, { id: borrower.id });
      expect(body).toMatchObject({ status: "invited", closedAt: null });
    }).toPass();
  });
});

test.describe("who may", () => {
  test("an editor assigns a borrower to a colleague, who sees them in an open list", async ({ visitors }) => {
    const editor = await apiPerson("editor@example.com");
    const borrower = await apiBorrower(editor);
    const colleague = await visitors.arrive();
    await logIn(colleague, "registered@example.com");
    await colleague.goto(`/account/borrowers/all?search=${borrower.lastName}`);
    await expect(colleague.getByText("No results")).toBeVisible();

    const page = await visitors.arrive();
    await logIn(page, "editor@example.com");
    await page.goto(`/account/borrowers/view/${borrower.id}`);
    await page.getByRole("combobox", { name: "Assigned to" }).selectOption({ label: "Regina Registered" });
    await expect(colleague.getByRole("link", { name: `Paula ${borrower.lastName}` })).toBeVisible();
  });

  test("an observer can read, every change is disabled, and the API refuses changes too", async ({ visitors }) => {
    const editor = await apiPerson("editor@example.com");
    const observer = await apiPerson("observer@example.com");
    const { body: members } = await editor.send(listColleagues);
    const { id } = await apiBorrower(editor);
    const userId = members.find(({ firstName }) => firstName === "Olga")?.userId;
    await editor.send(assignBorrower, { id, userId });

    const page = await visitors.arrive();
    await logIn(page, "observer@example.com");
    await page.goto("/account/borrowers/all");
    await expectBarred(page, "Create Borrower");
    await page.getByRole("link", { name: "Paula" }).first().click();
    await page.waitForURL(/\/view\//);
    await expectBarred(page, "Send invitation");
    await expect(statusOf(page)).toBeDisabled();
    await expect(page.getByRole("combobox", { name: "Assigned to" })).toHaveCount(0);
    await page.goto(`/borrower/asset-report/${id}`);
    await expectBarred(page, "Connect bank");

    const refused = { status: 403, body: { message: "FORBIDDEN" } };
    expect(await observer.send(changeBorrowerStatus, { id, status: "invited" })).toMatchObject(refused);
    expect(await observer.send(assignBorrower, { id, userId: null })).toMatchObject(refused);
    expect(await observer.send(createLinkToken, { borrowerId: id })).toMatchObject(refused);
  });

  test("another organization's borrower is not found", async ({ visitors }) => {
    const { id } = await apiBorrower(await apiPerson("registered@example.com"));
    const page = await visitors.arrive({ expects: /\b404\b/ });
    await logIn(page, "outsider@example.com");
    await page.goto(`/account/borrowers/view/${id}`);
    await page.waitForURL("/error/404");
    await expect(page.getByRole("heading", { name: "404", level: 1 })).toBeVisible();
  });
});

async function expectBarred(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name });
  await expect(button).toBeVisible();
  await expect(button, name).toHaveAttribute("aria-disabled", "true");
  expect(await describedBy(page, button), name).toContain("Your role is read-only here");
}

/** Text that a screen reader adds to a control's name. */
async function describedBy(page: Page, control: Locator): Promise<string | null> {
  const id = await control.getAttribute("aria-describedby");
  return page.locator(`[id="${id}"]`).textContent();
}

test.describe("many at once", () => {
  const CSV = [
    "First name,Last name,Email,Phone",
    "Pia,Quist,pia.quist@example.net,5550102030",
    "Quin,Roe,nowhere,",
  ].join("\n");

  test("a file is imported, its error is named, and the imported borrower is closed and restored from the list", async ({
    visitors,
  }) => {
    const { email, password } = await newPerson();
    const page = await visitors.arrive({ viewport: { width: 390, height: 844 }, expects: /\b409\b/ });
    await logIn(page, email, password);
    await page.goto("/account/borrowers/import");
    await page
      .getByLabel("Borrower file")
      .setInputFiles({ name: "pipeline.csv", mimeType: "text/csv", buffer: Buffer.from(CSV) });
    await expect(page.getByText("1 ready, 1 with errors")).toBeVisible();
    await expect(page.getByText("Email is not valid")).toBeVisible();
    await page.getByLabel("Send the invitations now").uncheck();
    await page.getByRole("button", { name: "Import 1 borrower" }).click();
    await page.getByRole("link", { name: "Open the list" }).click();

    const row = page.getByRole("row", { name: /Pia Quist/ });
    await row.getByRole("checkbox").check();
    await page.getByRole("combobox", { name: "Action" }).selectOption("Close");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Close borrowers" }).click();
    await expect(page.getByText("1 borrower closed.")).toBeVisible();
    await expect(row).toContainText("Closed");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(row).toContainText("New");

    await row.getByRole("checkbox").check();
    await page.getByRole("combobox", { name: "Action" }).selectOption("Remind");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Send reminders" }).click();
    await expect(page.getByText("Pia Quist: Nothing that was asked is left to do.")).toBeVisible();
  });

  test("the palette finds a borrower by phone number", async ({ visitors }) => {
    const { email, password, api } = await newPerson();
    await apiBorrower(api, { firstName: "Rosa", lastName: "Ortiz", phone: "+15550104477" });
    const page = await visitors.arrive();
    await logIn(page, email, password);
    await page.goto("/account/borrowers/all");
    await expect(page.getByRole("link", { name: "Rosa Ortiz" })).toBeVisible();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search or jump to" }).fill("(555) 010-4477");
    await page.getByRole("option", { name: /Rosa Ortiz/ }).click();
    await expect(page.getByRole("heading", { name: "Rosa Ortiz", level: 1 })).toBeVisible();
    await page.goto("/account/borrowers/all?search=555-010-4477");
    await expect(page.getByRole("link", { name: "Rosa Ortiz" })).toBeVisible();
  });
});
