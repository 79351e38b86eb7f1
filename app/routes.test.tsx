import { expect, test } from "vitest";
import { pages, redirects } from "./routes.tsx";

test("S2.15 every page has a title of its own", () => {
  const titles = pages.map(({ title }) => title);
  expect(titles.filter((title, at) => title === "" || titles.indexOf(title) !== at)).toEqual([]);
});

test("S2.21 pages under account and admin are private, those under auth and error public", () => {
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
