import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { bodyRows, button, names, people, showPeople } from "./test-people.tsx";

// The browser of the tests lays nothing out: what scrolls is as high as a window, a row as a row.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(40);
});
afterEach(() => void vi.restoreAllMocks());
beforeAll(() => import("./rows/VirtualRows.tsx")); // its first load may take long on a busy machine

const gaps = () => screen.getByRole("table").querySelectorAll("tr[aria-hidden]");
async function drawn(): Promise<void> {
  await waitFor(() => expect(gaps().length).toBeGreaterThan(0));
  expect(bodyRows().length).toBeGreaterThan(20);
  expect(bodyRows().length).toBeLessThan(60);
}

describe("a page of 500 rows", () => {
  test("is one of 5,000 rows, and draws only what is seen", async () => {
    await showPeople(people(5000));
    await drawn();
    expect(screen.getByText("1–500 of 5,000")).toBeDefined();
    expect(screen.getByRole("table").getAttribute("aria-rowcount")).toBe("5001");
  });

  test("draws the row that the keys go to, however far it is", async () => {
    await showPeople(people(5000));
    await drawn();
    screen.getByRole("link", { name: "Person 0" }).focus();
    await userEvent.keyboard("{End}");
    expect(document.activeElement?.textContent).toBe("Person 499");
    await userEvent.keyboard("{ArrowUp}");
    expect(document.activeElement?.textContent).toBe("Person 498");
    await drawn();
  });

  test("returns to the top when the search changes", async () => {
    await showPeople(people(5000));
    await drawn();
    const frame = screen.getByRole("table").parentElement!; // what scrolls
    frame.scrollTop = 4000;
    fireEvent.scroll(frame);
    await userEvent.click(button("Closed"));
    expect(frame.scrollTop).toBe(0);
  });

  test("is printed whole", async () => {
    await showPeople(people(5000));
    await drawn();
    act(() => void window.dispatchEvent(new Event("beforeprint")));
    expect(bodyRows()).toHaveLength(500);
    act(() => void window.dispatchEvent(new Event("afterprint")));
    await drawn();
  });

  test("is whole for the browser's own search", async () => {
    await showPeople(people(5000));
    await drawn();
    fireEvent.keyDown(window, { key: "f", ctrlKey: true });
    expect(bodyRows()).toHaveLength(500);
  });

  test("is sorted in slices while the last order stays", async () => {
    await showPeople(people(6000), { path: "/people?sort=name&direction=descending" });
    await waitFor(() => expect(names()[0]).toBe("Person 5999"));
    fireEvent.click(button("Amount"));
    await waitFor(() => expect(names()[0]).toBe("Person 0"));
    expect(names()[1]).toBe("Person 11");
  });
});
