import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { button, names, people, showPeople } from "./test-people.tsx";

beforeEach(() => localStorage.clear());

const chip = (group: string, name: string) =>
  within(screen.getByRole("group", { name: group })).getByRole("button", { name });

async function saveAs(name: string): Promise<void> {
  await userEvent.click(button("Save view"));
  await userEvent.type(await screen.findByRole("textbox", { name: "Name" }), name);
  await userEvent.click(button("Save"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}

test("a view brings back the filters and the order, after a reload too", async () => {
  const { unmount } = await showPeople(people(4), { path: "/people?sort=name&direction=descending" });
  await userEvent.click(chip("Status", "Closed"));
  await saveAs("Done");
  expect(chip("Saved views", "Done").getAttribute("aria-pressed")).toBe("true");
  expect(screen.queryByRole("button", { name: "Save view" })).toBeNull();
  unmount();

  await showPeople(people(4));
  expect(names()).toEqual(["Person 0", "Person 1", "Person 2", "Person 3"]);
  await userEvent.click(chip("Saved views", "Done"));
  expect(names()).toEqual(["Person 3", "Person 1"]);
  await userEvent.click(chip("Saved views", "Done"));
  expect(names()).toHaveLength(4);
});

test("an unchanged table offers no view to save, and a name is saved once", async () => {
  await showPeople(people(4));
  expect(screen.queryByRole("button", { name: "Save view" })).toBeNull();
  await userEvent.click(chip("Status", "New"));
  await saveAs("Mine");
  await userEvent.click(chip("Status", "Closed"));
  await saveAs("Mine");
  expect(screen.getAllByRole("button", { name: /^Delete view/ })).toHaveLength(1);
});

test("a deleted view is gone, and what another program stored is ignored", async () => {
  localStorage.setItem("tableViews-People", JSON.stringify([{ name: "Old", query: { status: "new" } }, 7, null]));
  await showPeople(people(2));
  await userEvent.click(button("Delete view Old"));
  expect(screen.queryByRole("group", { name: "Saved views" })).toBeNull();
  expect(localStorage.getItem("tableViews-People")).toBeNull();
});

test("a row's second value passes a filter, and its count is shown", async () => {
  const filters = [{ key: "tags", label: "Tags", options: [{ value: "vip", label: "VIP", count: 1 }] }] as const;
  const [first, second] = people(2);
  await showPeople([first!, { ...second!, tags: ["late", "vip"] }], { filters });
  await userEvent.click(chip("Tags", "VIP 1"));
  expect(names()).toEqual(["Person 1"]);
});
