// The doors to organizations.
import { listMembers } from "#features/organizations/contract.ts";
import type { Database } from "#kit/server/database.ts";
import { route, type Route } from "#kit/server/serve.ts";
import { readMembers } from "./store.ts";

export function organizationRoutes(deps: { db: Database }): Route[] {
  return [route(listMembers, (actor) => readMembers(deps.db, actor.scope))];
}
