// What the lockfile says about the packages that we install: where they come from, and under which terms.
import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./settings.ts";

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
export type Lockfile = Readonly<Record<string, LockedPackage>>;

/** SPDX expressions as packages state them. None obliges us to publish our own code. */
const LICENSES = new Set([
  "MIT",
  "MIT-0",
  "ISC",
  "BSD-2-Clause",
  "0BSD",
  "BSD-3-Clause",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "Unlicense",
  "OFL-1.1",
  "MIT AND OFL-1.1",
  "(MIT OR CC0-1.0)",
  "(MPL-2.0 OR Apache-2.0)",
]);

/** Packages that state no SPDX expression, each with the terms that a person read. */
const READ_BY_A_PERSON: Readonly<Record<string, string>> = {
  "dejavu-fonts-ttf": "Bitstream Vera and Arev licenses: fonts may be embedded and redistributed",
  "png-js": "MIT, in its LICENSE file",
};

export function readLockfile(): Lockfile {
  const { packages } = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")) as { packages: Lockfile };
  return packages;
}

/** Packages that npm would install without comparing their content, or from elsewhere than the registry. */
export function untrustedPackages(lockfile: Lockfile): string[] {
  return installed(lockfile).flatMap(([folder, { integrity, resolved }]) => {
    if (!integrity?.startsWith("sha512-")) return `${folder} has no SHA-512 integrity.`;
    return resolved && !resolved.startsWith("https://registry.npmjs.org/")
      ? `${folder} comes from ${resolved}, not from the npm registry.`
      : [];
  });
}

/** Packages of the product whose license is not on the list. */
export function unlicensedPackages(lockfile: Lockfile): string[] {
  return installed(lockfile)
    .filter(([, { dev }]) => !dev)
    .flatMap(([folder, { license }]) => {
      const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
      return LICENSES.has(license ?? "") || name in READ_BY_A_PERSON
        ? []
        : `${folder} has the license ${license ?? "(none stated)"}.`;
    });
}

/** All but the workspaces, which are our own. */
function installed(lockfile: Lockfile): [folder: string, LockedPackage][] {
  return Object.entries(lockfile).filter(([folder, { link }]) => folder.includes("node_modules/") && !link);
}
