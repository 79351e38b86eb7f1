// npm test [-- part of a path]: everything CI checks.
import { runChecks } from "./checks.ts";
import { runJourneys } from "./journeys.ts";
import { close } from "./tally.ts";

const filters = process.argv.slice(2);
close([...(await runChecks(filters)), await runJourneys(filters)]);
