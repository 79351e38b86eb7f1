import { createBorrower } from "../../features/borrowers/contract.ts";
import type { Client } from "../api.ts";
import { aBorrower } from "./lender.ts";

export interface Load {
  /** Status of every reply so far; 0 for a request that got none. */
  readonly statuses: readonly number[];
  /** Ids of the borrowers whose creation was acknowledged. */
  readonly created: readonly string[];
  stop(): Promise<void>;
}

/** Eight writers that never give up. */
export function startLoad(client: Client): Load {
  const statuses: number[] = [];
  const created: string[] = [];
  let goesOn = true;
  const write = async () => {
    const reply = await client.send(createBorrower, aBorrower()).catch(() => ({ status: 0 as const }));
    statuses.push(reply.status);
    if ("body" in reply && reply.status === 201) created.push(reply.body.id);
  };
  const writers = Array.from({ length: 8 }, async () => {
    while (goesOn) await write();
  });
  const stop = async () => {
    goesOn = false;
    await Promise.all(writers);
  };
  return { statuses, created, stop };
}
