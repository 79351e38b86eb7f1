import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FolderInUse, lockFolder } from "./folder-lock.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lock-"));
  path = join(folder, "keyturn.lock");
});
afterEach(() => rmSync(folder, { recursive: true }));
const holder = () => Number(readFileSync(path, "utf8").split(" ", 1)[0]);

test("a lock names its process, and is gone when released", () => {
  const lock = lockFolder(folder);
  expect(holder()).toBe(process.pid);
  lock.release();
  expect(existsSync(path)).toBe(false);
});

test("a folder that a living process uses is refused, with what to do, and its lock stays", () => {
  writeFileSync(path, String(process.ppid));
  expect(() => lockFolder(folder)).toThrow(FolderInUse);
  expect(() => lockFolder(folder)).toThrow(
    `process ${process.ppid}) is using the data folder ${folder}. Stop it first`,
  );
  expect(readFileSync(path, "utf8")).toBe(String(process.ppid));
});

test("the lock of a process that was killed is taken over", () => {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  writeFileSync(path, String(pid));
  lockFolder(folder);
  expect(holder()).toBe(process.pid);
});

test.runIf(process.platform === "linux")("a pid that was given to another program since holds nothing", () => {
  writeFileSync(path, `${process.ppid} 1`); // nothing here started one tick after the machine did
  lockFolder(folder);
  expect(holder()).toBe(process.pid);
});

test.runIf(process.platform === "linux")("a process that ended and was not yet buried holds nothing", async () => {
  // The shell becomes a program that never asks after the child it was left with.
  const parent = spawn("/bin/sh", ["-c", "sleep 0 & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "ignore"] });
  try {
    const [printed] = (await once(parent.stdout, "data")) as [Buffer];
    const stat = `/proc/${Number(printed)}/stat`;
    await expect.poll(() => readFileSync(stat, "utf8"), { timeout: 20_000 }).toContain(") Z ");
    writeFileSync(path, String(Number(printed)));
    lockFolder(folder);
    expect(holder()).toBe(process.pid);
  } finally {
    parent.kill("SIGKILL");
  }
});

test.each(["", "not a number", "-1", "0", "1.5"])(
  "a lock that says %j was cut off by a crash, and is taken over",
  (text) => {
    writeFileSync(path, text);
    lockFolder(folder);
    expect(holder()).toBe(process.pid);
  },
);

test("a folder that is not there is told as it is", () => {
  expect(() => lockFolder(join(folder, "missing"))).toThrow("ENOENT");
});
