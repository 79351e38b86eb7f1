// Owns what the rules on organizations are handed.
import type { Database } from "#kit/server/database.ts";
import type { AcrossScope } from "#kit/server/scope.ts";

export interface OrganizationDeps {
  readonly db: Database;
  readonly across: AcrossScope;
  /** Base of the API, for what pages load from it. */
  readonly backendUrl: string;
}
