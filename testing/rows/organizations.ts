import type * as contract from "#features/organizations/contract.ts";
import { aPicture } from "#features/account/server/test-picture.ts";
import { aGroup, groupDetails } from "#features/organizations/server/groups/test-groups.ts";
import { aToken, someoneNew, untilMailed } from "#features/organizations/server/members/test-members.ts";
import { aChange } from "#features/organizations/server/test-settings.ts";
import { calls } from "../../app/server/calls.ts";
import { anObject } from "../objects.ts";
import type { Stage } from "../stage.ts";
import { anOwn, nothing, type RowsOf } from "./row.ts";

/** Another member of the organization. */
async function aMemberOf(stage: Stage) {
  await untilMailed(stage.test);
  return { id: await anOwn("member", stage) };
}

async function anInvitationOf({ test, lender }: Stage) {
  await untilMailed(test);
  const { organizationId } = lender;
  return { id: await anObject(test, "invitation", { organizationId, userId: (await lender.as("admin")).userId }) };
}

/** The link of an invitation emailed to the person of the stage. */
async function aLinkFor({ test, lender, person }: Stage) {
  return { token: await aToken(test, lender.organizationId, person.email) };
}

export const organizations: RowsOf<typeof contract> = {
  listColleagues: { works: nothing, names: [] },
  listMembers: { works: nothing, names: [] },
  findMember: { works: aMemberOf, kind: "member", names: ["id"] },
  inviteMember: { works: async () => someoneNew(), names: [] },
  updateMember: {
    works: async (stage) => ({ ...(await aMemberOf(stage)), role: "editor", groupIds: [] }),
    kind: "member",
    names: ["id"],
  },
  removeMember: { works: aMemberOf, kind: "member", names: ["id"] },
  requirePasswordChange: { works: aMemberOf, kind: "member", names: ["id"] },
  unlockMember: { works: aMemberOf, kind: "member", names: ["id"] },
  resendInvitation: { works: anInvitationOf, kind: "invitation", names: ["id"] },
  revokeInvitation: { works: anInvitationOf, kind: "invitation", names: ["id"] },
  readInvitation: { works: aLinkFor, names: [] },
  acceptInvitation: { works: aLinkFor, names: [] },
  declineInvitation: { works: aLinkFor, names: [] },

  readOrganizationSettings: { works: nothing, names: [] },
  updateOrganization: {
    works: async ({ lender }) => aChange((await (await lender.as("admin")).send(calls.readOrganizationSettings)).body),
    names: [],
  },
  uploadLogo: { works: async () => ({ file: aPicture("a logo") }), names: [] },
  removeLogo: { works: nothing, names: [] },
  readLogo: {
    works: async ({ lender }) => {
      const { body } = await (await lender.as("admin")).send(calls.uploadLogo, { file: aPicture("a logo") });
      return { id: body.logoURL!.split("/").at(-1)! }; // just uploaded; the address ends with the id
    },
    names: [],
  },
  listAudit: { works: nothing, names: [] },
  exportAudit: { works: nothing, names: [] },
  verifyOwnAudit: { works: nothing, names: [] },

  listGroupChoices: { works: nothing, names: [] },
  listGroups: { works: nothing, names: [] },
  createGroup: { works: async () => groupDetails(), names: [] },
  updateGroup: {
    works: async ({ lender, person }) => {
      const { id, version } = await aGroup(await lender.as("admin"));
      return { ...groupDetails({ memberIds: [person.userId] }), id, version };
    },
    kind: "group",
    names: ["id", "memberIds"],
  },
  deleteGroup: {
    works: async ({ lender }) => ({ id: (await aGroup(await lender.as("admin"))).id }),
    kind: "group",
    names: ["id"],
  },
};
