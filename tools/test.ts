// npm test [-- part of a path]: everything CI checks.
import { runChecks } from "./check.ts";
import { runE2e } from "./e2e.ts";
import { close } from "./tally.ts";

const filters = process.argv.slice(2);
close([...(await runChecks(filters)), await runE2e(filters, "ci")]);
