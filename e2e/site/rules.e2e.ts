import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { logIn, sendLogIn, storedToken } from "../login.ts";
import { answerWith, ask } from "../support-console.ts";
import type { Visitors } from "../visitors.ts";
import { sharedStand } from "../global-setup.ts";

const REFUSED = /\b[45]\d\d\b|failed|NO_TOKEN|ENV/;
const API = "/api/latest";

async function arriveAs(visitors: Visitors, email: string): Promise<Page> {
  const page = await visitors.arrive({ expects: REFUSED });
  await logIn(page, email);
  return page;
}

/** The headers with which a call leaves. */
async function headersOf(page: Page, method: string, url: string, headers: Record<string, string> = {}) {
  const path = url.startsWith("/") ? API + url : `/${url}`;
  const leaving = page.waitForRequest((request) => new URL(request.url()).pathname === path.split("?")[0]);
  await ask(page, method, url, { headers, ...(method !== "GET" && { body: {} }) });
  return (await leaving).headers();
}

test.describe("request rules", () => {
  test("calls carry 'bearer {token}' and JSON's type", async ({ visitors }) => {
    const page = await arriveAs(visitors, "registered@example.com");
    const token = await storedToken(page);
    await answerWith(page, `${API}/payment/subscribe`, 200, {});
    for (const [method, url] of [
      ["GET", "/account/borrower"],
      ["POST", "/payment/subscribe"],
      ["POST", "/auth/refresh-token"],
    ] as const) {
      const headers = await headersOf(page, method, url);
      expect(headers["authorization"], url).toBe(`bearer ${token}`);
      expect(headers["content-type"], url).toBe("application/json");
    }
  });

  test("a multi-part marker leaves the type to the browser and the token in place", async ({ visitors }) => {
    const page = await arriveAs(visitors, "registered@example.com");
    const headers = await headersOf(page, "POST", "/account/borrower", { "multi-part": "true" });
    expect(headers["content-type"]).not.toBe("application/json");
    expect(headers["authorization"]).toMatch(/^bearer /);
    expect(headers).not.toHaveProperty("multi-part");
  });

  for (const url of ["assets/version", "/posts/any", "/payment/plans"]) {
    test(`GET ${url} sends no token`, async ({ visitors }) => {
      const page = await arriveAs(visitors, "registered@example.com");
      await answerWith(page, url.startsWith("/") ? API + url : `/${url}`, 200, []);
      const headers = await headersOf(page, "GET", url);
      expect(headers).not.toHaveProperty("authorization");
      expect(headers).not.toHaveProperty("content-type");
    });
  }

  test("POST auth/login never sends a token, even a stored one", async ({ visitors }) => {
    const page = await arriveAs(visitors, "registered@example.com");
    expect(await headersOf(page, "POST", "/auth/login")).not.toHaveProperty("authorization");
  });

  test("a request with 'ignoreIterecptor' skips the rules", async ({ visitors }) => {
    const page = await arriveAs(visitors, "registered@example.com");
    const headers = await headersOf(page, "GET", "/account/borrower", { ignoreIterecptor: "true" });
    expect(headers).not.toHaveProperty("authorization");
    expect(headers).not.toHaveProperty("content-type");
    expect(headers).not.toHaveProperty("ignoreiterecptor");
  });

  test("a URL that begins with the test host gets the test parameter", async ({ visitors }) => {
    const page = await visitors.arrive({ expects: REFUSED });
    const { url } = sharedStand();
    await page.goto("/");
    await page.evaluate((testHost) => localStorage.setItem("configOverrides", JSON.stringify({ testHost })), url);
    await page.reload();
    const asked = page.waitForRequest((request) => request.url().includes("/account/borrower"));
    await ask(page, "GET", "/account/borrower?limit=5");
    expect(new URL((await asked).url()).search).toBe("?limit=5&test=true");
    const skipped = page.waitForRequest((request) => request.url().includes("/account/borrower"));
    await ask(page, "GET", "/account/borrower", { headers: { ignoreIterecptor: "1" } });
    expect(new URL((await skipped).url()).search).toBe("");
  });

  test("every call uses the configured base address, and a call outside the API's base is not found", async ({
    visitors,
  }) => {
    const page = await visitors.arrive({ expects: REFUSED });
    await page.goto("/");
    await page.evaluate(() =>
      localStorage.setItem("configOverrides", JSON.stringify({ backendURL: `${location.origin}/elsewhere` })),
    );
    await page.goto("/auth/login");
    const asked = page.waitForRequest((request) => request.method() === "POST");
    await sendLogIn(page, "registered@example.com");
    expect(new URL((await asked).url()).pathname).toBe("/elsewhere/api/latest/auth/login");
    const reply = await fetch(`${sharedStand().url}/account/borrower`, { headers: { accept: "application/json" } });
    expect([reply.status, await reply.json()]).toEqual([404, { message: "NOT_FOUND" }]);
  });
});

