import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderAt } from "#platform/web/test-router.tsx";
import { SideNav, type NavSection } from "./SideNav.tsx";

const SECTIONS: readonly NavSection[] = [
  {
    name: "BORROWERS",
    links: [
      { label: "Borrowers", to: "/all", alsoOn: ["/view/"] },
      { label: "Create", to: "/new" },
    ],
  },
];

const current = () => screen.getAllByRole("link").filter((link) => link.getAttribute("aria-current") === "page");
const section = () => screen.getByRole("button", { name: "BORROWERS" });

test.each(["/all", "/view/7"])("only Borrowers is active at %s", async (path) => {
  await renderAt(path, <SideNav sections={SECTIONS} isOpen />);
  expect(current().map((link) => link.textContent)).toEqual(["Borrowers"]);
});

test("a section is open until it is closed, and stays that way", async () => {
  const first = await renderAt("/all", <SideNav sections={SECTIONS} isOpen />);
  expect(section().getAttribute("aria-expanded")).toBe("true");
  await userEvent.click(section());
  expect(section().getAttribute("aria-expanded")).toBe("false");
  expect(JSON.parse(localStorage.getItem("sideNavExpanded") ?? "")).toEqual({ BORROWERS: false });
  first.unmount();
  await renderAt("/all", <SideNav sections={SECTIONS} isOpen />);
  expect(section().getAttribute("aria-expanded")).toBe("false");
});

test.each(["not json", "null", `{"BORROWERS":"no"}`, "[false]"])(
  "what is stored as %j leaves it open",
  async (stored) => {
    localStorage.setItem("sideNavExpanded", stored);
    await renderAt("/all", <SideNav sections={SECTIONS} isOpen />);
    expect(section().getAttribute("aria-expanded")).toBe("true");
  },
);

test("a link can be marked as new", async () => {
  const sections = [{ name: "BILLING", links: [{ label: "Statements", to: "/statements", isNew: true }] }];
  await renderAt("/all", <SideNav sections={sections} isOpen />);
  screen.getByRole("link", { name: "Statements New!" });
});
