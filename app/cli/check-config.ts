// npm run check-config: whether the settings can be used, and where each comes from, without starting anything.
import { runCommand } from "./command.ts";
import { readProcessConfig } from "../server/config.ts";

await runCommand(async () => {
  const { environment, sources } = readProcessConfig();
  const width = Math.max(...[...sources.keys()].map((name) => name.length));
  for (const [name, source] of [...sources].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    console.log(`${name.padEnd(width)}  ${source}`);
  console.log(`All ${sources.size} settings can be used in ${environment}.`);
});
