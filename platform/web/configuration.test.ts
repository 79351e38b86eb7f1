import { afterEach, describe, expect, test, vi } from "vitest";
import { log, type LogLevel, setLogThreshold } from "./log.ts";
import { loadConfig } from "./config.ts";

describe("log", () => {
  const LEVELS: LogLevel[] = ["trace", "debug", "info", "warn", "error", "fatal"];

  /** The levels that reach the console now. */
  function heard(): LogLevel[] {
    const said: string[] = [];
    for (const channel of ["debug", "info", "warn", "error"] as const)
      vi.spyOn(console, channel).mockImplementation((text: string) => void said.push(text));
    for (const level of LEVELS) log[level](level);
    return LEVELS.filter((level) => said.includes(level));
  }

  afterEach(() => vi.restoreAllMocks());

  test.each([
    ["local", ["debug", "info", "warn", "error", "fatal"]],
    ["stage", ["info", "warn", "error", "fatal"]],
    ["prod", ["warn", "error", "fatal"]],
  ] as const)("in %s the levels from %j on are written", (environment, expected) => {
    setLogThreshold(environment, undefined);
    expect(heard()).toEqual(expected);
  });

  test("a configured level wins over the environment's", () => {
    setLogThreshold("prod", 0);
    expect(heard()).toEqual(LEVELS);
    setLogThreshold("local", 50);
    expect(heard()).toEqual(["fatal"]);
  });
});

describe("config", () => {
  const served = { environment: "local", productName: "Keyturn", bannerEnabled: false };
  afterEach(() => vi.restoreAllMocks());

  const serving = (config: object) => async () => Response.json(config);

  test("overrides replace served values", async () => {
    localStorage.setItem("configOverrides", JSON.stringify({ bannerEnabled: true }));
    expect(await loadConfig(serving(served))).toEqual({ ...served, bannerEnabled: true });
  });

  test("overrides are ignored in prod", async () => {
    localStorage.setItem("configOverrides", JSON.stringify({ bannerEnabled: true }));
    const config = { ...served, environment: "prod" };
    expect(await loadConfig(serving(config))).toEqual(config);
  });

  test.each(["not json", "3", "null"])("overrides that are %j change nothing", async (stored) => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    localStorage.setItem("configOverrides", stored);
    expect(await loadConfig(serving(served))).toEqual(served);
  });

  test.each(["production", "LOCAL", "dev", "qa"])("the environment %s is not recognized", async (environment) => {
    await expect(loadConfig(serving({ ...served, environment }))).rejects.toThrow("ENVIRONMENT_NOT_RECOGNIZED");
  });

  test("a missing environment is ENV_NOT_DEFINED", async () => {
    await expect(loadConfig(serving({ productName: "Keyturn" }))).rejects.toThrow("ENV_NOT_DEFINED");
  });

  test("a configuration that cannot be loaded stops the start", async () => {
    await expect(loadConfig(async () => new Response(null, { status: 503 }))).rejects.toThrow("CONFIG_UNAVAILABLE 503");
  });
});
