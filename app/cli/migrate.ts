// npm run migrate: brings the database of DATABASE_URL up to date; several at once do it once.
import { join } from "node:path";
import { runCommand } from "./command.ts";
import { readDatabaseUrl } from "../server/config.ts";
import { migratePostgres } from "../server/database.ts";

await runCommand(async () => {
  const ran = await migratePostgres(readDatabaseUrl(), join(import.meta.dirname, "../..", "migrations"));
  console.log(ran.length === 0 ? "The database is up to date." : `Ran ${ran.join(", ")}.`);
});
