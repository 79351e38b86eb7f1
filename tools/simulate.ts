// npm run simulate -- --years 100 --lenders 10 --seed 1: lender-years in all, so ten lenders live ten years each.
import { parseArgs } from "node:util";
import { simulate } from "../simulation/simulation.ts";

const { values } = parseArgs({
  options: {
    years: { type: "string", default: "5" },
    lenders: { type: "string", default: "5" },
    seed: { type: "string", default: "1" },
  },
});
const [years, lenders, seed] = [Number(values.years), Number(values.lenders), Number(values.seed)];
if (![years, lenders, seed].every((number) => Number.isInteger(number) && number > 0)) {
  console.error("--years, --lenders and --seed must be whole numbers above 0.");
  process.exit(2);
}

const months = Math.ceil((years * 12) / lenders);
const { counts, broken } = await simulate({ seed, lenders, months, checkEvery: 3, say: console.log });
for (const [what, count] of Object.entries(counts).sort(([one], [other]) => one.localeCompare(other)))
  console.log(`${String(count).padStart(6)} ${what}`);
if (broken.length > 0) {
  console.error(`Broken with seed ${seed}:\n${broken.slice(0, 50).join("\n")}`);
  process.exitCode = 1;
} else console.log(`${(months * lenders) / 12} lender-years, 0 broken invariants.`);
