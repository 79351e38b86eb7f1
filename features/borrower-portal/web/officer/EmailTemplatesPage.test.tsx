import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { EMAIL_KINDS, type EmailTemplate } from "#features/borrower-portal/contract.ts";
import { DEFAULT_EMAIL_TEXTS, TEMPLATES } from "#features/borrower-portal/labels.ts";
import { answerHttp, refusal } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { EmailTemplatesPage } from "./EmailTemplatesPage.tsx";

const SAVE = "PUT /admin/email-template";

function templates(changes: Partial<EmailTemplate> = {}): EmailTemplate[] {
  return EMAIL_KINDS.map((kind) => ({
    kind,
    ...DEFAULT_EMAIL_TEXTS[kind],
    version: null,
    ...(kind === "ask" && changes),
  }));
}

test("the preview follows the form, a wrong placeholder is an error of its field, and what is refused stays", async () => {
  signIn({ role: "admin" });
  let isStale = true;
  const server = answerHttp({
    "GET /admin/email-template": templates(),
    [SAVE]: () => (isStale ? refusal(409, "STALE") : templates({ subject: "{lender} asks", version: 1 })),
  });
  await renderAt("/", <EmailTemplatesPage />);
  const preview = within(await screen.findByRole("region", { name: "Preview: Request" }));
  preview.getByText("Hello Riley,");
  const subject = screen.getAllByLabelText("Subject")[1]!;
  const save = screen.getByRole("button", { name: "Save request" });
  await userEvent.clear(subject);
  await userEvent.type(subject, "{{bank} asks");
  await userEvent.click(save);
  await screen.findByText(TEMPLATES.errors.PLACEHOLDER_UNKNOWN);
  expect(server.count(SAVE)).toBe(0);
  await userEvent.clear(subject);
  await userEvent.type(subject, "{{lender} asks");
  expect(preview.getByRole("heading").textContent).toMatch(/^\S.* asks$/);
  expect(preview.getByRole("heading").textContent).not.toContain("{");
  await userEvent.click(save);
  await screen.findByText(TEMPLATES.stale);
  expect(subject).toHaveProperty("value", "{lender} asks");
  isStale = false;
  await userEvent.click(save);
  await screen.findByRole("button", { name: "Reset to default: Request", description: "" });
  expect(server.requests.at(-1)?.body).toMatchObject({ kind: "ask", subject: "{lender} asks", version: null });
});
