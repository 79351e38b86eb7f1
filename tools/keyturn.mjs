// The door of npm start, npm test and the others. Any Node from 18 on can run it: it installs what is missing and hands
// over to the pinned Node 24, which runs the rest. No dependency and no newer syntax may come in here.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const commands = [
  "start",
  "dev",
  "reset",
  "build",
  "check",
  "test",
  "e2e",
  "bench",
  "providers",
  "screenshots",
  "simulate",
];
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const nodeNeeded = 24;

function fail(text) {
  console.error(text);
  process.exit(1);
}

const read = (file) => {
  try {
    return JSON.parse(readFileSync(path.join(root, file), "utf8")).packages || {};
  } catch {
    return null;
  }
};

/** npm notes in node_modules/.package-lock.json what it installed; optional packages may be for another platform. */
function isInstalled() {
  const wanted = read("package-lock.json");
  const installed = read("node_modules/.package-lock.json");
  if (!wanted || !installed) return false;
  return Object.entries(wanted).every(([name, entry]) => {
    if (name === "") return true;
    const found = installed[name];
    return found ? found.version === entry.version : Boolean(entry.optional);
  });
}

function install() {
  const found = `Node ${process.versions.node}`;
  console.log(
    `Installing Keyturn's packages with npm (found ${found}; Keyturn will run on its own Node ${nodeNeeded}).`,
  );
  console.log("This takes a minute or so and is needed only once …");
  const began = Date.now();
  // npm starts us with its own Node's address: that one survives when node_modules is replaced.
  const npm = process.env.npm_execpath;
  const runner = process.env.npm_node_execpath || process.execPath;
  // NODE_ENV=production would leave out what builds and tests need.
  const args = ["ci", "--include=dev", "--loglevel=error"];
  const how = { cwd: root, stdio: "inherit" };
  const viaNpm = npm && /\.[cm]?js$/.test(npm);
  const result = viaNpm
    ? spawnSync(runner, [npm, ...args], how)
    : spawnSync("npm", args, { ...how, shell: process.platform === "win32" });
  if (result.status !== 0) {
    fail(
      "\nThe installation failed; the lines above say why. Is the package registry reachable? Then run the same command again.",
    );
  }
  console.log(`Installed in ${Math.round((Date.now() - began) / 1000)} s.`);
}

/** The pinned Node, else the machine's own if it is new enough. */
function findNode() {
  const pinned = path.join(root, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");
  const printed = existsSync(pinned) ? String(spawnSync(pinned, ["--version"], { encoding: "utf8" }).stdout) : "";
  if (Number(printed.slice(1).split(".")[0]) >= nodeNeeded) return pinned;
  if (major(process.versions.node) >= nodeNeeded) return process.execPath;
  return fail(
    [
      `Keyturn runs on Node ${nodeNeeded}, and its own copy was not unpacked: npm ran without install scripts or development packages.`,
      "Run: npm rebuild node --ignore-scripts=false",
      `Or install Node ${nodeNeeded} on this machine (found: ${process.versions.node}).`,
    ].join("\n"),
  );
}

const major = (version) => Number(version.split(".")[0]);

const [command, ...args] = process.argv.slice(2);
if (major(process.versions.node) < 18) fail(`Node 18 or newer is needed to begin; this is ${process.versions.node}.`);
if (!commands.includes(command)) fail(`Usage: npm run <${commands.join(" | ")}>`);
if (!isInstalled()) install();
const node = findNode();
const bin = path.join(root, "node_modules", ".bin");
const child = spawn(node, [path.join(root, "tools", `${command}.ts`), ...args], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, PATH: bin + path.delimiter + process.env.PATH },
});
// The child decides how to end; we only pass on what was sent to us alone.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
// npm killed with -9 ends without ending us, with the ports still held: the system then becomes our parent.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) {
  setInterval(() => process.ppid === parent || child.kill("SIGTERM"), 500).unref();
}
child.on("error", (error) => fail(`Node ${nodeNeeded} did not start: ${error.message}`));
child.on("exit", (code) => process.exit(code === null ? 1 : code));
