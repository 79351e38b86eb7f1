import { describe, expect, test } from "vitest";
import { listStatements } from "#features/billing/contract.ts";
import { listAudit } from "#features/organizations/contract.ts";
import { pages, redirects } from "./routes.tsx";
import { parseSearch, stringifySearch } from "./router.tsx";

test("every page has a title of its own", () => {
  const titles = pages.map(({ title }) => title);
  expect(titles.filter((title, at) => title === "" || titles.indexOf(title) !== at)).toEqual([]);
});

test("pages under account and admin are private, those under auth and error public", () => {
  const wrong = pages.filter(
    ({ path, access }) =>
      (/^\/(?:account|admin)\//.test(path) && access !== "private") ||
      (/^\/(?:auth|error)\//.test(path) && access !== "public"),
  );
  expect(wrong).toEqual([]);
});

test("a redirect leads to a page", () => {
  const paths = pages.map(({ path }) => path);
  expect(Object.values(redirects).filter((to) => !paths.includes(to))).toEqual([]);
});

test("admin pages turn away users whom their calls refuse; the plan page is also open to an only member", () => {
  const area = pages.filter(({ layout }) => layout === "admin");
  const wanted = area.map(({ path }) => {
    if (path === "/admin/billing/subscription") return undefined;
    return path.startsWith("/admin/billing/") ? listStatements.who : listAudit.who;
  });
  expect(area.map(({ who }) => who)).toEqual(wanted);
});

describe("search parameters", () => {
  test.each(["?a=1&b=2", "?page=01", "?q=true&empty=", ""])("%j stays unchanged", (query) => {
    expect(stringifySearch(parseSearch(query))).toBe(query);
  });
});
