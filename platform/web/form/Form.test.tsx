import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { ApiError } from "../http/api-error.ts";
import { confirmStore } from "../confirm.ts";
import { renderAt } from "../test-router.tsx";
import { Form, StickyFooter } from "./Form.tsx";
import { TextField } from "./TextField.tsx";
import { strengthSentence } from "./PasswordField.tsx";
import { changedFields, mergeValues } from "./use-edit-conflict.ts";

describe("form", () => {
  const schema = z.object({
    name: z.string().check(z.trim(), z.minLength(1)),
    email: z.pipe(z.string().check(z.trim(), z.minLength(1)), z.email()),
  });

  function show(onSubmit = vi.fn(), error: Error | null = null, disabledReason?: string) {
    function Page() {
      const [refusal, setRefusal] = useState<Error | null>(null);
      return (
        <Form
          schema={schema}
          defaults={{ name: "", email: "" }}
          submit="Save Person"
          loading={false}
          error={refusal}
          disabledReason={disabledReason}
          onSubmit={(values) => {
            onSubmit(values);
            setRefusal(error);
          }}
        >
          <TextField name="name" label="Name" autoComplete="off" />
          <TextField name="email" label="Email" type="email" autoComplete="off" help="Where the mail goes." />
        </Form>
      );
    }
    return renderAt("/person", <Page />);
  }

  const name = () => screen.getByLabelText<HTMLInputElement>("Name");
  const email = () => screen.getByLabelText<HTMLInputElement>("Email");
  const noteOf = (field: HTMLElement) =>
    document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent ?? null;
  const save = () => userEvent.click(screen.getByRole("button", { name: "Save Person" }));

  test("an error is shown once its field was touched, in place of the help and linked to the field", async () => {
    await show();
    await userEvent.type(name(), "Mia");
    expect(noteOf(email())).toBe("Where the mail goes.");
    await userEvent.click(email());
    await userEvent.tab();
    expect(noteOf(email())).toBe("Email required");
    expect(email().getAttribute("aria-invalid")).toBe("true");
    await userEvent.type(email(), "mia@");
    expect(noteOf(email())).toBe("Email is not valid");
    await userEvent.type(email(), "example.com");
    expect(noteOf(email())).toBe("Where the mail goes.");
  });

  test("an empty field is reported as missing, not as too short", async () => {
    await renderAt(
      "/",
      <Form
        schema={z.object({ name: z.string().check(z.trim(), z.minLength(2)) })}
        defaults={{ name: "" }}
        submit="Save Person"
        loading={false}
        error={null}
        onSubmit={vi.fn()}
      >
        <TextField name="name" label="Name" autoComplete="off" />
      </Form>,
    );
    await save();
    await waitFor(() => expect(noteOf(name())).toBe("Name required"));
    await userEvent.type(name(), "M");
    expect(noteOf(name())).toBe("Name is too short");
  });

  test("a failed submit sends nothing, focuses the first error and does not lose any input", async () => {
    const onSubmit = vi.fn();
    await show(onSubmit);
    await userEvent.type(name(), "Mia ");
    await userEvent.type(email(), "not an address");
    await save();
    await waitFor(() => expect(document.activeElement).toBe(email()));
    expect(onSubmit).not.toHaveBeenCalled();
    expect([name().value, email().value]).toEqual(["Mia ", "not an address"]);
  });

  test("pressing the form's button shows no error before it is released", async () => {
    await show();
    await userEvent.click(email());
    await userEvent.pointer({ keys: "[MouseLeft>]", target: screen.getByRole("button", { name: "Save Person" }) });
    expect(document.activeElement).toBe(email());
    expect(noteOf(email())).toBe("Where the mail goes.");
  });

  test("the server's errors appear at their fields, and the input stays", async () => {
    const refusal = new ApiError(400, "VALIDATION_ERROR", { errors: [{ field: "email", code: "INVALID_FORMAT" }] });
    await show(vi.fn(), refusal);
    await userEvent.type(name(), "Mia");
    await userEvent.type(email(), "mia@example.com");
    await save();
    await waitFor(() => expect(noteOf(email())).toBe("Email is not valid"));
    expect(document.activeElement).toBe(email());
    expect(email().value).toBe("mia@example.com");
    expect(screen.getByRole("alert").textContent).toContain("Check the marked fields");
  });

  test("an error of the whole form is scrolled into view", async () => {
    const shown = vi.spyOn(Element.prototype, "scrollIntoView");
    await show(vi.fn(), new ApiError(409, "STALE"));
    await userEvent.type(name(), "Mia");
    await userEvent.type(email(), "mia@example.com");
    await save();
    const alert = await screen.findByRole("alert");
    expect(shown.mock.contexts.some((element) => (element as Element).contains(alert))).toBe(true);
    shown.mockRestore();
  });

  test("the reason why a form cannot be sent is shown once above the fields and announced by the button", async () => {
    const onSubmit = vi.fn();
    await show(onSubmit, null, "Your role is read-only here.");
    const note = screen.getByRole("status");
    expect(note.textContent).toBe("Your role is read-only here.");
    expect(note.compareDocumentPosition(name()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    const button = screen.getByRole("button", { name: "Save Person" });
    expect([button.getAttribute("aria-disabled"), noteOf(button)]).toEqual(["true", "Your role is read-only here."]);
    await userEvent.type(name(), "Mia");
    await userEvent.type(email(), "mia@example.com");
    await save();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(screen.getAllByRole("status")).toHaveLength(1);
  });

  test("a form that may be sent has no such note", async () => {
    await show();
    expect(screen.queryByRole("status")).toBeNull();
  });

  test("leaving with unsaved input asks first; after a submit it does not", async () => {
    const { router } = await show();
    await userEvent.type(name(), "Mia");
    void router.navigate({ to: "/elsewhere" });
    await waitFor(() => expect(confirmStore.get()?.title).toBe("Discard changes?"));
    confirmStore.get()?.answer(false);
    await waitFor(() => expect(router.state.location.pathname).toBe("/person"));
    await userEvent.type(email(), "mia@example.com");
    await save();
    void router.navigate({ to: "/elsewhere" });
    await waitFor(() => expect(router.state.location.pathname).toBe("/elsewhere"));
  });

  test("input after a save is unsaved again", async () => {
    function Page() {
      const [isSaving, setSaving] = useState(false);
      return (
        <>
          <button onClick={() => setSaving(false)}>Answer</button>
          <Form
            schema={schema}
            defaults={{ name: "Mia", email: "mia@example.com" }}
            submit="Save Person"
            loading={isSaving}
            error={null}
            onSubmit={() => setSaving(true)}
          >
            <TextField name="name" label="Name" autoComplete="off" />
          </Form>
        </>
      );
    }
    const { router } = await renderAt("/person", <Page />);
    await userEvent.type(name(), " Lee");
    await save();
    await userEvent.click(screen.getByRole("button", { name: "Answer" }));
    await userEvent.type(name(), "!");
    void router.navigate({ to: "/elsewhere" });
    await waitFor(() => expect(confirmStore.get()?.title).toBe("Discard changes?"));
    confirmStore.get()?.answer(false);
  });
});

describe("sticky footer", () => {
  const isFlagged = () => document.body.dataset["stickyFooter"] === "true";

  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("the body's flag falls 100 ms after the footer has gone", () => {
    const { unmount } = render(<StickyFooter>Save</StickyFooter>);
    expect(isFlagged()).toBe(true);
    unmount();
    vi.advanceTimersByTime(99);
    expect(isFlagged()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(isFlagged()).toBe(false);
  });

  test("the next page's footer keeps it up", () => {
    const { unmount } = render(<StickyFooter>Save</StickyFooter>);
    unmount();
    render(<StickyFooter>Send</StickyFooter>);
    vi.advanceTimersByTime(1000);
    expect(isFlagged()).toBe(true);
  });
});

describe("PasswordField", () => {
  test.each([
    ["", "At least 12 characters"],
    ["🔑🔑🔑", "3 of at least 12"],
    ["aaaaaaaaaaaaaa", "Easy to guess"],
    ["123456789012", "Easy to guess"],
    ["password1234", "Easy to guess"],
    ["Password12345678", "Easy to guess"],
    ["qwertyQWERTY!1", "Easy to guess"],
    ["KeyturnKeyturn1", "Easy to guess"],
    ["lanternridge", "A few more words"],
    ["lanternx Ridge", "Good"],
    ["lantern ridge copper seven", "Strong"],
  ])("of %j it says %j", (password, words) => {
    expect(strengthSentence(password, "Keyturn")).toContain(words);
  });
});

const NAME = { name: "name", label: "Name" };
const NOTES = { name: "notes", label: "Notes" };
const PEOPLE = { name: "people", label: "People" };
const DAYS = { name: "policy.days", label: "Days" };
const FIELDS = [NAME, NOTES, PEOPLE, DAYS];
const base = { name: "Dana", notes: "none", people: [] as object[], policy: { days: 30 } };

describe("when someone else saved first", () => {
  test("fields that only they changed are taken, fields that both changed stay mine", () => {
    const mine = { ...base, notes: "mine", name: "Diana" };
    const theirs = { ...base, notes: "theirs", policy: { days: 60 } };
    expect(mergeValues(FIELDS, { base, mine, theirs })).toEqual({ taken: [DAYS], retained: [NOTES] });
  });

  test("the same change on both sides is no conflict", () => {
    const both = { ...base, notes: "same" };
    const theirs = { ...both, name: "Diana" };
    expect(mergeValues(FIELDS, { base, mine: both, theirs })).toEqual({ taken: [NAME], retained: [] });
  });

  test("lists are compared by their content", () => {
    const ann = { firstName: "Ann" };
    expect(changedFields(FIELDS, { ...base, people: [ann] }, { ...base, people: [{ ...ann }] })).toEqual([]);
    expect(changedFields(FIELDS, base, { ...base, people: [ann] })).toEqual([PEOPLE]);
  });
});
