// Starts the sandbox providers and the mailbox as a separate process: `npm run sandbox`.
import { readSandboxConfig } from "./config.ts";
import { openSandbox } from "./sandbox.ts";
import type { Sandbox } from "./sandbox.ts";

try {
  const sandbox = await openSandbox({ ...readSandboxConfig(), say: (line) => console.log(line) });
  stopOnSignal(sandbox);
  console.log(
    `Sandbox    ${sandbox.providersUrl}  (Plaid at /plaid, bot check at /recaptcha, log-ins at /google and the like; / shows their state)`,
  );
  console.log(`Mailbox    ${sandbox.mailUrl}`);
  console.log(`SMTP       ${sandbox.smtpUrl}`);
  console.log(`ClamAV     ${sandbox.clamavUrl}`);
  console.log(`S3         ${sandbox.s3Url}`);
  console.log(`DNS        ${sandbox.dnsServer}`);
} catch (error) {
  console.error(clearLine(error));
  process.exitCode = 1;
}

function stopOnSignal(sandbox: Sandbox): void {
  let isStopping = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      // A second Ctrl-C changes nothing while the first one is handled.
      if (isStopping) return;
      isStopping = true;
      sandbox.close().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(clearLine(error));
          process.exit(1);
        },
      );
    });
  }
}

/** One line that says what to do. */
function clearLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port, path } = error as NodeJS.ErrnoException & { port?: number };
  if (code === "EADDRINUSE") {
    return `Port ${String(port)} is taken: stop the program that uses it, or set SANDBOX_PORT or MAIL_PORT to another one.`;
  }
  if (code === "EACCES" || code === "EPERM" || code === "ENOTDIR" || code === "EROFS") {
    return `The folder of the sandbox cannot be used (${code} ${path ?? ""}): check it, or set DATA_DIR to another one.`;
  }
  return `The sandbox could not start: ${error.message}`;
}
