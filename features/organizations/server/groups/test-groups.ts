import { randomUUID } from "node:crypto";
import { createGroup, type Group } from "#features/organizations/contract.ts";
import type { Input, Call, ReplyOf } from "#platform/contract/call.ts";

type NewGroup = Input<typeof createGroup>;

/** Sends requests over HTTP as an admin. */
interface Sender {
  send<C extends Call>(call: C, input?: Input<C>): Promise<{ status: number; body: ReplyOf<C> }>;
}

/** What a form would send for a new group. */
export function groupDetails(details: Partial<NewGroup> = {}): NewGroup {
  return { name: `Group ${randomUUID().slice(0, 8)}`, ...details };
}

export async function aGroup(admin: Sender, details: Partial<NewGroup> = {}): Promise<Group> {
  const { status, body } = await admin.send(createGroup, groupDetails(details));
  if (status !== 201) throw new Error(`a group could not be made: ${JSON.stringify(body)}`);
  return body;
}
