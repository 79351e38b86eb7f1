// npm run bench [-- NAME]: runs bench/NAME.bench.ts, or each with NAME in its name, alone on the machine. Fails if a limit is
// exceeded.
import { globSync } from "node:fs";
import { runShown } from "./run-once.ts";
import { root } from "./settings.ts";

const names = process.argv.slice(2);
const files = globSync("bench/*.bench.ts", { cwd: root }).sort();
const isNamed = (file: string, name: string) => {
  const exact = `bench/${name}.bench.ts`;
  return files.includes(exact) ? file === exact : file.includes(name);
};
const chosen = files.filter((file) => names.length === 0 || names.some((name) => isNamed(file, name)));
if (chosen.length === 0) {
  console.error(
    `No benchmark of that name. There are: ${files.map((file) => file.slice(6, -".bench.ts".length)).join(", ")}`,
  );
  process.exitCode = 1;
}
for (const file of chosen) {
  console.log(`\n${file}`);
  if (runShown(["--expose-gc", file]) !== 0) process.exitCode = 1;
}
