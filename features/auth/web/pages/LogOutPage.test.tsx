import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { answerHttp } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { LogOutPage } from "./LogOutPage.tsx";
import { currentToken, endSession } from "../session/session.ts";
import { signIn } from "../session/test-sign-in.ts";

const LOG_OUT = "POST /auth/logout";

afterEach(endSession);

test("opening the page signs out here and on the server", async () => {
  signIn();
  const server = answerHttp({ [LOG_OUT]: () => new Response(null, { status: 204 }) });
  await renderAt("/auth/logout", <LogOutPage />);
  await screen.findByText("You're logged out on this browser.");
  expect(currentToken()).toBeNull();
  await waitFor(() => expect(server.count(LOG_OUT)).toBe(1));
});

test("a user who erased their account sees a confirmation, and no sign-out is sent", async () => {
  signIn();
  const server = answerHttp({});
  await renderAt("/auth/logout", <LogOutPage />, { isErased: true });
  await screen.findByRole("heading", { name: "Your account has been deleted" });
  expect(currentToken()).toBeNull();
  expect(server.requests).toEqual([]);
});
