// npm run check [-- part of a path]: the quick round while working.
import { runChecks } from "./checks.ts";
import { close } from "./tally.ts";

close(await runChecks(process.argv.slice(2)));
