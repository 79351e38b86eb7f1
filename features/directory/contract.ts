import * as z from "zod/mini";
import { Id, text } from "#platform/contract/fields.ts";
import { ROLES } from "#platform/contract/who.ts";

/** Organizations that one user may be a member of. The token lists them all and is sent in a header. */
export const ORGANIZATIONS_PER_PERSON = 10;

export const OrganizationName = text(120, { min: 2 });

/** Nationwide Multistate Licensing System number of a company or a loan officer: 1 to 12 digits. */
export const NmlsId = z.string().check(z.regex(/^\d{1,12}$/));

export const RoleName = z.enum(ROLES);
export type RoleName = z.infer<typeof RoleName>;

export const Organization = z.object({
  id: Id,
  name: z.string(),
  /** IANA name, for displayed dates. Absent in tokens created elsewhere. */
  timeZone: z.optional(z.string()),
});
export type Organization = z.infer<typeof Organization>;

export const GroupName = z.object({ id: Id, name: z.string() });
export type GroupName = z.infer<typeof GroupName>;

/**
 * A user's place in one organization. Access follows its role, which the server reads from the database at each
 * request.
 */
export const Membership = z.object({
  id: Id,
  organizationId: Id,
  organization: Organization,
  role: z.object({ id: z.string(), name: RoleName }),
  groups: z.array(GroupName),
  /** Whether the organization has no other member. Absent in tokens created elsewhere. */
  isSoleMember: z.optional(z.boolean()),
});
export type Membership = z.infer<typeof Membership>;
