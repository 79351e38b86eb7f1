import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { CopyButton } from "./CopyButton.tsx";

afterEach(() => vi.restoreAllMocks());

test("the text is copied to the clipboard, and a message says so", async () => {
  const user = userEvent.setup();
  render(<CopyButton name="Passcode" text="K7QMA-2WXPD" />);
  await user.click(screen.getByRole("button", { name: "Copy passcode" }));
  await screen.findByText("Passcode copied.");
  expect(await navigator.clipboard.readText()).toBe("K7QMA-2WXPD");
});

test("when the browser refuses to copy, the user sees what to do instead", async () => {
  const user = userEvent.setup();
  render(<CopyButton isIcon name="Zip" text="10001" />);
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new DOMException("", "NotAllowedError"));
  await user.click(screen.getByRole("button", { name: "Copy zip" }));
  await screen.findByText("Your browser blocked copying. Select the text and copy it manually.");
});
