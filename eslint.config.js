// The rules that a reader would otherwise have to keep in mind. The walls between folders are in .dependency-cruiser.cjs.
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

const typescript = ["**/*.ts", "**/*.tsx"];
const tests = ["**/*.test.ts", "**/*.test.tsx", "**/test-*.ts", "**/test-*/*.ts", "**/*.e2e.ts"];
const around = ["sandbox/**", "e2e/**", "bench/**"];
const configs = ["*.config.ts", "*.config.js", "*/*.config.ts"];
const environmentFiles = [
  "app/config.ts",
  "sandbox/config.ts",
  "e2e/config.ts",
  "bench/config.ts",
  "tools/**",
  "features/underwriting/rules/test-generators.ts",
  ...configs,
];
const consoleFiles = [
  "tools/**",
  "bench/**",
  "app/start-*.ts",
  "app/{command,credit-line,dead-letters,load-sample-lender,migrate,rewrap-secrets,sync-plans,verify-audit}.ts",
  "sandbox/start-sandbox.ts",
  "kit/web/log.ts",
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
const closed = [
  { selector: "ExportAllDeclaration", message: "No barrels: import the file that says the thing." },
  { selector: "ExportNamedDeclaration[source]", message: "No barrels: import the file that says the thing." },
  { selector: "TSEnumDeclaration", message: "Node strips types and cannot run an enum: use a union or z.enum." },
  {
    selector: "CallExpression[callee.object.name='vi'][callee.property.name=/^(do)?[mM]ock$/]",
    message: "A mock of our own module tests the mock: go through the door.",
  },
];

/** A rule set aside without a reason is a rule forgotten. */
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

export default tseslint.config(
  { ignores: ["dist/", ".data/", "coverage/", "**/node_modules/"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    plugins: { keyturn: { rules: { "disable-needs-reason": disableNeedsReason } } },
    rules: {
      "keyturn/disable-needs-reason": "error",
      "no-restricted-syntax": ["error", environment, environmentImport, defaultExport, ...closed],
      "no-restricted-imports": ["error", { paths: [wholeZod] }],
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
      // Fastify's handlers and our own interfaces are async by shape; `!` is allowed where a comment says why it is safe.
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/no-non-null-assertion": "off",
      // Our interfaces list methods of plain objects, none of which uses `this`.
      "@typescript-eslint/unbound-method": "off",
      // `void | Promise<void>` is what a handler may give back.
      "@typescript-eslint/no-invalid-void-type": "off",
    },
  },
  {
    files: ["app/**/*.{ts,tsx}", "features/*/web/**", "kit/web/**"],
    extends: [reactHooks.configs.flat["recommended-latest"], jsxA11y.flatConfigs.recommended],
    // Safari takes a list without markers for no list, unless it says so.
    rules: { "jsx-a11y/no-redundant-roles": ["error", { ul: ["list"], ol: ["list"], nav: ["navigation"] }] },
  },
  {
    // Tests and stand-ins read foreign JSON all day; the product parses it first.
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
  { files: consoleFiles, rules: { "no-console": "off" } },
);
