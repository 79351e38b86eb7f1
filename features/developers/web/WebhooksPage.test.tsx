import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import type { WebhookDelivery, WebhookEndpoint } from "#features/developers/contract.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { answerHttp, readTestConfig } from "#platform/web/test-http.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { WebhooksPage } from "./WebhooksPage.tsx";

const ENDPOINT: WebhookEndpoint = {
  ...{ id: "end", url: "https://hooks.lender.example/in", description: "", events: ["report.ready"], version: 1 },
  ...{ state: "enabled", disabledAt: null, previousEndsAt: null, lastDeliveredAt: null, failedCount: 1 },
  ...{ createdAt: "2026-11-01T12:00:00Z", createdByName: "Ada Admin" },
};
const REFUSED = { at: "2026-11-20T12:00:00Z", responseStatus: 500, error: null, durationMs: 12 };

function aDelivery(facts: Partial<WebhookDelivery>): WebhookDelivery {
  return {
    ...{ id: "delivery", eventId: "event", type: "report.ready", status: "pending", payload: "{}" },
    ...{ attemptCount: 1, attempts: [REFUSED], nextAttemptAt: null, createdAt: REFUSED.at },
    ...facts,
  };
}

beforeEach(async () => {
  await readTestConfig();
  signIn({ role: "admin" });
});

async function openDeliveries(facts: Partial<WebhookDelivery>): Promise<HTMLElement> {
  answerHttp({
    "GET /admin/webhook": [ENDPOINT],
    "GET /admin/webhook/end/delivery": { deliveries: [aDelivery(facts)], hasOlder: false },
  });
  await renderAt("/admin/webhooks", <WebhooksPage />);
  await userEvent.click(await screen.findByRole("button", { name: "Deliveries to hooks.lender.example" }));
  return within(await screen.findByRole("list", { name: "Deliveries" })).getAllByRole("listitem")[0]!;
}

test("a delivery that failed and is tried again says when, before it is opened", async () => {
  const nextAttemptAt = "2099-11-20T12:05:00Z";
  const row = await openDeliveries({ nextAttemptAt });
  const summary = row.querySelector("summary")!.textContent;
  expect(summary).toContain(`HTTP 500Next attempt ${formatDate(nextAttemptAt, { withTime: true })}`);
});

test("a delivery that failed for good says that no attempt follows", async () => {
  const row = await openDeliveries({ status: "failed", attemptCount: 9 });
  expect(row.textContent).toContain("9 attempts · No further attempt is planned");
});

test.each([
  ["local", true],
  ["prod", false],
] as const)("in %s, the help says what addresses are accepted", async (environment, isOpen) => {
  await readTestConfig({ environment });
  answerHttp({ "GET /admin/webhook": [] });
  await renderAt("/admin/webhooks", <WebhooksPage />);
  const help = (await screen.findByText(/^An https address on the public internet\./)).textContent;
  expect(help.includes("http and private addresses can be allowed")).toBe(isOpen);
});
