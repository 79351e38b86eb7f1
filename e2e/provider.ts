// The bank-data provider's stand-in beside the browser: what it holds, and faults to ask it for.
import { onTestFinished } from "vitest";

export interface ProviderAccount {
  name: string;
  mask: string;
  balances: { current: number };
  transactions: { amount: number }[];
}

interface Order {
  mode?: "ok" | "down" | "slow" | "error500" | "hang";
  webhooks?: "normal" | "duplicate" | "lost";
}

/** Makes the stand-in behave badly until the test ends. */
export async function steerProvider(sandboxUrl: string, order: Order): Promise<void> {
  onTestFinished(async () => {
    await fetch(`${sandboxUrl}/_steer/reset`, { method: "POST" });
  });
  const reply = await fetch(`${sandboxUrl}/_steer/plaid`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(order),
  });
  if (!reply.ok) throw new Error(`the stand-in refused: ${await reply.text()}`);
}

/** The accounts of a report as the stand-in sent them. */
export async function providerAccounts(sandboxUrl: string, providerReportId: string): Promise<ProviderAccount[]> {
  const reply = await fetch(`${sandboxUrl}/_state/plaid/reports/${providerReportId}`);
  const { reply: sent } = (await reply.json()) as { reply: { report: { items: { accounts: ProviderAccount[] }[] } } };
  return sent.report.items.flatMap(({ accounts }) => accounts);
}
