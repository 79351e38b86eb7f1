// npm run e2e [-- part of a path]: the browser journeys alone.
import { runJourneys } from "./journeys.ts";
import { close } from "./tally.ts";

close([await runJourneys(process.argv.slice(2))]);
