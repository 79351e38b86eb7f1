import { expect, test } from "vitest";
import { pages } from "./routes.tsx";
import { headOf } from "./head.ts";

const site = { productName: "Keyturn", publicUrl: "https://keyturn.example", pathname: "/terms-and-conditions" };

test("a public page describes itself and names its one address", () => {
  const head = headOf({ title: "Terms", access: "public", description: "What is agreed." }, site);
  expect(head.title).toBe("Terms | Keyturn");
  expect(head.canonical).toBe("https://keyturn.example/terms-and-conditions");
  expect(Object.fromEntries(head.metas.map(({ key, content }) => [key, content]))).toMatchObject({
    description: "What is agreed.",
    "og:title": "Terms | Keyturn",
    "og:description": "What is agreed.",
    "og:url": "https://keyturn.example/terms-and-conditions",
    "og:image": "https://keyturn.example/og.png",
    "twitter:card": "summary_large_image",
  });
});

test("a private page has no canonical address, and asks not to be indexed", () => {
  const head = headOf({ title: "Borrowers", access: "private" }, site);
  expect(head).toEqual({
    title: "Borrowers | Keyturn",
    canonical: null,
    metas: [{ attribute: "name", key: "robots", content: "noindex" }],
  });
});

test("an unknown address has no canonical address either, although anyone can open it", () => {
  const unknown = pages.find(({ path }) => path === "$")!; // the map has it
  expect(headOf(unknown, { ...site, pathname: "/terms-and-conditionz" })).toEqual({
    title: "Page not found | Keyturn",
    canonical: null,
    metas: [{ attribute: "name", key: "robots", content: "noindex" }],
  });
});

test("the title or description of the start page contains the tagline", () => {
  const home = pages.find(({ path }) => path === "/")!; // the map has it
  const { title, metas } = headOf(home, site);
  expect([title, ...metas.map(({ content }) => content)].join("\n")).toContain("Intelligent Mortgage Tools");
});

test("every public page has a description of its own", () => {
  const indexed = pages.filter(({ access, isNoPage, isUnlisted }) => access === "public" && !isNoPage && !isUnlisted);
  const descriptions = indexed.map(({ description }) => description ?? "");
  expect(descriptions.filter((text, at) => text === "" || descriptions.indexOf(text) !== at)).toEqual([]);
});
