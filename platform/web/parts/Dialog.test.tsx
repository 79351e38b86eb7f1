import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { confirm, confirmStore } from "../confirm.ts";
import { useStore } from "../use-store.ts";
import { renderAt } from "../test-router.tsx";
import { Button } from "./Button.tsx";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { Dialog } from "./Dialog.tsx";

test("a dialog is closed before it leaves the page, so that the focus goes back", async () => {
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button onClick={() => setOpen(true)}>Open</button>
        {isOpen && (
          <Dialog title="Question" onClose={() => setOpen(false)}>
            <button onClick={() => setOpen(false)}>Cancel</button>
          </Dialog>
        )}
      </>
    );
  }
  await renderAt("/", <Page />);
  await userEvent.click(await screen.findByText("Open"));
  const dialog = screen.getByRole<HTMLDialogElement>("dialog");
  expect(dialog.open).toBe(true);
  await userEvent.click(screen.getByText("Cancel"));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(dialog.open).toBe(false);
});

test("Escape leaves it to the owner, and a file that was not chosen is no Escape", async () => {
  const onClose = vi.fn();
  await renderAt(
    "/",
    <Dialog title="Question" onClose={onClose}>
      <input type="file" aria-label="File" />
    </Dialog>,
  );
  const dialog = await screen.findByRole<HTMLDialogElement>("dialog");
  fireEvent(screen.getByLabelText("File"), new Event("cancel", { bubbles: true }));
  expect(onClose).not.toHaveBeenCalled();
  expect(fireEvent(dialog, new Event("cancel", { cancelable: true }))).toBe(false); // the browser does not close it
  expect(onClose).toHaveBeenCalledTimes(1);
  dialog.close(); // as a browser does that will not be asked twice
  await vi.waitFor(() => expect(dialog.open).toBe(true));
});

test.each(["danger", "plain"] as const)("what is asked as %s looks so", async (tone) => {
  function Asked() {
    const request = useStore(confirmStore);
    return request && <ConfirmDialog request={request} />;
  }
  await renderAt("/", <Asked />);
  void confirm({ confirm: "Erase", tone });
  const button = await screen.findByRole("button", { name: "Erase" });
  expect(/danger/.test(button.className)).toBe(tone === "danger");
  await userEvent.click(button);
});

test("pressing a disabled button focuses it, which shows its reason", async () => {
  await renderAt("/", <Button disabledReason="Not now.">Send</Button>);
  const button = await screen.findByRole("button", { name: "Send", description: "Not now." });
  button.click(); // as a tap is, where it brings no focus of its own
  expect(document.activeElement).toBe(button);
});
