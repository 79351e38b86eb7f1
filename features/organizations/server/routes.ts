import type { Context } from "#platform/server/context.ts";
import * as calls from "#features/organizations/contract.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import { exportAudit, listAudit, verifyOwnAudit } from "./audit.ts";
import { findLogo, removeLogo, uploadLogo } from "./logo.ts";
import { readOrganizationSettings, updateOrganization } from "./settings.ts";
import * as groups from "./groups/groups.ts";
import { requirePasswordChange, unlockMember } from "./members/accounts.ts";
import { acceptInvitation, declineInvitation, readInvitation } from "./members/answer.ts";
import { inviteMember, resendInvitation, revokeInvitation } from "./members/invitations.ts";
import { exportMembers, findMember, listMembers, removeMember, updateMember } from "./members/members.ts";
import { readColleagues } from "./members/queries.ts";

export function organizationRoutes(ctx: Context): Route[] {
  return [
    route(calls.readOrganizationSettings, (actor) => readOrganizationSettings(ctx, actor)),
    route(calls.updateOrganization, (actor, details) => updateOrganization(ctx, actor, details)),
    route(calls.uploadLogo, (actor, upload) => uploadLogo(ctx, actor, upload)),
    route(calls.removeLogo, (actor) => removeLogo(ctx, actor)),
    route(calls.readLogo, (_visitor, { id }) => findLogo(ctx, id)),
    route(calls.listAudit, (actor, page) => listAudit(ctx, actor, page)),
    route(calls.exportAudit, (actor, filter) => exportAudit(ctx, actor, filter)),
    route(calls.verifyOwnAudit, (actor) => verifyOwnAudit(ctx, actor)),
  ];
}

export function groupRoutes(ctx: Context): Route[] {
  return [
    route(calls.listGroupChoices, (actor) => groups.listGroupChoices(ctx, actor)),
    route(calls.listGroups, (actor) => groups.listGroups(ctx, actor)),
    route(calls.createGroup, (actor, details) => groups.createGroup(ctx, actor, details)),
    route(calls.updateGroup, (actor, details) => groups.updateGroup(ctx, actor, details)),
    route(calls.deleteGroup, (actor, { id }) => groups.deleteGroup(ctx, actor, id)),
  ];
}

export function memberRoutes(ctx: Context): Route[] {
  return [
    route(calls.listColleagues, (actor) => readColleagues(ctx.db, actor.scope)),
    route(
      calls.listMembers,
      (actor, page) => listMembers(ctx, actor, page),
      (actor, page) => exportMembers(ctx, actor, page),
    ),
    route(calls.findMember, (actor, { id }) => findMember(ctx, actor, id)),
    route(calls.inviteMember, (actor, invitation) => inviteMember(ctx, actor, invitation)),
    route(calls.updateMember, (actor, change) => updateMember(ctx, actor, change)),
    route(calls.removeMember, (actor, input) => removeMember(ctx, actor, input)),
    route(calls.requirePasswordChange, (actor, input) => requirePasswordChange(ctx, actor, input)),
    route(calls.unlockMember, (actor, input) => unlockMember(ctx, actor, input)),
    route(calls.resendInvitation, (actor, input) => resendInvitation(ctx, actor, input)),
    route(calls.revokeInvitation, (actor, input) => revokeInvitation(ctx, actor, input)),
    route(calls.readInvitation, (_visitor, input) => readInvitation(ctx, input)),
    route(calls.acceptInvitation, (person, input) => acceptInvitation(ctx, person, input)),
    route(calls.declineInvitation, (visitor, input) => declineInvitation(ctx, visitor, input)),
  ];
}
