// What can be checked of the files for containers, Kubernetes and systemd without running any of these.
import { globSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { validate } from "dockerfile-utils";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { readConfig } from "../app/server/config.ts";
import { packagesNeeded } from "./image.ts";
import { readLockfile } from "./supply-chain.ts";
import { root } from "./settings.ts";

const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const dockerfile = read("Dockerfile");
const exampleSettings = new Map(
  read("deploy/keyturn.env.example")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => line.split("=", 2) as [string, string]),
);

/** What a setting may be, of those in the example. */
const known = new Set(readConfig({ APP_ENV: "local" }, root).sources.keys());

test("the example settings are ones that the product reads", () => {
  expect([...exampleSettings.keys()].filter((name) => !known.has(name))).toEqual([]);
});

test("the example has every setting that production needs", () => {
  let missing: string[] = [];
  try {
    readConfig({ APP_ENV: "prod" }, root);
  } catch (error) {
    missing = [...(error as Error).message.matchAll(/^(\w+) is missing/gm)].map(([, name = ""]) => name);
  }
  expect(missing.length).toBeGreaterThan(20);
  expect(missing.filter((name) => !exampleSettings.has(name))).toEqual([]);
});

interface ComposeService {
  image?: string;
  command?: string[];
  read_only?: boolean;
  env_file?: string;
  environment?: Record<string, string>;
  depends_on?: Record<string, unknown>;
}

describe("the Dockerfile", () => {
  test("is one that Docker can build", () => {
    expect(validate(dockerfile).map(({ message, range: { start } }) => ({ message, line: start.line + 1 }))).toEqual(
      [],
    );
  });

  test("has the Node that the product is tested on", () => {
    const { devDependencies } = JSON.parse(read("package.json")) as { devDependencies: { node: string } };
    const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    const node = `node:${devDependencies.node}-slim`;
    const { services } = parse(read("compose.yaml"), { merge: true }) as { services: Record<string, ComposeService> };
    // pg_dump must be at least as new as the server.
    expect(images).toEqual([node, services["postgres"]?.image, node]);
  });

  test("runs as a user without rights and sets only what the product reads", () => {
    const [, final = ""] = dockerfile.split(/^FROM .*-slim$/m);
    expect(final.indexOf("USER node")).toBeGreaterThan(0);
    expect(final.lastIndexOf("USER ")).toBe(final.indexOf("USER node"));
    const [, variables = ""] = /^ENV (.*)$/m.exec(final) ?? [];
    const names = variables.split(" ").map((pair) => pair.split("=", 1)[0]!);
    expect(names.filter((name) => name !== "NODE_ENV" && !known.has(name))).toEqual([]);
  });

  test("copies the manifest of every workspace, without which npm ci fails", () => {
    const { workspaces } = JSON.parse(read("package.json")) as { workspaces: string[] };
    for (const name of workspaces) expect(dockerfile).toContain(`COPY ${name}/package.json ${name}/`);
  });
});

test("compose starts PostgreSQL, migrates, and then serves with a read-only root", () => {
  const { services } = parse(read("compose.yaml"), { merge: true }) as { services: Record<string, ComposeService> };
  expect(Object.keys(services)).toEqual(["postgres", "migrate", "serve-role", "keyturn", "backup", "sandbox"]);
  for (const { depends_on: needs = {} } of Object.values(services))
    for (const name of Object.keys(needs)) expect(Object.keys(services)).toContain(name);
  for (const name of ["migrate", "keyturn", "backup"]) {
    expect(services[name]).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
    expect(Object.keys(services[name]?.environment ?? {}).filter((variable) => !known.has(variable))).toEqual([]);
  }
  for (const { command } of Object.values(services)) {
    const file = command?.[0] === "node" && command[1];
    if (file) expect(read(file)).not.toBe("");
  }
});

interface Container {
  name: string;
  command?: string[];
  ports?: { containerPort: number }[];
  volumeMounts?: { name: string; mountPath: string }[];
  securityContext: object;
}
interface PodSpec {
  containers: Container[];
  volumes?: { name: string }[];
}
interface Manifest {
  kind: string;
  spec: { template?: { spec: PodSpec }; jobTemplate?: { spec: { template: { spec: PodSpec } } } };
}

