import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FolderUnusable, makePrivateFolder } from "./private-folder.ts";

const modeOf = (path: string) => statSync(path).mode & 0o777;
const NO_ONE = 65_534;

describe.skipIf(process.platform === "win32")("a private folder", () => {
  let parent: string;
  let folder: string;
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), "private-"));
    folder = join(parent, "data");
  });
  afterEach(() => rmSync(parent, { recursive: true }));

  test("is created for its user only, as are the folders above it", () => {
    makePrivateFolder(join(folder, "files"));
    expect([modeOf(folder), modeOf(join(folder, "files"))]).toEqual([0o700, 0o700]);
  });

  test("that other users may enter is closed to them", () => {
    mkdirSync(folder);
    chmodSync(folder, 0o777);
    makePrivateFolder(folder);
    expect(modeOf(folder)).toBe(0o700);
  });

  test("that belongs to another user and is open to all is refused", () => {
    const isRoot = process.geteuid?.() === 0;
    // The user who runs this test is either root, who can become another user, or not the owner of the root folder.
    const foreign = isRoot ? parent : "/";
    if (isRoot) chmodSync(parent, 0o755);
    if (isRoot) process.seteuid?.(NO_ONE);
    try {
      expect(() => makePrivateFolder(foreign)).toThrow(FolderUnusable);
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });

  test("cannot be where a file is, and the refusal says what to do", () => {
    writeFileSync(folder, "");
    expect(() => makePrivateFolder(folder)).toThrow(/cannot be used: EEXIST.*DATA_DIR=/);
  });
});
