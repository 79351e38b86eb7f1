import type * as z from "zod/mini";
import type { OrganizationDetails, updateOrganization } from "#features/organizations/contract.ts";
import type { Input } from "#platform/contract/call.ts";

type Details = z.input<typeof OrganizationDetails>;
type Changes = Partial<Omit<Details, "policy">> & { readonly policy?: Partial<Details["policy"]> };

/** What the page would send, with some of it changed. */
export function aChange(
  { name, nmlsId, phone, address, timeZone, replyTo, policy, version }: Details & { readonly version: number },
  changes: Changes = {},
): Input<typeof updateOrganization> {
  const stored = { name, nmlsId, phone, address, timeZone, replyTo, version };
  return { ...stored, ...changes, policy: { ...policy, ...changes.policy } };
}
