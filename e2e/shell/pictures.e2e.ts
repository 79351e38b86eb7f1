import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { apiPerson, type Client } from "../api.ts";
import { knownBy } from "../visitors.ts";

let officer: Client;

test.beforeAll(async () => {
  officer = await apiPerson("registered@example.com");
});

async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

test("the edges between sections are rounded, waves or angled, each with its own shape", async ({ visitors }) => {
  const page = await visitors.arrive();
  const shapes = new Map<string, string>();
  for (const path of ["/", "/privacy-policy"]) {
    await openPage(page, path);
    for (const edge of await page.getByTestId("section-border").all()) {
      const name = await edge.getAttribute("data-border");
      const shape = await edge.evaluate((element) => element.innerHTML);
      expect((await edge.boundingBox())?.height).toBeGreaterThan(10);
      expect(shapes.get(String(name)) ?? shape, `${name} is drawn alike everywhere`).toBe(shape);
      shapes.set(String(name), shape);
    }
  }
  expect([...shapes.keys()].sort()).toEqual(["angled", "rounded", "waves"]);
  expect(new Set(shapes.values()).size).toBe(3);
});

test("page cards are small, medium and large, with the matching widths", async ({ visitors }) => {
  const page = await visitors.arrive({ ...knownBy(officer), viewport: { width: 1440, height: 900 } });
  for (const [path, size, width] of [
    ["/auth/password-reset-request", "small", 360],
    ["/account/settings/name", "medium", 560],
    ["/account/borrowers/create", "large", 840],
  ] as const) {
    await openPage(page, path);
    const card = page.getByTestId("page-card").first();
    await expect(card).toBeVisible();
    await expect(card, path).toHaveAttribute("data-size", size);
    expect((await card.boundingBox())?.width, path).toBe(width);
  }
});

/** A person with this token payload, as far as a page can know. */
async function openAs(page: Page, person: Record<string, unknown>): Promise<void> {
  await page.goto("/privacy-policy");
  await page.evaluate((token) => localStorage.setItem("token", token), madeUpToken(person));
  await openPage(page, "/privacy-policy");
  await expect(page.getByRole("button", { name: "User menu" })).toBeVisible();
}

const REFUSED = /\b401\b|WebSocket/;
const pictureOf = (page: Page) => page.getByRole("banner").getByTestId("profile-picture").first();

test("a person has their profilePicURL as a picture, or a pattern when it does not load", async ({ visitors }) => {
  const page = await visitors.arrive({ expects: REFUSED });
  const profilePicURL = new URL("/assets/of-a-person.svg", (await page.goto("/privacy-policy"))!.url()).href;
  await page.route("**/of-a-person.svg", (route) =>
    route.fulfill({
      contentType: "image/svg+xml",
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    }),
  );
  await openAs(page, { profilePicURL });
  await expect(pictureOf(page)).toHaveAttribute("data-kind", "image");
  await expect(pictureOf(page)).toHaveAttribute("src", profilePicURL);
});

test("a person without a picture has a pattern of their id: always the same, and different for another person", async ({
  visitors,
}) => {
  const page = await visitors.arrive({ expects: REFUSED });
  const patterns: string[] = [];
  for (const [id, email] of [
    ["c0ffee00-0000-4000-8000-000000000001", "one@example.org"],
    ["c0ffee00-0000-4000-8000-000000000002", "one@example.org"],
    ["c0ffee00-0000-4000-8000-000000000001", "other@example.org"],
  ]) {
    await openAs(page, { id, email });
    await expect(pictureOf(page)).toHaveAttribute("data-kind", "identicon");
    patterns.push(await pictureOf(page).evaluate((element) => element.innerHTML));
  }
  expect(patterns[2]).toBe(patterns[0]);
  expect(patterns[1]).not.toBe(patterns[0]);
});

/**
 * A token that pages read like any other, but that no server has signed.
 * @param person parts of the payload; the rest has made-up values
 */
function madeUpToken(person: Record<string, unknown> = {}): string {
  const payload = {
    id: "c0ffee00-0000-4000-8000-000000000001",
    firstName: "Ada",
    lastName: "Made-Up",
    email: "ada@example.org",
    emailConfirmed: true,
    hasSocialAuth: false,
    memberships: [],
    activeMembershipID: null,
    profilePicURL: null,
    iat: 0,
    exp: Math.floor(Date.now() / 1000) + 3_600,
    ...person,
  };
  return ["e30", Buffer.from(JSON.stringify(payload)).toString("base64url"), "c2ln"].join(".");
}
