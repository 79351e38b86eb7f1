const FORESEEN = new Set([
  "ConfigError",
  "FolderInUse",
  "FolderUnusable",
  "BrokenFolder",
  "SchemaBehind",
  "KeysUnusable",
  "SigningKeyUnusable",
  "DecryptionError",
  "BucketError",
  "BackupError",
  "CopyError",
]);

/** Runs a command's work; the process exits with 1 when it rejects. What it writes is no other user's to read. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  process.umask(0o077);
  try {
    await work();
  } catch (error) {
    console.error(explain(error));
    process.exit(1);
  }
}

/** Without an address's credentials. Of an unforeseen error only the stack: its fields may hold secrets. */
function explain(error: unknown): string {
  return describe(error).replaceAll(/\b(?!file:)([a-z]\w*:\/\/)\S*@/gi, "$1***@");
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (FORESEEN.has(error.name)) return error.message;
  const advice = "code" in error && ADVICE.find(([codes]) => codes.test(String(error.code)));
  return advice ? `${advice[1]} (${error.message})` : stackOf(error);
}

function stackOf({ stack, message, cause }: Error): string {
  return (stack ?? message) + (cause instanceof Error ? `\nCaused by ${stackOf(cause)}` : "");
}

// Network and file codes are Node's. Four kinds are PostgreSQL's: 28 sign-in, 3D no such database, 57P starting up, 42501
// no right.
const ADVICE: readonly [codes: RegExp, what: string][] = [
  [/^EADDRINUSE$/, "The port is taken. Stop what uses it, or start with another one: PORT=…"],
  [
    /^(ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|28...|3D...|57P..)$/,
    "The database of DATABASE_URL cannot be reached. Start it, or correct its address and credentials.",
  ],
  [
    /^42501$/,
    "The role of DATABASE_URL may not do this. Migrations, and a start with APP_ENV=local, need the owner's: keyturn_owner in docs/operating.md.",
  ],
  [
    /^(EACCES|EPERM|ENOTDIR|EROFS|ENOSPC)$/,
    "A file or folder cannot be written. Free it, or start with another folder: DATA_DIR=…",
  ],
];
