import * as calls from "#features/organizations/contract.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import { requirePasswordChange, unlockMember } from "./accounts.ts";
import { acceptInvitation, declineInvitation, readInvitation } from "./answer.ts";
import type { MemberChangeDeps } from "./deps.ts";
import { inviteMember, resendInvitation, revokeInvitation } from "./invitations.ts";
import { findMember, listMembers, removeMember, updateMember } from "./members.ts";
import { readColleagues } from "./store.ts";

export function memberRoutes(deps: MemberChangeDeps): Route[] {
  return [
    route(calls.listColleagues, (actor) => readColleagues(deps.db, actor.scope)),
    route(calls.listMembers, (actor, page) => listMembers(deps, actor, page)),
    route(calls.findMember, (actor, { id }) => findMember(deps, actor, id)),
    route(calls.inviteMember, (actor, invitation) => inviteMember(deps, actor, invitation)),
    route(calls.updateMember, (actor, change) => updateMember(deps, actor, change)),
    route(calls.removeMember, (actor, input) => removeMember(deps, actor, input)),
    route(calls.requirePasswordChange, (actor, input) => requirePasswordChange(deps, actor, input)),
    route(calls.unlockMember, (actor, input) => unlockMember(deps, actor, input)),
    route(calls.resendInvitation, (actor, input) => resendInvitation(deps, actor, input)),
    route(calls.revokeInvitation, (actor, input) => revokeInvitation(deps, actor, input)),
    route(calls.readInvitation, (_visitor, input) => readInvitation(deps, input)),
    route(calls.acceptInvitation, (person, input) => acceptInvitation(deps, person, input)),
    route(calls.declineInvitation, (visitor, input) => declineInvitation(deps, visitor, input)),
  ];
}
