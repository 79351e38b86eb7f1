import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { renderAt } from "../test-router.tsx";
import { readTestConfig } from "../test-http.ts";
import { Form } from "./Form.tsx";
import { toastStore } from "../parts/ToastArea.tsx";
import {
  areDraftsHeld,
  areFormsClosing,
  discardDrafts,
  endHold,
  holdDrafts,
  keepDraft,
  restoreDraft,
  restoreDrafts,
  storeDrafts,
} from "./form-drafts.ts";
import { PasswordField } from "./PasswordField.tsx";
import { TextField } from "./TextField.tsx";
import { endStoredDrafts, takeStoredDrafts, writeStoredDrafts } from "./draft-storage.ts";

describe("drafts of open forms", () => {
  const schema = z.object({
    name: z.string(),
    email: z.string(),
    password: z.string(),
    code: z.string(),
    card: z.string(),
  });

  async function show() {
    await readTestConfig();
    return renderAt(
      "/person",
      <Form
        schema={schema}
        defaults={{ name: "Mia", email: "", password: "", code: "", card: "" }}
        submit="Save Person"
        loading={false}
        error={null}
        onSubmit={vi.fn()}
      >
        <TextField name="name" label="Name" autoComplete="off" />
        <TextField name="email" label="Email" type="email" autoComplete="off" />
        <PasswordField name="password" label="Password" purpose="current" />
        <TextField name="code" label="Code" autoComplete="one-time-code" />
        <TextField name="card" label="Card" autoComplete="cc-number" />
      </Form>,
    );
  }

  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

  async function write(): Promise<void> {
    for (const label of ["Email", "Password", "Code", "Card"]) await userEvent.type(field(label), `my ${label}`);
    await userEvent.click(screen.getByRole("button", { name: "Show" }));
  }

  test("unsaved input comes back to the same form, except passwords, codes and card data", async () => {
    const { unmount } = await show();
    await write();
    keepDraft();
    storeDrafts("mia");
    const stored = sessionStorage.getItem("keptWords")!; // it was written just now
    expect(JSON.parse(stored)).toMatchObject({ forms: { "/ Save Person": { email: "my Email" } } });
    expect(stored).not.toMatch(/my (Password|Code|Card)|Mia/);
    unmount();

    expect(restoreDrafts("mia")).toBe(true);
    await show();
    expect(["Name", "Email", "Password", "Code", "Card"].map((label) => field(label).value)).toEqual([
      "Mia",
      "my Email",
      "",
      "",
      "",
    ]);
  });

  test("the input of a form removed by a crash is saved at that moment", async () => {
    const { unmount } = await show();
    await userEvent.type(field("Email"), "half an addr");
    unmount();
    keepDraft();
    expect(restoreDraft("/ Save Person")).toEqual({ email: "half an addr" });
  });

  test("the input of a form that the user left is not saved later", async () => {
    const { unmount } = await show();
    await userEvent.type(field("Email"), "half an addr");
    unmount();
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
    keepDraft();
    expect(restoreDraft("/ Save Person")).toBeNull();
  });

  describe("when the session of their user ends", () => {
    afterEach(() => discardDrafts());

    test("come back to the form after the next sign-in, which says so, and the form closes without a question", async () => {
      const { unmount } = await show();
      await write();
      holdDrafts("mia");
      expect(areFormsClosing()).toBe(true);
      unmount();
      endHold();
      discardDrafts("mia");
      expect(areFormsClosing()).toBe(false);
      await show();
      expect(["Email", "Password"].map((label) => field(label).value)).toEqual(["my Email", ""]);
      expect(toastStore.get().at(-1)?.header).toBe("Your draft is back");
    });

    test("survive input that was sent and refused because of it", async () => {
      const { unmount } = await show();
      await userEvent.type(field("Email"), "mia@example.com");
      await userEvent.click(screen.getByRole("button", { name: "Save Person" }));
      holdDrafts("mia");
      unmount();
      expect(restoreDraft("/ Save Person")).toMatchObject({ email: "mia@example.com" });
    });

    test("are not for another user, nor for anyone after a sign-out or half an hour", async () => {
      const end = async (then: () => void) => {
        const { unmount } = await show();
        await userEvent.type(field("Email"), "half an addr");
        holdDrafts("mia");
        unmount();
        then();
        return restoreDraft("/ Save Person");
      };
      expect(await end(() => discardDrafts("noah"))).toBeNull();
      expect(await end(() => discardDrafts())).toBeNull();
      expect(await end(() => vi.setSystemTime(Date.now() + 30 * 60_000 + 1))).toBeNull();
      vi.useRealTimers();
    });

    test("nothing is held where nothing was typed", async () => {
      await show();
      holdDrafts("mia");
      expect([areDraftsHeld(), areFormsClosing()]).toEqual([false, false]);
    });
  });

  test("an unchanged form saves nothing", async () => {
    await show();
    keepDraft();
    storeDrafts("mia");
    expect(sessionStorage.getItem("keptWords")).toBeNull();
  });
});

describe("stored drafts", () => {
  const KEY = "keptWords";
  const forms = { "/create Create": { firstName: "Half a n" } };

  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    sessionStorage.clear();
  });

  test("drafts that no page restores are removed after two minutes", () => {
    writeStoredDrafts({ at: Date.now(), forms, person: "mia" });
    endStoredDrafts();
    vi.advanceTimersByTime(2 * 60_000 - 1);
    expect(sessionStorage.getItem(KEY)).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(sessionStorage.getItem(KEY)).toBeNull();
  });

  test("a later page finds no old drafts, and drafts newer than its start stay", () => {
    writeStoredDrafts({ at: Date.now() - 3 * 60_000, forms, person: "mia" });
    endStoredDrafts();
    expect(sessionStorage.getItem(KEY)).toBeNull();

    writeStoredDrafts({ at: Date.now() - 60_000, forms, person: "mia" });
    endStoredDrafts();
    expect(takeStoredDrafts()).toMatchObject({ forms, person: "mia" });
    writeStoredDrafts({ at: Date.now(), forms, person: "mia" });
    vi.advanceTimersByTime(60_000);
    expect(sessionStorage.getItem(KEY)).not.toBeNull();
  });

  test.each(["{", "null", "[]", "1", '{"at":"soon"}', '{"at":9e99}'])("%s is removed", (broken) => {
    sessionStorage.setItem(KEY, broken);
    endStoredDrafts();
    expect(sessionStorage.getItem(KEY)).toBeNull();
  });
});