test.describe("error rules", () => {
  for (const [status, requirement] of [
    [400, "S8.11"],
    [403, "S8.12"],
    [404, "S8.13"],
    [500, "S8.14"],
    [503, "S8.15"],
    [504, "S8.16"],
  ] as const) {
    test(`${status} leads to its page, is logged and rethrown (${requirement} S8.28)`, async ({ visitors }) => {
      const page = await arriveAs(visitors, "registered@example.com");
      const logged: string[] = [];
      page.on("console", (message) => message.type() === "error" && logged.push(message.text()));
      await answerWith(page, `${API}/account/borrower`, status, { message: "INTERNAL_ERROR" });
      expect(await ask(page, "GET", "/account/borrower")).toEqual({ status, message: "INTERNAL_ERROR" });
      await page.waitForURL(`/error/${status}`);
      await expect(page.getByRole("heading", { level: 1, name: String(status) })).toBeVisible();
      expect(logged.join("\n")).toContain("account/borrower failed");
      expect(await storedToken(page)).not.toBeNull();
    });
  }

  test("an unknown borrower leads to the 404 page", async ({ visitors }) => {
    const page = await arriveAs(visitors, "registered@example.com");
    await page.goto(`/account/borrowers/view/${crypto.randomUUID()}`);
    await page.waitForURL("/error/404");
  });

  for (const [code, requirement] of [
    ["EMAIL_NOT_FOUND", "S8.2"],
    ["INVALID_PASSWORD", "S8.3"],
    ["PASSWORD_CHANGE_REQUIRED", "S8.4"],
    ["ACCOUNT_LOCKED", "S8.5"],
  ] as const) {
    test(`401 ${code} is returned without leaving the page (${requirement} S8.6)`, async ({ visitors }) => {
      const page = await visitors.arrive({ expects: REFUSED });
      await answerWith(page, `${API}/auth/login`, 401, { message: code });
      await page.goto("/auth/login");
      await sendLogIn(page, "someone@example.org");
      await expect(page.getByRole("alert")).toBeVisible();
      expect(new URL(page.url()).pathname).toBe("/auth/login");
    });
  }

  test("401 NO_USER removes the token and leads to /error/401", async ({ visitors }) => {
    const page = await arriveAs(visitors, "registered@example.com");
    await answerWith(page, `${API}/account/borrower`, 401, { message: "NO_USER" });
    await ask(page, "GET", "/account/borrower");
    await page.waitForURL("/error/401");
    expect(await storedToken(page)).toBeNull();
  });

  test("another 401 leads there too and keeps the token, and its link to the sign-in still works", async ({
    visitors,
  }) => {
    const page = await arriveAs(visitors, "registered@example.com");
    await answerWith(page, `${API}/account/borrower`, 401, { message: "INVALID_JWT" });
    await ask(page, "GET", "/account/borrower");
    await page.waitForURL("/error/401");
    expect(await storedToken(page)).not.toBeNull();
    await page.getByRole("main").getByRole("link", { name: "Log In" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Log In" })).toBeVisible();
  });

  for (const [method, url, path] of [
    ["GET", "assets/version", "/assets/version"],
    ["POST", "/payment/subscribe", `${API}/payment/subscribe`],
    ["POST", "/auth/register", `${API}/auth/register`],
    ["POST", "/auth/login", `${API}/auth/login`],
    ["POST", "/account/post", `${API}/account/post`],
    ["PUT", "/account/post/1", `${API}/account/post/1`],
  ] as const) {
    test(`${method} ${url} stays on the page when it fails`, async ({ visitors }) => {
      const page = await arriveAs(visitors, "registered@example.com");
      for (const status of [400, 403, 404, 500, 503, 504]) {
        await page.unrouteAll();
        await answerWith(page, path, status, { message: "INTERNAL_ERROR" });
        expect(await ask(page, method, url, method === "GET" ? {} : { body: {} })).toMatchObject({ status });
        expect(new URL(page.url()).pathname).toBe("/");
      }
    });
  }
});
