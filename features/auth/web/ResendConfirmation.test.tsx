import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { toastStore } from "#platform/web/parts/ToastArea.tsx";
import { answerHttp, readTestConfig } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { ResendConfirmation } from "./ResendConfirmation.tsx";
import { endSession, readSession } from "./session/session.ts";
import { signIn, tokenOf } from "./session/test-sign-in.ts";

const RESEND = "POST /auth/resend-confirmation";
const REFRESH = "POST /auth/refresh-token";

beforeEach(async () => {
  await readTestConfig();
  signIn({ emailConfirmed: false });
});
afterEach(endSession);

async function resend(): Promise<void> {
  await renderAt("/", <ResendConfirmation />);
  await userEvent.click(await screen.findByRole("button", { name: "Resend email" }));
}

test("a new link is announced", async () => {
  const server = answerHttp({ [RESEND]: { isConfirmed: false } });
  await resend();
  await screen.findByText("Email sent. Use the newest link.");
  expect(server.count(REFRESH)).toBe(0);
});

test("an address that was confirmed on another device is confirmed here, too", async () => {
  answerHttp({ [RESEND]: { isConfirmed: true }, [REFRESH]: { token: tokenOf() } });
  await resend();
  await waitFor(() => expect(readSession()?.user.emailConfirmed).toBe(true));
  await waitFor(() => expect(toastStore.get().at(-1)?.header).toBe("Already confirmed"));
});
