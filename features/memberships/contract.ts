// Owns what an organization, a role and a membership are: read by whoever knows people, without a call about either. Their
// rows are kept by `organizations`.
import * as z from "zod/mini";
import { Id } from "#kit/contract/fields.ts";
import { ROLES } from "#kit/contract/who.ts";

export const RoleName = z.enum(ROLES);

export const Organization = z.object({
  id: Id,
  name: z.string(),
  /** IANA name, for dates that people read; absent in tokens minted elsewhere. */
  timeZone: z.optional(z.string()),
});
export type Organization = z.infer<typeof Organization>;

export const GroupName = z.object({ id: Id, name: z.string() });
export type GroupName = z.infer<typeof GroupName>;

/** A person's place in one organization; rights follow its role, read from the database at each request. */
export const Membership = z.object({
  id: Id,
  organizationId: Id,
  organization: Organization,
  role: z.object({ id: z.string(), name: RoleName }),
  groups: z.array(GroupName),
});
export type Membership = z.infer<typeof Membership>;
