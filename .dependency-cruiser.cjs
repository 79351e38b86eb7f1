// Import boundaries: app -> features -> providers -> platform. tools/boundaries.test.ts plants a violation of each rule.

const test = "\\.test\\.tsx?$|/test-[^/]+\\.tsx?$|/test-[^/]+/[^/]+\\.tsx?$|^testing/";
const product = "^(app|features|providers|platform)/";
const web = "^platform/web/|^features/[^/]+/web/|^app/web/";
const server = "^platform/server/|^features/[^/]+/server/|^providers/|^app/(server|cli)/";
/** Pure functions that server and browser share. */
const rules = "^features/[^/]+/rules/";
/** The schema of a report, which contracts name and rules read. */
const reportSchemas = "^features/underwriting/rules/(parsed-report|evaluation|evaluation-changes|clock)\\.ts$";
/** Text for people that pages, emails and files share. */
const labels = "^features/[^/]+/(server/)?(spanish-)?labels\\.ts$";
/** The columns of lists as text, on pages and in CSV. */
const columns = "^features/[^/]+/columns\\.ts$";
/** Error codes as sentences. */
const messages = "^features/[^/]+/messages\\.ts$";
/** What all sides of the app must agree on. */
const shared = "^app/page-scripts\\.ts$";
const packages = "(^|/)node_modules/";

const forbid = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

/** Lowest first. A feature imports only features before it, so no two features import each other. */
const FEATURES = [
  "directory",
  "auth",
  "organizations",
  "developers",
  "single-sign-on",
  "borrowers",
  "notifications",
  "billing",
  "underwriting",
  "asset-reports",
  "posts",
  "borrower-portal",
  "account",
  "site",
];

const featureOrder = FEATURES.slice(0, -1).map((name, at) =>
  forbid(
    `${name}-imports-lower-features`,
    "Import downward only. A lower feature reaches a higher one through an event in app/server/events.ts.",
    { path: `^features/${name}/`, pathNot: test },
    { path: `^features/(${FEATURES.slice(at + 1).join("|")})/` },
  ),
);

