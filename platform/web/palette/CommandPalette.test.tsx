import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Command, findCommands, indexCommands } from "./find-commands.ts";
import { CommandPalette } from "./CommandPalette.tsx";
import { ShortcutsDialog } from "./ShortcutsDialog.tsx";
import { areSingleKeysOn, listenForShortcuts, turnSingleKeys } from "./shortcut-keys.ts";
import { closePalette, forgetCommands, paletteView, recentCommands, rememberCommand } from "./palette-view.ts";
import { hideOverlay, showOverlay } from "../overlay.ts";

describe("CommandPalette", () => {
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
});

describe("find commands", () => {
  const command = (label: string, more: Partial<Command> = {}): Command => ({
    id: label,
    label,
    group: "Pages",
    run: () => undefined,
    ...more,
  });

  const COMMANDS = [
    command("Create Borrower", { group: "Actions", words: "new" }),
    command("All Borrowers"),
    command("Borrowers"),
    command("Thị Nguyễn", { group: "Borrowers", words: "thi@example.net AC-1001 Văn Trần", isOnlyFound: true }),
    command("Borya Petrov", { group: "Borrowers", isOnlyFound: true }),
  ];

  const found = (term: string, recent: string[] = []) =>
    findCommands(indexCommands(COMMANDS), term, recent).map(({ name, commands }) => [
      name,
      ...commands.map((c) => c.label),
    ]);

  test("an empty search offers all commands except the very numerous ones", () => {
    expect(found("")).toEqual([
      ["Actions", "Create Borrower"],
      ["Pages", "All Borrowers", "Borrowers"],
    ]);
  });

  test("recently used commands come first, newest before older", () => {
    expect(found(" ", ["Borya Petrov", "All Borrowers", "gone"])[0]).toEqual([
      "Recent",
      "Borya Petrov",
      "All Borrowers",
    ]);
  });

  test("each word is found anywhere, in any case, and matches near the start rank higher", () => {
    expect(found("BOR")).toEqual([
      ["Pages", "Borrowers", "All Borrowers"],
      ["Borrowers", "Borya Petrov"],
      ["Actions", "Create Borrower"],
    ]);
    expect(found("rowers all")).toEqual([["Pages", "All Borrowers"]]);
    expect(found("brwrs")).toEqual([]);
  });

  test.each(["nguyen", "NGUYỄN", "ac-1001", "tran van", "thi@"])("%s finds a person by any of their words", (term) => {
    expect(found(term)).toEqual([["Borrowers", "Thị Nguyễn"]]);
  });

  test("no more than fifty are listed", () => {
    const many = Array.from({ length: 10_000 }, (_, at) => command(`Person ${at}`, { isOnlyFound: true }));
    expect(findCommands(indexCommands(many), "person", [])[0]?.commands).toHaveLength(50);
  });
});

describe("palette view", () => {
  test("the last five are remembered, each once, the last used first", () => {
    for (const id of ["a", "b", "c", "a", "d", "e", "f"]) rememberCommand(id);
    expect(recentCommands()).toEqual(["f", "e", "d", "a", "c"]);
    forgetCommands();
    expect(recentCommands()).toEqual([]);
  });

  test.each(["not json", "null", '{"a":1}', "[1,null]"])("%s in the storage counts as empty", (stored) => {
    localStorage.setItem("recentCommands", stored);
    expect(recentCommands()).toEqual([]);
  });
});

describe("shortcut keys", () => {
  const pressed = vi.fn();
  let stop: () => void;

  beforeEach(() => {
    pressed.mockReset();
    stop = listenForShortcuts(["c", "g b", "g s"], pressed);
  });

  afterEach(() => {
    stop();
    closePalette();
    hideOverlay();
  });

  test("a shortcut of one key or two keys in a row is reported; other keys are not", async () => {
    await userEvent.keyboard("cxgbgxsgs");
    expect(pressed.mock.calls.flat()).toEqual(["c", "g b", "g s"]);
  });

  test("keys pressed with others held down are left to the browser", async () => {
    await userEvent.keyboard("{Control>}c{/Control}{Alt>}c{/Alt}{Meta>}c{/Meta}");
    expect(pressed).not.toHaveBeenCalled();
  });

  test("no shortcut fires while the user types in a field; a checkbox does not count as typing", async () => {
    render(
      <>
        <input aria-label="Name" />
        <textarea aria-label="Notes" />
        <select aria-label="Role" />
        <input type="checkbox" aria-label="Select row" />
      </>,
    );
    for (const label of ["Name", "Notes", "Role"]) {
      screen.getByLabelText(label).focus();
      await userEvent.keyboard("c?");
    }
    expect(pressed).not.toHaveBeenCalled();
    expect(paletteView.get()).toBeNull();
    screen.getByLabelText("Select row").focus();
    await userEvent.keyboard("c");
    expect(pressed).toHaveBeenCalledOnce();
  });

  test("nothing fires under a dialog or the overlay", async () => {
    const { unmount } = render(<dialog open />);
    await userEvent.keyboard("c?{Control>}k{/Control}");
    expect(paletteView.get()).toBeNull();
    unmount();
    showOverlay({ message: "Wait" });
    await userEvent.keyboard("c?{Control>}k{/Control}");
    expect(paletteView.get()).toBeNull();
    expect(pressed).not.toHaveBeenCalled();
  });

  test("single keys can be turned off; the palette's own chord stays", async () => {
    turnSingleKeys(false);
    await userEvent.keyboard("cgb?");
    expect(pressed).not.toHaveBeenCalled();
    expect(paletteView.get()).toBeNull();
    await userEvent.keyboard("{Control>}k{/Control}");
    expect(paletteView.get()).toBe("palette");
    await userEvent.keyboard("{Control>}k{/Control}");
    expect(paletteView.get()).toBeNull();
  });

  test("? lists the shortcuts, / goes to the page's search", async () => {
    render(
      <main>
        <input type="search" aria-label="Search" />
      </main>,
    );
    await userEvent.keyboard("/");
    expect(document.activeElement).toBe(screen.getByLabelText("Search"));
    expect(screen.getByLabelText("Search")).toHaveProperty("value", "");
    screen.getByLabelText("Search").blur();
    await userEvent.keyboard("?");
    expect(paletteView.get()).toBe("shortcuts");
  });
});
