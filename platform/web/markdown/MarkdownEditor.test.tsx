import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useState } from "react";
import * as z from "zod/mini";
import { ApiError } from "../http/api-error.ts";
import { Form } from "../form/Form.tsx";
import { readTestConfig } from "../test-http.ts";
import { renderAt } from "../test-router.tsx";
import { MarkdownEditor } from "./MarkdownEditor.tsx";

const schema = z.object({ body: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)) });

beforeEach(async () => {
  await readTestConfig();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(document.head, "append").mockImplementation(
    (script) => void (script as HTMLScriptElement).dispatchEvent(new Event("error")),
  );
});
afterEach(() => void vi.restoreAllMocks());

async function show(onSubmit = vi.fn()) {
  await renderAt(
    "/",
    <Form schema={schema} defaults={{ body: "" }} submit="Save" loading={false} error={null} onSubmit={onSubmit}>
      <MarkdownEditor name="body" label="Body" help="Markdown works here." />
    </Form>,
  );
  return onSubmit;
}

const body = () => screen.getByLabelText<HTMLTextAreaElement>("Body");
const tab = (name: string) => screen.getByRole("tab", { name });
const save = () => userEvent.click(screen.getByRole("button", { name: "Save" }));
const noteOf = (field: HTMLElement) =>
  document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent ?? null;

test("with the editor's script blocked it is a plain text area, and says what is missing", async () => {
  const onSubmit = await show();
  await screen.findByText(/^The formatting buttons didn't load\./);
  expect(screen.queryByRole("toolbar")).toBeNull();
  await userEvent.type(body(), "**exactly** as typed");
  await save();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ body: "**exactly** as typed" }));
});

test("label, help and fault are the field's own", async () => {
  await show();
  expect(noteOf(body())).toBe("Markdown works here.");
  await userEvent.click(body());
  await userEvent.tab();
  await waitFor(() => expect(noteOf(body())).toBe("Body required"));
  expect(body().getAttribute("aria-invalid")).toBe("true");
});

test("the preview shows what is written, by mouse and by arrow keys, and loses no word", async () => {
  await show();
  await userEvent.click(tab("Preview"));
  screen.getByText("Nothing to preview yet.");
  await userEvent.keyboard("{ArrowLeft}");
  expect(document.activeElement).toBe(tab("Write"));
  await userEvent.type(body(), "# A");
  await userEvent.click(tab("Preview"));
  await waitFor(() => expect(screen.getByTestId("markdown-viewer").textContent).toContain("# A"));
  expect(tab("Preview").getAttribute("aria-selected")).toBe("true");
  expect(body().value).toBe("# A");
  await userEvent.click(tab("Write"));
  expect(body().closest("[hidden]")).toBeNull();
});

test("a refused form shows the text area again, with the focus in it", async () => {
  const onSubmit = await show();
  await userEvent.type(body(), "x".repeat(41));
  await userEvent.click(tab("Preview"));
  await save();
  await waitFor(() => expect(document.activeElement).toBe(body()));
  expect(body().closest("[hidden]")).toBeNull();
  expect(noteOf(body())).toBe("Body is too long");
  expect(onSubmit).not.toHaveBeenCalled();
});

test("a form that the server refuses shows the text area again, each time, with the focus in it", async () => {
  function Refused() {
    const [error, setError] = useState<Error | null>(null);
    const refuse = () =>
      setError(new ApiError(400, "VALIDATION_ERROR", { errors: [{ field: "body", code: "TOO_BIG" }] }));
    return (
      <Form schema={schema} defaults={{ body: "# A" }} submit="Save" loading={false} error={error} onSubmit={refuse}>
        <MarkdownEditor name="body" label="Body" />
      </Form>
    );
  }
  await renderAt("/", <Refused />);
  for (const attempt of ["first", "second"]) {
    await userEvent.click(tab("Preview"));
    await save();
    await waitFor(() => expect(document.activeElement, attempt).toBe(body()));
    expect(body().closest("[hidden]")).toBeNull();
    expect(noteOf(body())).toBe("Body is too long");
  }
});
