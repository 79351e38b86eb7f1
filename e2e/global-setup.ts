// One running product that most end-to-end tests share.
import { type Addresses, startStand } from "./stand.ts";

/** The workers of a run get the environment that its setup leaves. */
const VARIABLE = "KEYTURN_STAND";

export default async function setup(): Promise<() => Promise<void>> {
  const { url, sandboxUrl, mailUrl, dataDir, stop } = await startStand();
  const addresses: Addresses = { url, sandboxUrl, mailUrl, dataDir };
  process.env[VARIABLE] = JSON.stringify(addresses);
  return stop;
}

export function sharedStand(): Addresses {
  const stored = process.env[VARIABLE];
  if (stored === undefined) throw new Error("no end-to-end tests run here");
  return JSON.parse(stored) as Addresses;
}
