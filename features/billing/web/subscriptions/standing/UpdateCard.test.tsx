import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { readTestConfig, answerHttp } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { aCardProvider, cardScripts } from "../card/test-card.ts";
import { stageCheckouts } from "../checkout/test-checkout.tsx";
import { UpdateCard } from "./UpdateCard.tsx";

stageCheckouts();

test("an untouched card field is shown as incomplete right away, and nothing is sent", async () => {
  await readTestConfig({ scripts: cardScripts() });
  aCardProvider();
  signIn({ role: "admin" });
  const server = answerHttp({});
  await renderAt("/admin/billing/subscription", <UpdateCard owed={0} onClose={vi.fn()} />);
  await screen.findByTestId("card-element");
  await userEvent.click(screen.getByRole("button", { name: "Save card" }));
  expect(screen.getByTestId("card-errors").textContent).toBe("Your card details are incomplete.");
  expect(server.requests).toEqual([]);
});
