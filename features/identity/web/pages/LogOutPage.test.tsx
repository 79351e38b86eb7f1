import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { answerHttp } from "#kit/web/test-http.ts";
import { renderAt } from "#kit/web/test-router.tsx";
import { LogOutPage } from "./LogOutPage.tsx";
import { currentToken, endSession } from "../session/session.ts";
import { signIn } from "../session/test-sign-in.ts";

const LOG_OUT = "POST /auth/logout";

afterEach(endSession);

test("visiting it logs out here and tells the server", async () => {
  signIn();
  const server = answerHttp({ [LOG_OUT]: () => new Response(null, { status: 204 }) });
  await renderAt("/auth/logout", <LogOutPage />);
  await screen.findByText("You are logged out on this browser.");
  expect(currentToken()).toBeNull();
  await waitFor(() => expect(server.count(LOG_OUT)).toBe(1));
});

test("whoever has erased their account is told so; the server knows nobody to log out", async () => {
  signIn();
  const server = answerHttp({});
  await renderAt("/auth/logout", <LogOutPage />, { isErased: true });
  await screen.findByRole("heading", { name: "Your account is erased" });
  expect(currentToken()).toBeNull();
  expect(server.requests).toEqual([]);
});
