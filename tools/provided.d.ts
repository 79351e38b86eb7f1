// What the global setup hands to every server test: inject("postgresUrl").
import "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    /** Superuser address of a throwaway PostgreSQL, or null where the machine has none. */
    postgresUrl: string | null;
    /** File of a migrated embedded database to copy, which saves migrating again. */
    databaseImage: string;
    /** File of the API's description. */
    apiDescription: string;
    /** File to which each test file adds how many replies it checked. */
    checkedReplies: string;
  }
}
