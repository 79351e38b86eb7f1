// npm run image -- FOLDER: the files of the container image. The Dockerfile runs this too, so that both are the same.
import { cpSync, existsSync, globSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./settings.ts";
import { readLockfile, type Lockfile } from "./supply-chain.ts";

const SOURCES = "{app,features,platform,providers,seed}/**/*";
/** Pages are in dist; tests are not part of the product. */
const NOT_SERVED = /(^|\/)web\/|\.tsx$|\.test\.ts$|(^|\/)test-/;
const WHOLE = ["dist", "editions", "migrations", "package.json"];

/** Copies what the product needs to run into `folder`, which must not exist yet or be empty. */
export function assembleImage(folder: string): void {
  const sources = filesServed();
  const code = sources.map((file) => readFileSync(path.join(root, file), "utf8")).join("\n");
  const lockfile = readLockfile();
  const needed = packagesNeeded(lockfile, (name) => code.includes(`"${name}"`) || code.includes(`"${name}/`))
    // npm installs an optional package only where its platform is.
    .filter((name) => !lockfile[name]?.optional || existsSync(path.join(root, name)));
  for (const name of [...WHOLE, ...sources, ...needed]) {
    const target = path.join(folder, name);
    mkdirSync(path.dirname(target), { recursive: true });
    cpSync(path.join(root, name), target, { recursive: true, dereference: true, filter: isNoMap });
  }
}

/** The folders of the packages that the server imports, and of all that these need. */
export function packagesNeeded(lockfile: Lockfile, isImported: (name: string) => boolean): string[] {
  const { dependencies = {} } = lockfile[""] ?? {};
  const needed = new Set<string>();
  const add = (name: string, from: string, isOptional = false) => {
    const found = nearest(lockfile, name, from);
    if (!found && !isOptional) throw new Error(`package-lock.json has no ${name} for ${from || "the product"}.`);
    if (!found || needed.has(found)) return;
    needed.add(found);
    const { dependencies = {}, optionalDependencies = {} } = lockfile[found] ?? {};
    for (const next of Object.keys(dependencies)) add(next, found, next in optionalDependencies);
    for (const next of Object.keys(optionalDependencies)) add(next, found, true);
  };
  for (const name of Object.keys(dependencies).filter(isImported)) add(name, "");
  // A nested package comes with the folder that it is in.
  const isWithin = (folder: string) => [...needed].some((other) => folder.startsWith(`${other}/`));
  return [...needed].filter((folder) => !isWithin(folder)).sort();
}

/** Where Node finds a package that code in the folder `from` imports. */
function nearest(lockfile: Lockfile, name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const candidate = `${folder && `${folder}/`}node_modules/${name}`;
    if (lockfile[candidate]) return candidate;
    if (folder === "") return undefined;
  }
}

function filesServed(): string[] {
  return globSync(SOURCES, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !NOT_SERVED.test(file))
    .sort();
}

function isNoMap(file: string): boolean {
  return !file.endsWith(".map");
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder) assembleImage(path.resolve(folder));
  else {
    console.error("Say where to: npm run image -- FOLDER");
    process.exitCode = 1;
  }
}
