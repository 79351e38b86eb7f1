import { readPayingMembers } from "#features/organizations/server/conditions.ts";
import type { Context } from "#platform/server/context.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import { renderEmail } from "#platform/server/email-template.ts";
import { type JobWorker, worker } from "#platform/server/jobs.ts";
import { deliverWebhook, emailEndpointDisabled } from "./jobs.ts";
import { deliver } from "./webhooks/deliver.ts";
import { readEndpoint } from "./webhooks/endpoint-queries.ts";

export function developerWorkers(ctx: Context): JobWorker[] {
  return [
    worker(deliverWebhook, (data, scope) => deliver(ctx, scope, data)),
    worker(emailEndpointDisabled, (data, scope) => emailDisabled(ctx, scope, data)),
  ];
}

/** Not to someone who is no admin any more, and not about an endpoint that was enabled again. */
async function emailDisabled(
  { db, providers: { mailer }, settings: { publicUrl, productName } }: Context,
  scope: Scope,
  { endpointId, userId }: { endpointId: string; userId: string },
): Promise<void> {
  const endpoint = await readEndpoint(db, scope, endpointId);
  const admin = (await readPayingMembers(db, scope)).find((one) => one.userId === userId && one.role !== "editor");
  if (!admin || !endpoint || (endpoint.state !== "failing" && endpoint.state !== "gone")) return;
  const { host } = new URL(endpoint.url);
  await mailer.send({
    to: admin.email,
    ...renderEmail({
      product: productName,
      subject: `Your webhook endpoint at ${host} was disabled`,
      greeting: `Hello ${admin.firstName},`,
      paragraphs: [
        endpoint.state === "gone"
          ? `The endpoint at ${host} answered 410 Gone, so ${productName} no longer sends events to it.`
          : `The endpoint at ${host} has not accepted any event for a day, so ${productName} no longer sends events to it.`,
        "Fix the receiver, then enable the endpoint. You can resend what it missed from its list of deliveries.",
      ],
      action: { label: "View webhooks", url: `${publicUrl}/admin/webhooks` },
      closing: "You're receiving this because you're an admin.",
    }),
  });
}
