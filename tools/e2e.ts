// npm run e2e [-- part of a path]: only the end-to-end tests.
import { runE2e } from "./run-e2e.ts";
import { close } from "./tally.ts";

close([await runE2e(process.argv.slice(2))]);
