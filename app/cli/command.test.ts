import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const ADDRESS = "postgresql://me:top/s3cret@one:bad/keyturn";

test.each([
  ["an invalid address", `new URL("${ADDRESS}")`, "Invalid URL"],
  [
    "a message with an address",
    `throw new Error("No answer from ${ADDRESS}")`,
    "from postgresql://***@one:bad/keyturn",
  ],
  [
    "a cause",
    `throw new Error("No backup", { cause: Object.assign(new Error("No answer"), { input: "${ADDRESS}" }) })`,
    "Caused by Error: No answer",
  ],
])("a command that fails with %s prints the error without the password", (_what, work, printed) => {
  const { status, stderr } = failWith(work);
  expect(status).toBe(1);
  expect(stderr).toContain(printed);
  expect(stderr).toMatch(/\n {4}at .*\[eval1?\]/);
  expect(stderr).not.toContain("s3cret");
});

/** A process of its own, as a failed command ends its process. */
function failWith(work: string) {
  const script = `import { runCommand } from "./command.ts"; await runCommand(async () => { ${work}; });`;
  return spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: join(import.meta.dirname),
    encoding: "utf8",
  });
}
