import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hideOverlay, showOverlay } from "../overlay.ts";
import { closePalette, paletteView } from "./palette-view.ts";
import { listenForShortcuts, turnSingleKeys } from "./shortcut-keys.ts";

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
