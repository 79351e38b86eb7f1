import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, test } from "vitest";
import { button, people, showPeople } from "../test-people.tsx";

beforeAll(() => import("./ColumnsDialog.tsx")); // its first load may take long on a busy machine

const KEY = "tableColumns-People";
const headers = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
const stored = () => JSON.parse(localStorage.getItem(KEY) ?? "null") as unknown;

async function open(): Promise<HTMLElement> {
  await userEvent.click(button("Columns"));
  return screen.findByRole("dialog", { name: "Columns" });
}

describe("columns", () => {
  test("are hidden and shown; the first stays", async () => {
    await showPeople(people(2));
    const dialog = await open();
    expect(within(dialog).getByRole<HTMLInputElement>("checkbox", { name: "Name" }).disabled).toBe(true);
    await userEvent.click(within(dialog).getByRole("checkbox", { name: "Amount" }));
    expect(headers()).toEqual(["Name", "State"]);
    expect(stored()).toEqual({ order: [], hidden: ["cents"] });
    await userEvent.click(within(dialog).getByRole("checkbox", { name: "Amount" }));
    expect(headers()).toEqual(["Name", "Amount", "State"]);
    await userEvent.click(within(dialog).getByRole("button", { name: "Done" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("are moved by keyboard, and the focus goes with them", async () => {
    await showPeople(people(2));
    const dialog = await open();
    within(dialog).getByRole("button", { name: "Move State up" }).focus();
    await userEvent.keyboard("{Enter}");
    expect(headers()).toEqual(["Name", "State", "Amount"]);
    expect(document.activeElement).toBe(within(dialog).getByRole("button", { name: "Move State up" }));
    expect(within(dialog).getByRole("status").textContent).toBe("State is column 2 of 3");
    await userEvent.keyboard("{Enter}"); // the first place is taken
    expect(headers()).toEqual(["Name", "State", "Amount"]);
    await userEvent.click(within(dialog).getByRole("button", { name: "Move State down" }));
    expect(headers()).toEqual(["Name", "Amount", "State"]);
  });

  test("are as they were left, until they are reset", async () => {
    localStorage.setItem(KEY, JSON.stringify({ order: ["name", "status", "cents"], hidden: ["cents"] }));
    await showPeople(people(2));
    expect(headers()).toEqual(["Name", "State"]);
    const dialog = await open();
    await userEvent.click(within(dialog).getByRole("button", { name: "Reset" }));
    expect(headers()).toEqual(["Name", "Amount", "State"]);
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  test.each([
    "{broken",
    "null",
    "7",
    '"text"',
    "[1]",
    '{"order":"name","hidden":{"cents":true}}',
    '{"order":[null,"gone"],"hidden":["name","gone",7]}',
  ])("are as given where %j is stored", async (text) => {
    localStorage.setItem(KEY, text);
    await showPeople(people(2));
    expect(headers()).toEqual(["Name", "Amount", "State"]);
  });
});
