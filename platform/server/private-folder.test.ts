import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { FolderUnusable, makePrivateFolder, FolderInUse, lockFolder } from "./private-folder.ts";

describe("lock of a folder", () => {
  let folder: string;
  let processes: { end(): Promise<void> }[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "lock-"));
    processes = [];
  });
  afterEach(async () => {
    await Promise.all(processes.map((one) => one.end()));
    rmSync(folder, { recursive: true });
  });

  /** Another process that takes the folder's lock when it is asked to; `through` names a command that starts it. */
  function aProcess(through: readonly string[] = []) {
    const [command = "", ...args] = [...through, process.execPath, join(import.meta.dirname, "test-lock.ts"), folder];
    const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
    const answers = createInterface({ input: child.stdout });
    const ended = once(child, "exit");
    const ask = async (line: "take" | "release") => {
      const answer = once(answers, "line");
      child.stdin.write(`${line}\n`);
      return String((await answer)[0]);
    };
    const one = {
      take: () => ask("take"),
      release: () => ask("release"),
      async kill9() {
        child.kill("SIGKILL");
        await ended;
      },
      async end() {
        child.stdin.end();
        await ended;
      },
    };
    processes.push(one);
    return one;
  }

  const IN_PID_NAMESPACE = ["unshare", "--pid", "--fork", "--mount-proc"];
  const canUnshare = spawnSync("unshare", [...IN_PID_NAMESPACE.slice(1), "true"]).status === 0;

  describe.each([
    { where: "in another process", through: [] },
    ...(canUnshare ? [{ where: "in another PID namespace", through: IN_PID_NAMESPACE }] : []),
  ])("a folder that a product $where uses", ({ through }) => {
    test("is refused 100 times, and free once that product releases it", async () => {
      const holder = aProcess(through);
      expect(await holder.take()).toBe("held");
      for (let attempt = 0; attempt < 100; attempt++) expect(() => lockFolder(folder)).toThrow(FolderInUse);
      expect(await holder.release()).toBe("released");
      lockFolder(folder).release();
    });

    test("is refused to a process there while one here uses it", async () => {
      const lock = lockFolder(folder);
      const other = aProcess(through);
      for (let attempt = 0; attempt < 100; attempt++) expect(await other.take()).toBe("refused");
      lock.release();
      expect(await other.take()).toBe("held");
    });
  });

  test("the refusal says what to do", () => {
    const lock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(
      `Another Keyturn is using the data folder ${folder}. Stop it first, or start this one with another folder: DATA_DIR=`,
    );
    lock.release();
  });

  test("kill -9 of the holder frees the folder at once", async () => {
    const holder = aProcess();
    expect(await holder.take()).toBe("held");
    await holder.kill9();
    lockFolder(folder).release();
  });

  test("of four processes that meet the lock of a killed one, exactly one gets it, every time", async () => {
    const killed = aProcess();
    await killed.take();
    await killed.kill9();
    const four = [1, 2, 3, 4].map(() => aProcess());
    for (let round = 0; round < 50; round++) {
      const answers = await Promise.all(four.map((one) => one.take()));
      expect(answers.toSorted()).toEqual(["held", "refused", "refused", "refused"]);
      await four[answers.indexOf("held")]!.release();
    }
  });

  test("a folder without the lock's file, or with an empty one, is free", () => {
    lockFolder(folder).release();
    writeFileSync(join(folder, "keyturn.lock"), "");
    lockFolder(folder).release();
  });

  test("a folder that cannot hold the lock is refused with what to do", () => {
    expect(() => lockFolder(join(folder, "missing"))).toThrow(
      /cannot be used: unable to open database file.*DATA_DIR=/,
    );
  });
});

describe("private folder", () => {
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
});
