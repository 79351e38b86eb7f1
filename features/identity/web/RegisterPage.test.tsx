import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { readTestConfig } from "#kit/web/test-config.ts";
import { answerHttp, refusal } from "#kit/web/test-http.ts";
import { renderAt } from "#kit/web/test-router.tsx";
import { RegisterPage } from "./RegisterPage.tsx";

const REGISTER = "POST /auth/register";

beforeEach(() => readTestConfig());

async function register(): Promise<void> {
  await userEvent.type(await screen.findByLabelText("First name"), "Regina");
  await userEvent.type(screen.getByLabelText("Last name"), "Reyes");
  await userEvent.type(screen.getByLabelText("Email"), "regina@example.com");
  await userEvent.type(screen.getByLabelText("Password"), "a good long password");
  await userEvent.click(screen.getByRole("button", { name: "Register" }));
}

test.each([
  ["EMAIL_TAKEN", /has an account already/],
  ["INVITATION_FOR_ANOTHER", /invitation is for another address/],
])("a refusal with %s is told at the address, which has the focus and keeps its words", async (code, words) => {
  answerHttp({ [REGISTER]: refusal(409, code) });
  await renderAt("/auth/register", <RegisterPage />);
  await register();
  const told = await screen.findByText(words);
  const email = screen.getByLabelText<HTMLInputElement>("Email");
  expect([email.value, email.getAttribute("aria-invalid"), email.getAttribute("aria-describedby")]).toEqual([
    "regina@example.com",
    "true",
    told.id,
  ]);
  expect(document.activeElement).toBe(email);
  expect(screen.queryByRole("alert"), "said once").toBeNull();
});

test("an invitation that has ended is told of the whole form", async () => {
  answerHttp({ [REGISTER]: refusal(410, "LINK_DEAD") });
  await renderAt("/auth/register", <RegisterPage />);
  await register();
  expect((await screen.findByRole("alert")).textContent).toContain("The invitation has ended");
});
