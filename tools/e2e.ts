// npm run e2e [-- part of a path]: only the end-to-end tests.
import { runJourneys } from "./journeys.ts";
import { close } from "./tally.ts";

close([await runJourneys(process.argv.slice(2))]);
