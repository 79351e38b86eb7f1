import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderAt } from "#kit/web/test-router.tsx";
import { ErrorPage } from "./ErrorPage.tsx";

beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

test.each(["400", "401", "403", "404", "500", "503", "504"])(
  "S2.36-42 /error/%s names its code in the heading",
  async (code) => {
    await renderAt(`/error/${code}`, <ErrorPage />);
    expect((await screen.findByRole("heading", { level: 1 })).textContent).toMatch(new RegExp(`^${code} \\w`));
  },
);

test.each(["/error/418", "/error/constructor", "/error/__proto__", "/error/%3Cscript%3E", "/error"])(
  "X3 %s is a page that is not there",
  async (path) => {
    await renderAt(path, <ErrorPage />);
    expect((await screen.findByRole("heading", { level: 1 })).textContent).toContain("404");
  },
);

test("the 401 page leads to the log-in page", async () => {
  await renderAt("/error/401", <ErrorPage />);
  expect(await screen.findByRole("link", { name: "Log In" })).toHaveProperty("pathname", "/auth/login");
});

test("a 403 for want of a second factor says so and leads to the settings", async () => {
  const { router } = await renderAt("/error/403", <ErrorPage />);
  await screen.findByRole("heading", { name: /^403 Your role/ });
  await router.navigate({ to: "/error/403", state: { failedBy: "SECOND_FACTOR_NOT_SET_UP" } });
  await screen.findByRole("heading", { name: "403 Your organization asks for a second factor" });
  expect(screen.getByRole("link", { name: "Set up second factor" })).toHaveProperty(
    "pathname",
    "/account/settings/authorization",
  );
});
