// Owns what a group of people in an organization is, and every call that touches one.
import * as z from "zod/mini";
import { call } from "#kit/contract/call.ts";
import { Id, listOf, text, Timestamp, Version } from "#kit/contract/fields.ts";

/** Groups that an organization may have. */
export const GROUPS_PER_ORGANIZATION = 200;
/** People that one group may have. */
export const MEMBERS_PER_GROUP = 1000;

/** Names of tokens; what they look like is the page's. */
export const GROUP_COLORS = ["gray", "green", "blue", "amber", "red", "violet"] as const;

/** What an admin writes about a group. */
export const GroupDetails = z.object({
  /** Unique in the organization, whatever the case. */
  name: text(80),
  description: z._default(text(300, { multiline: true, min: 0 }), ""),
  color: z._default(z.enum(GROUP_COLORS), "gray"),
  /** Ids of people: active members of the organization. */
  memberIds: z._default(listOf(Id, MEMBERS_PER_GROUP), []),
  flags: z._default(
    z.object({
      /** Its editors may read the organization's bills and cancel its subscription. */
      billing: z.boolean(),
    }),
    { billing: false },
  ),
});
export type GroupDetails = z.infer<typeof GroupDetails>;

export const Group = z.object({
  id: Id,
  ...GroupDetails.shape,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
});
export type Group = z.infer<typeof Group>;

/** A group, as people of the organization see it where they choose one. */
export const GroupChoice = z.object({ id: Id, name: z.string(), color: z.enum(GROUP_COLORS) });
export type GroupChoice = z.infer<typeof GroupChoice>;

const ById = z.object({ id: Id });
const ADMINS = { who: ["root", "admin"], reach: { root: "organization", admin: "organization" } } as const;

export const listGroupChoices = call({
  method: "GET",
  path: "/account/group",
  summary: "List groups to choose from",
  who: ["root", "admin", "editor", "registered"],
  reply: z.array(GroupChoice),
});

export const listGroups = call({
  method: "GET",
  path: "/admin/group",
  summary: "List groups and their members",
  ...ADMINS,
  reply: z.array(Group),
});

export const createGroup = call({
  method: "POST",
  path: "/admin/group",
  summary: "Create a group",
  ...ADMINS,
  confirmed: true,
  body: GroupDetails,
  reply: Group,
  status: 201,
  errors: ["NAME_TAKEN", "LIMIT_REACHED"],
});

export const updateGroup = call({
  method: "PUT",
  path: "/admin/group/{id}",
  summary: "Update a group and its members",
  ...ADMINS,
  confirmed: true,
  params: ById,
  body: z.extend(GroupDetails, { version: Version }),
  reply: Group,
  errors: ["NAME_TAKEN", "STALE"],
});

export const deleteGroup = call({
  method: "POST",
  path: "/admin/group/{id}/delete",
  summary: "Delete a group",
  ...ADMINS,
  confirmed: true,
  params: ById,
  reply: null,
  errors: ["GROUP_IN_USE"],
});
