import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { readTestConfig } from "#platform/web/test-config.ts";
import { answerHttp, type Answer } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { SubscriptionPage } from "./SubscriptionPage.tsx";
import { aCardProvider, cardScripts } from "./card/test-card.ts";
import { PLANS } from "./test-subscription.ts";

const AT = "/admin/billing/subscription";
export const READ = "GET /account/subscription";

interface Opened {
  readonly page?: ReactElement;
}

export async function showPage(
  standing: Answer,
  answers: Record<string, Answer> = {},
  { page = <SubscriptionPage /> }: Opened = {},
) {
  await readTestConfig({ scripts: cardScripts() });
  const card = aCardProvider();
  const server = answerHttp({ [READ]: standing, "GET /payment/plans": PLANS, ...answers });
  await renderAt(AT, page);
  await screen.findByRole("heading", { level: 1, name: "Subscription" });
  return { card, server };
}

export const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

export const bodyOf = (server: Awaited<ReturnType<typeof showPage>>["server"], call: string) =>
  server.requests.find((request) => request.call === call)?.body;
