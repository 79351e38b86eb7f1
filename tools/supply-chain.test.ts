import { describe, expect, test } from "vitest";
import { readLockfile, unlicensedPackages, untrustedPackages } from "./supply-chain.ts";

const integrity = "sha512-AAAA";

describe("packages that we install", () => {
  test("come from the npm registry, and their content is compared with the lockfile", () => {
    expect(untrustedPackages(readLockfile())).toEqual([]);
  });

  test("have a license that allows us to use them in the product", () => {
    expect(unlicensedPackages(readLockfile())).toEqual([]);
  });
});

describe("the check of packages", () => {
  test("finds one without a checksum, with a weak one, and one from elsewhere", () => {
    const found = untrustedPackages({
      "node_modules/unchecked": { version: "1.0.0" },
      "node_modules/weak": { integrity: "sha1-AAAA" },
      "node_modules/elsewhere": { integrity, resolved: "https://packages.example/elsewhere.tgz" },
      "node_modules/fine": { integrity, resolved: "https://registry.npmjs.org/fine/-/fine-1.0.0.tgz" },
      "node_modules/ours": { link: true, resolved: "sandbox" },
      sandbox: { version: "0.0.0" },
    });
    expect(found).toEqual([
      "node_modules/unchecked has no SHA-512 integrity.",
      "node_modules/weak has no SHA-512 integrity.",
      "node_modules/elsewhere comes from https://packages.example/elsewhere.tgz, not from the npm registry.",
    ]);
  });

  test("finds licenses of the product's packages that are not on the list, also nested ones", () => {
    const found = unlicensedPackages({
      "node_modules/copyleft": { integrity, license: "GPL-3.0-only" },
      "node_modules/one/node_modules/silent": { integrity },
      "node_modules/a-tool-of-ours": { integrity, license: "GPL-3.0-only", dev: true },
      "node_modules/fine": { integrity, license: "MIT" },
    });
    expect(found).toEqual([
      "node_modules/copyleft has the license GPL-3.0-only.",
      "node_modules/one/node_modules/silent has the license (none stated).",
    ]);
  });
});
