import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { Command } from "./find-commands.ts";
import { CommandPalette } from "./CommandPalette.tsx";
import { ShortcutsDialog } from "./ShortcutsDialog.tsx";
import { areSingleKeysOn } from "./shortcut-keys.ts";

const commands = ["Alpha", "Beta", "Gamma"].map((label): Command => ({
  id: `act ${label}`,
  label,
  group: "Pages",
  run: vi.fn(),
}));

function show() {
  const acts = { onRun: vi.fn(), onClose: vi.fn() };
  render(<CommandPalette commands={commands} recent={[]} {...acts} />);
  screen.getByRole("combobox").focus();
  return acts;
}

const currentOption = () => {
  const id = screen.getByRole("combobox").getAttribute("aria-activedescendant");
  const selected = screen.getAllByRole("option", { selected: true });
  expect(selected.map((option) => option.id)).toEqual([id]);
  expect(id).toMatch(/^\S+$/);
  return selected[0]?.textContent;
};

test("arrows wrap around, Home and End go to the ends, Enter runs the command", async () => {
  const { onRun } = show();
  expect(currentOption()).toBe("Alpha");
  await userEvent.keyboard("{ArrowDown}");
  expect(currentOption()).toBe("Beta");
  await userEvent.keyboard("{End}");
  expect(currentOption()).toBe("Gamma");
  await userEvent.keyboard("{ArrowDown}");
  expect(currentOption()).toBe("Alpha");
  await userEvent.keyboard("{ArrowUp}");
  expect(currentOption()).toBe("Gamma");
  await userEvent.keyboard("{Home}{Enter}");
  expect(onRun).toHaveBeenCalledExactlyOnceWith(commands[0]);
});

test("typing narrows the list and selects its first command", async () => {
  const { onRun } = show();
  await userEvent.keyboard("{End}m");
  expect(currentOption()).toBe("Gamma");
  expect(screen.getByRole("status").textContent).toBe("1 result");
  await userEvent.keyboard("x");
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(screen.getByRole("combobox").getAttribute("aria-expanded")).toBe("false");
  screen.getByText("No results. Try other words.");
  await userEvent.keyboard("{ArrowDown}{Enter}");
  expect(onRun).not.toHaveBeenCalled();
});

test("a click runs its command", async () => {
  const { onRun } = show();
  await userEvent.click(screen.getByRole("option", { name: "Beta" }));
  expect(onRun).toHaveBeenCalledExactlyOnceWith(commands[1]);
});

test("the list of shortcuts has those that a person may use, and turns single keys off and on", async () => {
  render(
    <ShortcutsDialog
      commands={[...commands, { id: "c", label: "Create", group: "Actions", keys: "c", run: vi.fn() }]}
      onClose={vi.fn()}
    />,
  );
  expect(screen.getAllByRole("term").map((term) => term.textContent)).toEqual([
    "Search or jump to",
    "Create",
    "Search this page's list",
    "Keyboard shortcuts",
  ]);
  await userEvent.click(screen.getByRole("switch", { name: "Single-key shortcuts" }));
  expect(areSingleKeysOn()).toBe(false);
  await userEvent.click(screen.getByRole("switch", { name: "Single-key shortcuts" }));
  expect(areSingleKeysOn()).toBe(true);
});
