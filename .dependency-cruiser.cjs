// The walls of the house: app -> features -> providers -> kit, and who may never see whom. Kept by tools/walls.test.ts.

const test = "\\.test\\.tsx?$|/test-[^/]+\\.tsx?$|/test-[^/]+/[^/]+\\.tsx?$";
const product = "^(app|features|providers|kit)/";
const web = "^kit/web/|^features/[^/]+/web/|^app/(layouts|web)/|^app/.+\\.tsx$";
const server = "^kit/server/|^features/[^/]+/server/|^providers/|^app/(?!layouts/|web/).+\\.ts$";
/** Rules of the trade that server and browser reckon by alike. */
const rules = "^features/[^/]+/rules/";
/** The schema of a report, which contracts name and rules read. */
const reportSchemas = "^features/underwriting/rules/(parsed-report|evaluation)\\.ts$";
/** Texts for people that pages, mails and files share. */
const words = "^features/[^/]+/(words|labels)\\.ts$|^features/[^/]+/words/[a-z-]+\\.ts$";
/** What all sides of the app must agree on. */
const shared = "^app/page-scripts\\.ts$";
const packages = "(^|/)node_modules/";

/** A wall in one line of thought: its name, why it stands, from where, to where. */
const wall = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

/** From the ground up; what stands on one height does not know its neighbours. */
const REPORT_FLOORS = [["loans"], ["borrowers"], ["underwriting"], ["asset-reports"], ["audit-copies", "visits"]];
const folders = (names) => `^features/(${names.join("|")})/`;

/** Each feature of reports and those above or beside it. */
const reportFloors = REPORT_FLOORS.flatMap((floor, height) =>
  floor.map((name) => {
    const others = [...REPORT_FLOORS.slice(height + 1).flat(), ...floor.filter((other) => other !== name)];
    return { name, others };
  }),
).filter(({ others }) => others.length > 0);

