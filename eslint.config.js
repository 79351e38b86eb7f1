// Rules that people would otherwise have to remember. The boundaries between folders are in .dependency-cruiser.cjs.
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

const typescript = ["**/*.ts", "**/*.tsx"];
const tests = ["**/*.test.ts", "**/*.test.tsx", "**/test-*.ts", "**/test-*/*.ts", "testing/**/*.ts", "**/*.e2e.ts"];
const around = ["sandbox/**", "e2e/**", "bench/**", "simulation/**", "sdk/**"];
const configs = ["*.config.ts", "*.config.js", "*/*.config.ts"];
const environmentFiles = [
  "app/server/config.ts",
  "sandbox/config.ts",
  "sdk/config.ts",
  "examples/*.ts",
  "tools/**",
  "e2e/durability/size.ts",
  "features/underwriting/rules/test-generators.ts",
  ...configs,
];
const consoleFiles = [
  "examples/*.ts",
  "tools/**",
  "bench/**",
  "app/cli/*.ts",
  "app/server/{start,load-sample-lender}.ts",
  "sandbox/start-sandbox.ts",
  "platform/web/log.ts",
  "features/underwriting/rules/test-generators.ts",
];

const environment = {
  selector:
    ":matches(MemberExpression[object.name='process'][property.name='env'], MemberExpression[object.type='MetaProperty'][property.name='env'])",
  message: "Only config.ts reads the environment; take the setting as an argument.",
};
const environmentImport = {
  selector: "ImportDeclaration[source.value=/^(node:)?process$/] > ImportSpecifier[imported.name='env']",
  message: environment.message,
};
const defaultExport = { selector: "ExportDefaultDeclaration", message: "Export by name: one word per thing." };
const wholeZod = {
  name: "zod",
  message: 'Import * as z from "zod/mini": of zod itself the browser would load every method, used or not.',
};
const allIcons = {
  name: "lucide-react",
  allowTypeImports: true,
  message: "Import an icon from lucide-react/icons/NAME: all icons of one file would be in the first load.",
};
/** What the underwriting rules must not read, so that an edition gives the same answer on every machine and day. */
const impure = [
  {
    selector: "MemberExpression[object.name='Date'][property.name='now']",
    message: "Rules read no clock: take the day as part of the question.",
  },
  {
    selector: ":matches(NewExpression, CallExpression)[callee.name='Date'][arguments.length=0]",
    message: "Rules read no clock: take the day as part of the question.",
  },
  {
    selector: "MemberExpression[object.name='Math'][property.name='random']",
    message: "Rules use no chance: the same question has the same answer.",
  },
  {
    selector: "CallExpression[callee.property.name=/^(toLocale|localeCompare)/]",
    message: "Rules read no language settings: use platform/text, platform/money or compare().",
  },
  {
    selector:
      "CallExpression[callee.property.name=/^(get|set)(Date|Day|FullYear|Hours|Milliseconds|Minutes|Month|Seconds|TimezoneOffset)$/]",
    message: "Rules read no time zone: use the UTC method.",
  },
];
const impureGlobals = [
  "Intl",
  "process",
  "fetch",
  "crypto",
  "performance",
  "globalThis",
  "setTimeout",
  "setInterval",
].map((name) => ({ name, message: "Rules are pure: everything they depend on is in the question." }));
const closed = [
  { selector: "ExportAllDeclaration", message: "No barrels: import the file that says the thing." },
  { selector: "ExportNamedDeclaration[source]", message: "No barrels: import the file that says the thing." },
  { selector: "TSEnumDeclaration", message: "Node strips types and cannot run an enum: use a union or z.enum." },
  {
    selector: "CallExpression[callee.object.name='vi'][callee.property.name=/^(do)?[mM]ock$/]",
    message: "A mock of our own module tests the mock: go through the door.",
  },
];

/** A disabled rule must give a reason, because otherwise it is forgotten. */
const disableNeedsReason = {
  meta: { type: "problem", schema: [] },
  create: ({ sourceCode, report }) => ({
    Program() {
      for (const { type, justification, node } of sourceCode.getDisableDirectives().directives) {
        if (type !== "enable" && !justification) report({ loc: node.loc, message: "Say why after `--`." });
      }
    },
  }),
};

