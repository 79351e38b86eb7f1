import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { confirm, confirmStore } from "../confirm.ts";
import { useStore } from "../use-store.ts";
import { renderAt } from "../test-router.tsx";
import { Button } from "./Button.tsx";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { Dialog } from "./Dialog.tsx";
import { CopyButton } from "./CopyButton.tsx";
import { ProfilePicture } from "./ProfilePicture.tsx";
import { hideToast, showToast, toastStore } from "./ToastArea.tsx";

describe("Dialog", () => {
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

  test("a reason that is always seen is text beside the button, which it describes", async () => {
    await renderAt(
      "/",
      <Button disabledReason="Not now." showsReason>
        Send
      </Button>,
    );
    const button = await screen.findByRole("button", { name: "Send", description: "Not now." });
    expect(button.title).toBe("");
    expect(screen.getByText("Not now.").className).not.toContain("visually-hidden");
  });
});

describe("CopyButton", () => {
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
});

describe("ProfilePicture", () => {
  const kind = () => screen.getByTestId("profile-picture").dataset["kind"];

  test("a picture that does not load is replaced by the pattern, and a new address is tried", () => {
    const { rerender } = render(<ProfilePicture userId="u1" url="https://example.com/gone.png" size={32} />);
    expect(kind()).toBe("image");
    fireEvent.error(screen.getByTestId("profile-picture"));
    expect(kind()).toBe("identicon");
    rerender(<ProfilePicture userId="u1" url="https://example.com/here.png" size={32} />);
    expect(kind()).toBe("image");
  });
});

describe("ToastArea", () => {
  const shown = () => toastStore.get().map(({ uuid }) => uuid);

  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    for (const uuid of shown()) hideToast(uuid);
    vi.useRealTimers();
  });

  test("a toast stays; one that hides itself stays for 5000 ms or its own delay", () => {
    const staying = showToast("Saved", "The borrower was saved");
    const usual = showToast("Saved", "", { autohide: true });
    const short = showToast("Saved", "", { autohide: true, delay: 1000 });
    vi.advanceTimersByTime(1000);
    expect(shown()).toEqual([staying, usual]);
    vi.advanceTimersByTime(3999);
    expect(shown()).toContain(usual);
    vi.advanceTimersByTime(1);
    expect(shown()).toEqual([staying]);
    expect(short).not.toBe(usual);
  });
});
