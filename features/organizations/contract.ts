// Owns what an organization and a membership are, and every call about the people of an organization.
import * as z from "zod/mini";
import { call } from "#kit/contract/call.ts";
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

export const Group = z.object({ id: Id, name: z.string() });
export type Group = z.infer<typeof Group>;

/** A person's place in one organization; rights follow its role, read from the database at each request. */
export const Membership = z.object({
  id: Id,
  organizationId: Id,
  organization: Organization,
  role: z.object({ id: z.string(), name: RoleName }),
  groups: z.array(Group),
});
export type Membership = z.infer<typeof Membership>;

/** A colleague, as others of the organization see them. */
export const Member = z.object({ userId: Id, firstName: z.string(), lastName: z.string(), role: RoleName });
export type Member = z.infer<typeof Member>;

export const listMembers = call({
  method: "GET",
  path: "/account/member",
  summary: "List the people of the active organization, to assign a borrower to one of them",
  who: ["root", "admin", "editor"],
  reply: z.array(Member),
});