/** The files of a feature (ARCHITECTURE.md); another kind is a decision. */
const FEATURE_FILES = [
  /^(contract|columns|labels|spanish-labels|messages)\.ts$/,
  /^rules\//,
  /^server\/([a-z-]+\/)*(schema|routes|events|jobs|workers|emails|labels|([a-z-]+-)?queries)\.ts$/,
  // A use case or a part of a page, by what it does; never by what kind of code it is.
  /^(server|web)\/([a-z-]+\/)*(?!index\.ts|([a-z-]+-)?(store|data|values|utils?|helpers?|types|constants|common|deps|service|manager)\.ts$)[a-z]+(-[a-z]+)*\.ts$/,
  /^web\/([a-z-]+\/)*[A-Z]\w+\.tsx$/,
];
const closedFileList = {
  meta: { type: "problem", schema: [] },
  create: ({ filename, report }) => ({
    Program(node) {
      const [, file] = /\/features\/[^/]+\/(.+)$/.exec(filename) ?? [];
      if (file === undefined || /(^|\/)test-[^/]+$|\.test\.tsx?$/.test(file)) return;
      if (!FEATURE_FILES.some((kind) => kind.test(file)))
        report({ node, message: `Not a file of a feature: ${file}. ARCHITECTURE.md lists them.` });
    },
  }),
};

/** A header that restates the file's name is useless; a comment says why. */
const noFileHeaders = {
  meta: { type: "suggestion", schema: [] },
  create: ({ sourceCode, report }) => ({
    Program() {
      for (const { loc, value } of sourceCode.getAllComments()) {
        if (/^\*?\s*Owns\b/.test(value)) report({ loc, message: "Say why in a comment, not what the file is for." });
      }
    },
  }),
};

export default tseslint.config(
  { ignores: ["**/dist/", ".data/", "coverage/", "editions/", "**/node_modules/"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    plugins: {
      keyturn: {
        rules: {
          "disable-needs-reason": disableNeedsReason,
          "no-file-headers": noFileHeaders,
          "closed-file-list": closedFileList,
        },
      },
    },
    rules: {
      "keyturn/disable-needs-reason": "error",
      "keyturn/no-file-headers": "error",
      "keyturn/closed-file-list": "error",
      "no-restricted-syntax": ["error", environment, environmentImport, defaultExport, ...closed],
      "no-restricted-imports": ["error", { paths: [wholeZod, allIcons] }],
      "no-console": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-var": "error",
      "prefer-const": "error",
    },
  },
  {
    files: typescript,
    extends: [tseslint.configs.strict, tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-import-type-side-effects": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
      "@typescript-eslint/only-throw-error": [
        "error",
        { allow: [{ from: "package", package: "@tanstack/router-core", name: ["Redirect", "NotFoundError"] }] },
      ],
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
      // Fastify's handlers and our interfaces are async by design; `!` is allowed where a comment says why it is safe.
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/no-non-null-assertion": "off",
      // Our interfaces list methods of plain objects, none of which uses `this`.
      "@typescript-eslint/unbound-method": "off",
      // A handler may return `void | Promise<void>`.
      "@typescript-eslint/no-invalid-void-type": "off",
    },
  },
  {
    files: ["app/**/*.{ts,tsx}", "features/*/web/**", "platform/web/**"],
    extends: [reactHooks.configs.flat["recommended-latest"], jsxA11y.flatConfigs.recommended],
    // Safari does not treat a list without markers as a list unless the role says so.
    rules: { "jsx-a11y/no-redundant-roles": ["error", { ul: ["list"], ol: ["list"], nav: ["navigation"] }] },
  },
  {
    // Tests and sandbox code read foreign JSON often; the product parses it first.
    files: [...tests, ...around.map((folder) => `${folder}/*.ts`)],
    rules: {
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
  { files: environmentFiles, rules: { "no-restricted-syntax": ["error", defaultExport, ...closed] } },
  {
    files: [...configs, "tools/test-databases.ts", "tools/test-description.ts", "e2e/global-setup.ts"],
    rules: { "no-restricted-syntax": ["error", ...closed] },
  },
  {
    files: ["features/underwriting/rules/**/*.ts"],
    ignores: tests,
    rules: {
      "no-restricted-syntax": ["error", environment, environmentImport, defaultExport, ...closed, ...impure],
      "no-restricted-globals": ["error", ...impureGlobals],
      "no-restricted-imports": [
        "error",
        { paths: [wholeZod, allIcons], patterns: [{ regex: "^node:", message: "Rules run in browsers too." }] },
      ],
    },
  },
  { files: consoleFiles, rules: { "no-console": "off" } },
);