test("Kubernetes runs two products beside each other, and a migration, without rights on the machine", () => {
  const { resources } = parse(read("deploy/kubernetes/kustomization.yaml")) as { resources: string[] };
  expect([...resources, "kustomization.yaml"].toSorted()).toEqual(
    readdirSync(path.join(root, "deploy/kubernetes")).toSorted(),
  );
  const manifests = resources.flatMap((file) =>
    parseAllDocuments(read(`deploy/kubernetes/${file}`)).map((document) => {
      expect(document.errors).toEqual([]);
      return document.toJS() as Manifest;
    }),
  );
  const kinds = manifests.map(({ kind }) => kind);
  expect(kinds).toEqual([
    ...["Namespace", "Job", "Deployment", "PersistentVolumeClaim", "Service", "PodDisruptionBudget"],
    ...["CronJob", "PersistentVolumeClaim"],
  ]);
  const pods = manifests.flatMap(({ spec }) => (spec?.jobTemplate?.spec ?? spec)?.template?.spec ?? []);
  for (const { containers, volumes = [] } of pods)
    for (const { command, ports, volumeMounts = [], securityContext } of containers) {
      expect(securityContext).toMatchObject({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true });
      expect(volumeMounts.map(({ name }) => name)).toEqual(volumes.map(({ name }) => name));
      if (command?.[1]) expect(read(command[1])).not.toBe("");
      for (const { containerPort } of ports ?? []) expect(dockerfile).toContain(`EXPOSE ${containerPort}\n`);
    }
  expect(manifests.find(({ kind }) => kind === "Deployment")?.spec).toMatchObject({ replicas: 2 });
});

test("the workflow runs commands that exist", () => {
  const { jobs } = parse(read("deploy/github/ci.yml")) as { jobs: Record<string, { steps: { run?: string }[] }> };
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
  expect(commands).toContain(".ci/run");
  for (const command of commands) {
    const [, script] = /npm run (?:--silent )?(\S+)/.exec(command) ?? [];
    if (script) expect(Object.keys(scripts)).toContain(script);
  }
});

test.each(["keyturn.service", "keyturn-backup.service"])(
  "%s keeps the machine out of the product's reach and sets only what the product reads",
  (name) => {
    const unit = read(`deploy/${name}`);
    for (const line of [
      "ProtectSystem=strict",
      "NoNewPrivileges=yes",
      "DynamicUser=yes",
      "CapabilityBoundingSet=",
      "UMask=0077",
    ])
      expect(unit.split("\n")).toContain(line);
    const names = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, pairs = ""]) =>
      pairs.split(" ").map((pair) => pair.split("=", 1)[0]!),
    );
    expect(names.filter((variable) => variable !== "NODE_ENV" && !known.has(variable))).toEqual([]);
    const [, file = ""] = /^ExecStart=\/usr\/bin\/node (\S+)/m.exec(unit) ?? [];
    expect(["dist/server/start.js", ...globSync("app/cli/*.ts", { cwd: root })]).toContain(file);
  },
);

test("the timer starts the backup", () => {
  expect(read("deploy/keyturn-backup.timer")).toMatch(/^OnCalendar=\S+ \S+ UTC$/m);
  expect(read("deploy/keyturn-backup.service")).toMatch(/^Type=oneshot$/m);
});

describe("packages of the image", () => {
  test("are those that the server imports, with all that these need, and none of the pages'", () => {
    const needed = packagesNeeded(readLockfile(), (name) => ["fastify", "pg"].includes(name));
    expect(needed).toEqual(
      expect.arrayContaining(["node_modules/fastify", "node_modules/pg-pool", "node_modules/avvio"]),
    );
    expect(needed.filter((folder) => /react|vite|lucide/.test(folder))).toEqual([]);
  });

  test("a nested version comes with its folder, and a missing one is an error", () => {
    const lockfile = {
      "": { dependencies: { one: "1" } },
      "node_modules/one": { dependencies: { two: "2" } },
      "node_modules/one/node_modules/two": { dependencies: { three: "3" } },
      "node_modules/two": {},
    };
    expect(() => packagesNeeded(lockfile, () => true)).toThrow("no three for node_modules/one/node_modules/two");
    const whole = { ...lockfile, "node_modules/three": {} };
    expect(packagesNeeded(whole, () => true)).toEqual(["node_modules/one", "node_modules/three"]);
  });
});
