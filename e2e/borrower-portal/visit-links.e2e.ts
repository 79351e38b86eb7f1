// The borrower link: where it must not appear, for whom it opens, and when it expires.
import { changeBorrowerStatus, listBorrowers } from "../../features/borrowers/contract.ts";
import { sendVisitLink } from "../../features/borrower-portal/contract.ts";
import { expect, type Request } from "@playwright/test";
import { test } from "../fixtures.ts";
import { listPosts } from "../../features/posts/contract.ts";
import { listMembers } from "../../features/organizations/contract.ts";
import { apiPerson, type Client, withToken } from "../api.ts";
import { logIn, storedToken } from "../login.ts";
import { linkIn, mailsTo, newestMailTo } from "../new-person.ts";
import {
  agreeAndConnect,
  inviteBorrower,
  linksOf,
  OFFICER,
  openVisit,
  PHONE,
  readVisit,
  visitLinkTo,
  visitToken,
} from "./visit-pages.ts";

let officer: Client;
test.beforeAll(async () => void (officer = await apiPerson(OFFICER)));

test.describe("the borrower link", () => {
  test("stays out of every request, referrer, history, event and store but its own tab's, and the lender stays logged in", async ({
    visitors,
  }) => {
    const borrower = await inviteBorrower(officer);
    const link = await visitLinkTo(borrower.email);
    const token = link.searchParams.get("t")!; // a link to a visit has one
    const page = await visitors.arrive(PHONE);
    await logIn(page, OFFICER);
    const lender = await storedToken(page);
    const sent: Request[] = [];
    page.on("request", (request) => sent.push(request));
    await openVisit(page, link);
    await agreeAndConnect(page);

    const visit = (await visitToken(page))!; // it is open
    // The page before may still load something first.
    const arrival = sent.find((one) => one.isNavigationRequest());
    expect(arrival?.url()).toBe(link.href);
    const others = sent.filter((one) => one !== arrival);
    const headers = await Promise.all(others.map(async (one) => [one.url(), await one.allHeaders()] as const));
    expect(headers.filter(([url, all]) => url.includes(token) || (all["referer"] ?? "").includes(token))).toEqual([]);
    expect(others.filter((one) => one.url().includes(visit)).map((one) => one.url())).toEqual([]);
    const portalCalls = headers.filter(([url]) => /\/api\/latest\/(?:visit|plaid|borrower)/.test(url));
    expect(portalCalls.length).toBeGreaterThan(4);
    expect(
      portalCalls.filter(([, all]) => (all["authorization"] ?? "").includes(lender!)),
      "of the lender",
    ).toEqual([]);
    expect(portalCalls.filter(([, all]) => "x-membership-id" in all)).toEqual([]);
    const stored = await page.evaluate(() => ({
      local: JSON.stringify(localStorage),
      session: JSON.stringify(sessionStorage),
      events: JSON.stringify((window as { dataLayer?: unknown }).dataLayer ?? []),
      cookies: document.cookie,
      state: JSON.stringify(history.state),
    }));
    for (const [where, text] of Object.entries(stored)) expect(text.includes(token), where).toBe(false);
    expect(stored.events + stored.local + stored.cookies).not.toContain(visit);
    expect(stored.session).toContain(visit);

    expect(await storedToken(page)).toBe(lender);
    await page.goto("/account/borrowers/all");
    await expect(page.getByRole("button", { name: "User menu" })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "Borrowers" })).toBeVisible();
  });

  test("still works and changes nothing when a mail scanner opens it many times by GET and HEAD", async ({
    visitors,
  }) => {
    const borrower = await inviteBorrower(officer);
    const link = await visitLinkTo(borrower.email);
    const before = await linksOf(officer, borrower);
    for (const method of ["GET", "HEAD", "GET", "HEAD", "GET"]) {
      const reply = await fetch(link, { method });
      expect(reply.status).toBe(200);
      expect(reply.headers.get("referrer-policy")).toBe("no-referrer");
      const html = await reply.text();
      expect(html).not.toMatch(/Acme|Vera|canonical/);
      if (method === "GET") expect(html).toContain("noindex");
    }
    const scanner = await visitors.arrive();
    await scanner.goto(link.href);
    await expect(scanner.getByRole("button", { name: "Continue" })).toBeVisible();
    await expect(scanner.getByRole("region", { name: "Who asks you" }).getByText("Acme Lending")).toBeVisible();
    expect(await scanner.getByText(/Vera/).count(), "whom they ask").toBe(0);
    expect(await linksOf(officer, borrower)).toEqual(before);
    await openVisit(await visitors.arrive(PHONE), link);
  });

  test("opens in another browser with an emailed code, and for no one else", async ({ visitors }) => {
    const borrower = await inviteBorrower(officer);
    const link = await visitLinkTo(borrower.email);
    const owner = await visitors.arrive(PHONE);
    await openVisit(owner, link);

    const stranger = await visitors.arrive({ ...PHONE, expects: /\b409\b/ });
    await stranger.goto(link.href);
    await stranger.getByRole("button", { name: /^Email me a code/ }).click();
    await stranger.getByLabel("6-digit code").fill("000000");
    await stranger.getByRole("button", { name: "Continue" }).click();
    await expect(stranger.getByText("Incorrect or expired code.")).toBeVisible();
    expect(await stranger.getByText(/Vera/).count()).toBe(0);
    expect(await visitToken(stranger)).toBeNull();
    expect(await stranger.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

    await openVisit(owner, link);
    const laptop = await visitors.arrive();
    await laptop.goto(link.href);
    await laptop.getByRole("button", { name: /^Email me a code/ }).click();
    await expect.poll(async () => (await mailsTo(borrower.email)).length).toBe(3);
    const { subject } = await newestMailTo(borrower.email, "Your code");
    await laptop.getByLabel("6-digit code").fill(subject.match(/\d{6}/)![0]);
    await laptop.getByRole("button", { name: "Continue" }).click();
    await expect(laptop.getByRole("heading", { level: 1, name: "Verify your funds" })).toBeVisible();

    const token = await visitToken(owner);
    expect((await readVisit(token)).status).toBe(200);
    const withVisit = withToken(token!);
    for (const call of [listBorrowers, listPosts, listMembers])
      expect((await withVisit.send(call)).status, call.path).toBe(401);
  });

  test("expires with its session when a newer link is opened, not before, and the page offers a new link", async ({
    visitors,
  }) => {
    const borrower = await inviteBorrower(officer);
    const old = await visitLinkTo(borrower.email);
    const page = await visitors.arrive({ ...PHONE, expects: /\b(?:401|410)\b/ });
    await openVisit(page, old);
    const token = await visitToken(page);
    const emails = (await mailsTo(borrower.email)).length;
    const sent = await officer.send(sendVisitLink, { id: borrower.id, email: borrower.email });
    expect(sent.status).toBe(200);
    await expect.poll(async () => (await mailsTo(borrower.email)).length).toBe(emails + 1);
    expect((await readVisit(token)).status, "a visit under way").toBe(200);
    await openVisit(await visitors.arrive(PHONE), linkIn(await newestMailTo(borrower.email)));
    expect((await readVisit(token)).status).toBe(401);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "This session has ended" })).toBeVisible();
    expect(new URL(page.url()).pathname, "no error page").toBe(`/borrower/${borrower.id}`);

    await page.goto(old.href);
    await expect(page.getByRole("heading", { level: 1, name: "This link has expired" })).toBeVisible();
    const count = (await mailsTo(borrower.email)).length;
    await page.getByLabel("Your email").fill(borrower.email);
    await page.getByRole("button", { name: "Send me a new link" }).click();
    const answer = await page.getByText("belongs to this loan").innerText();
    await expect.poll(async () => (await mailsTo(borrower.email)).length).toBe(count + 1);
    await openVisit(page, linkIn(await newestMailTo(borrower.email)));

    // An address that is not on the loan gets the same answer, and no email.
    const stranger = await visitors.arrive(PHONE);
    await stranger.goto(`/borrower/${borrower.id}`);
    await stranger.getByLabel("Your email").fill("unknown@example.org");
    await stranger.getByRole("button", { name: "Send me a new link" }).click();
    const same = await stranger.getByText("belongs to this loan").innerText();
    expect(same.replace("unknown@example.org", borrower.email)).toBe(answer);
    expect(await mailsTo("unknown@example.org")).toEqual([]);
  });

  test("of a closed borrower expires at once", async ({ visitors }) => {
    const borrower = await inviteBorrower(officer);
    const page = await visitors.arrive({ ...PHONE, expects: /\b401\b/ });
    await openVisit(page, await visitLinkTo(borrower.email));
    await officer.send(changeBorrowerStatus, { id: borrower.id, status: "closed" });
    expect((await readVisit(await visitToken(page))).status).toBe(401);
    await page.getByRole("button", { name: "Agree and continue" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "This session has ended" })).toBeVisible();
  });
});