module.exports = {
  forbidden: [
    ...featureOrder,
    forbid(
      "feature-is-listed",
      "A new feature takes its place in FEATURES.",
      { path: ".", pathNot: `^features/(${FEATURES.join("|")})/` },
      { path: "^features/", pathNot: `^features/(${FEATURES.join("|")})/` },
    ),
    forbid(
      "platform-is-domain-agnostic",
      "The platform is the lowest layer.",
      { path: "^platform/", pathNot: test },
      { path: "^(app|features|providers)/" },
    ),
    forbid(
      "providers-are-below-features",
      "A provider client translates into our types and knows none of our rules.",
      { path: "^providers/", pathNot: test },
      { path: "^(app|features)/" },
    ),
    forbid(
      "features-are-below-app",
      "The app composes features, never the other way.",
      { path: "^features/", pathNot: test },
      { path: "^app/" },
    ),
    forbid(
      "product-imports-product",
      "Shipped code imports no tools, tests or sandbox. Only the start loads the sample lender, lazily and only in local.",
      { path: product, pathNot: `${test}|^app/server/(start|load-sample-lender)\\.ts$` },
      { path: "^(sandbox|e2e|bench|simulation|tools|seed|sdk|examples)/" },
    ),
    forbid(
      "start-imports-seed-only",
      "Of the code around the product, start and load-sample-lender import the sample lender only.",
      { path: "^app/server/(start|load-sample-lender)\\.ts$" },
      { path: "^(sandbox|e2e|bench|simulation|tools|sdk|examples)/" },
    ),
    forbid(
      "product-never-imports-tests",
      "Tests and their helpers are not part of the product.",
      { path: product, pathNot: test },
      { path: test },
    ),
    forbid(
      "web-imports-contracts-and-web",
      "The browser gets web folders, contracts, rules, labels, columns and messages: never a server folder, a provider or anything else.",
      { path: web },
      {
        path: ".",
        pathNot: `${packages}|${web}|${shared}|${rules}|${labels}|${columns}|${messages}|^features/[^/]+/contract\\.ts$|^platform/(contract|dates|money|text)/|\\.(css|svg|png|woff2)$`,
        dependencyTypesNot: ["core"],
        couldNotResolve: false,
      },
    ),
    forbid(
      "web-uses-no-node",
      "Node's own modules do not exist in a browser.",
      { path: web, pathNot: test },
      { dependencyTypes: ["core"] },
    ),
    forbid(
      "server-never-imports-web",
      "The server runs without browser code.",
      { path: `${server}|^seed/` },
      { path: `${web}|\\.(tsx|css)$`, pathNot: packages },
    ),
    forbid(
      "contracts-are-pure",
      "A contract is what both sides agree on: zod, platform/contract, other contracts and the schema of a report.",
      { path: "^features/[^/]+/contract\\.ts$" },
      {
        path: ".",
        pathNot: `(^|/)node_modules/zod/|^platform/(contract|dates|money|text)/|^features/[^/]+/contract\\.ts$|${reportSchemas}`,
      },
    ),
    forbid(
      "rules-are-pure",
      "The same figures in the browser as on the server, because it is the same code: contracts and other rules.",
      { path: rules, pathNot: `${test}|${reportSchemas}` },
      { path: ".", pathNot: `${rules}|^features/[^/]+/contract\\.ts$|^platform/(contract|dates|money|text)/` },
    ),
    forbid(
      "report-schemas-are-pure",
      "Contracts name them: zod, platform/contract and the loan's contract only.",
      { path: reportSchemas },
      {
        path: ".",
        pathNot: `(^|/)node_modules/zod/|^platform/(contract|dates|money|text)/|^features/borrowers/contract\\.ts$|${reportSchemas}`,
      },
    ),
    forbid(
      "labels-are-pure",
      "Labels import rules, other labels, messages and types of contracts: nothing of either side.",
      { path: labels },
      {
        path: ".",
        pathNot: `${labels}|${rules}|${messages}|^features/[^/]+/contract\\.ts$|^platform/(dates|money|text)/`,
      },
    ),
    forbid(
      "columns-are-pure",
      "The same text on a page and in a CSV, because it is the same code: contracts, rules, labels and other columns.",
      { path: columns },
      {
        path: ".",
        pathNot: `${columns}|${labels}|${rules}|^features/[^/]+/contract\\.ts$|^platform/(contract|dates|money|text)/`,
      },
    ),
    forbid(
      "labels-import-only-types-of-contracts",
      "A page that only shows text loads no schemas.",
      { path: labels },
      { path: `^features/[^/]+/contract\\.ts$|${reportSchemas}`, dependencyTypesNot: ["type-only"] },
    ),
    forbid(
      "messages-are-pure",
      "Messages import contracts: nothing of either side.",
      { path: messages },
      { path: ".", pathNot: "^features/[^/]+/contract\\.ts$|^platform/(contract|dates|money|text)/" },
    ),
    forbid(
      "platform-contract-is-pure",
      "These folders of platform/ run on both sides.",
      { path: "^platform/(contract|dates|money|text)/", pathNot: test },
      { path: ".", pathNot: "(^|/)node_modules/(zod|date-fns|@date-fns/tz)/|^platform/(contract|dates|money|text)/" },
    ),
    forbid(
      "scopes-are-created-in-the-platform",
      "Only a session creates a scope; others may name its type.",
      { path: ".", pathNot: "^platform/server/" },
      { path: "^platform/server/database/scope\\.ts$", dependencyTypesNot: ["type-only"] },
    ),
    forbid(
      "app-runs-no-queries",
      "The app wires, it does not query.",
      { path: "^app/", pathNot: test },
      { path: ["^features/[^/]+/server/[a-z-]*queries\\.ts$", "^features/[^/]+/server/[^/]+/[a-z-]*queries\\.ts$"] },
    ),
    forbid(
      "seed-uses-server-code-only",
      "The sample lender is created by the same use cases as a real one.",
      { path: "^seed/", pathNot: test },
      {
        path: "^(app|features|sandbox|e2e|bench|simulation|tools|platform)/",
        pathNot: "^features/[^/]+/(server/|rules/|contract\\.ts$)|^platform/(server|contract|dates|money|text)/",
      },
    ),
    forbid(
      "sandbox-and-e2e-import-contracts-only",
      "The sandbox and the end-to-end tests speak HTTP; of the product they may import contracts.",
      { path: "^(sandbox|e2e)/" },
      { path: product, pathNot: `${shared}|^features/[^/]+/contract\\.ts$|^platform/(contract|dates|money|text)/` },
    ),
    forbid(
      "no-barrels",
      "Import the file that declares the thing; an index hides cycles.",
      {},
      { path: "(^|/)index\\.tsx?$", pathNot: packages },
    ),
    forbid("no-cycles", "Two files that need each other are one topic, or three.", {}, { circular: true }),
    // Examples import the package `keyturn`, which `npm run build` makes.
    forbid("no-unresolved", "Every import resolves.", { pathNot: "^examples/" }, { couldNotResolve: true }),
    forbid(
      "no-undeclared-packages",
      "Every imported package is in the package.json of its workspace.",
      { pathNot: packages },
      { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    ),
    forbid(
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