module.exports = {
  forbidden: [
    ...reportFloors.map(({ name, others }) =>
      wall(
        `${name}-knows-no-higher-floor`,
        "Reports are built on what they read: what a lower feature needs of a higher one is handed in.",
        { path: folders([name]), pathNot: test },
        { path: folders(others) },
      ),
    ),
    wall(
      "kit-knows-no-mortgage",
      "The kit is the lowest floor.",
      { path: "^kit/", pathNot: test },
      { path: "^(app|features|providers)/" },
    ),
    wall(
      "providers-know-no-feature",
      "A provider speaks our words and knows none of our rules.",
      { path: "^providers/", pathNot: test },
      { path: "^(app|features)/" },
    ),
    wall(
      "features-know-no-app",
      "The app composes features, never the other way.",
      { path: "^features/", pathNot: test },
      { path: "^app/" },
    ),
    wall(
      "product-stands-alone",
      "What is shipped imports nothing that stands around it. The API loads the sample lender lazily, in local alone.",
      { path: product, pathNot: `${test}|^app/(start-api|load-sample-lender)\\.ts$` },
      { path: "^(sandbox|e2e|bench|tools|seed)/" },
    ),
    wall(
      "start-files-reach-seed-alone",
      "Of what stands around the product, start-api and load-sample-lender know the sample lender only.",
      { path: "^app/(start-api|load-sample-lender)\\.ts$" },
      { path: "^(sandbox|e2e|bench|tools)/" },
    ),
    wall(
      "product-never-imports-tests",
      "A test or its support is not part of the product.",
      { path: product, pathNot: test },
      { path: test },
    ),
    wall(
      "web-sees-contracts-and-web-only",
      "The browser gets web folders, contracts, rules and words: never a server folder, a provider or anything else.",
      { path: web },
      {
        path: ".",
        pathNot: `${packages}|${web}|${shared}|${rules}|${words}|^features/[^/]+/contract\\.ts$|^kit/contract/|\\.(css|svg|png|woff2)$`,
        dependencyTypesNot: ["core"],
        couldNotResolve: false,
      },
    ),
    wall(
      "web-uses-no-node",
      "Node's own modules do not exist in a browser.",
      { path: web, pathNot: test },
      { dependencyTypes: ["core"] },
    ),
    wall(
      "server-never-sees-web",
      "The server runs without a browser's parts.",
      { path: `${server}|^seed/` },
      { path: `${web}|\\.(tsx|css)$`, pathNot: packages },
    ),
    wall(
      "contracts-are-pure",
      "A contract is what both sides agree on: zod, the contract kit, other contracts and the schema of a report.",
      { path: "^features/[^/]+/contract\\.ts$" },
      { path: ".", pathNot: `(^|/)node_modules/zod/|^kit/contract/|^features/[^/]+/contract\\.ts$|${reportSchemas}` },
    ),
    wall(
      "rules-are-pure",
      "The same figures in the browser as on the server, because it is the same code: contracts and other rules.",
      { path: rules, pathNot: `${test}|${reportSchemas}` },
      { path: ".", pathNot: `${rules}|^features/[^/]+/contract\\.ts$|^kit/contract/` },
    ),
    wall(
      "report-schemas-are-pure",
      "A contract names them: zod, the contract kit and the loan alone.",
      { path: reportSchemas },
      { path: ".", pathNot: `(^|/)node_modules/zod/|^kit/contract/|^features/loans/contract\\.ts$|${reportSchemas}` },
    ),
    wall(
      "words-are-pure",
      "Texts know rules, other texts and what contracts name: nothing of either side.",
      { path: words },
      { path: ".", pathNot: `${words}|${rules}|^features/[^/]+/contract\\.ts$` },
    ),
    wall(
      "words-bring-no-schema",
      "A contract lends texts the types of what they name: a page that only shows words loads no checks.",
      { path: words },
      { path: `^features/[^/]+/contract\\.ts$|${reportSchemas}`, dependencyTypesNot: ["type-only"] },
    ),
    wall(
      "contract-kit-is-pure",
      "The contract kit runs on both sides.",
      { path: "^kit/contract/", pathNot: test },
      { path: ".", pathNot: "(^|/)node_modules/zod/|^kit/contract/" },
    ),
    wall(
      "scopes-are-made-in-the-kit",
      "Only a session makes a scope; others may name its type.",
      { path: ".", pathNot: "^kit/server/" },
      { path: "^kit/server/database/scope\\.ts$", dependencyTypesNot: ["type-only"] },
    ),
    wall(
      "app-touches-no-store",
      "The app wires, it does not query.",
      { path: "^app/", pathNot: test },
      { path: ["^features/[^/]+/server/[a-z-]*store\\.ts$", "^features/[^/]+/server/[^/]+/[a-z-]*store\\.ts$"] },
    ),
    wall(
      "seed-uses-server-parts-only",
      "The sample lender is made by the same rules as a real one.",
      { path: "^seed/", pathNot: test },
      {
        path: "^(app|features|sandbox|e2e|bench|tools|kit)/",
        pathNot: "^features/[^/]+/(server/|rules/|contract\\.ts$)|^kit/(server|contract)/",
      },
    ),
    wall(
      "stand-ins-know-contracts-only",
      "Stand-ins and journeys speak HTTP; of the product they may read what it promises.",
      { path: "^(sandbox|e2e)/" },
      { path: product, pathNot: `${shared}|^features/[^/]+/contract\\.ts$|^kit/contract/` },
    ),
    wall(
      "no-barrels",
      "Import the file that says the thing; an index hides circles.",
      {},
      { path: "(^|/)index\\.tsx?$", pathNot: packages },
    ),
    wall("no-circles", "Two files that need each other are one thing, or three.", {}, { circular: true }),
    wall("no-unresolved", "An import that leads nowhere.", {}, { couldNotResolve: true }),
    wall(
      "no-undeclared-packages",
      "What is imported stands in the package.json of its workspace.",
      { pathNot: packages },
      { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    ),
    wall(
      "product-runs-without-dev-packages",
      "Production installs with --omit=dev.",
      { path: `${product}|^seed/`, pathNot: `${test}|${web}` },
      { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only", "npm"] },
    ),
  ],
  options: {
    doNotFollow: { path: packages },
    exclude: { path: "^(dist|\\.data|coverage)/" },
    tsPreCompilationDeps: true,
    // A workspace may use what the root declares.
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    },
    skipAnalysisNotInRules: true,
  },
};
