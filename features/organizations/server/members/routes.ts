import type { Context } from "#platform/server/context.ts";
import * as calls from "#features/organizations/contract.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import { requirePasswordChange, unlockMember } from "./accounts.ts";
import { acceptInvitation, declineInvitation, readInvitation } from "./answer.ts";
import { inviteMember, resendInvitation, revokeInvitation } from "./invitations.ts";
import { findMember, listMembers, removeMember, updateMember } from "./members.ts";
import { readColleagues } from "./store.ts";

export function memberRoutes(ctx: Context): Route[] {
  return [
    route(calls.listColleagues, (actor) => readColleagues(ctx.db, actor.scope)),
    route(calls.listMembers, (actor, page) => listMembers(ctx, actor, page)),
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
