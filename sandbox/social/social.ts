// The social sign-in providers of the sandbox: Facebook, GitHub, Google and Twitter. Each has its own state.
import { join } from "node:path";
import type { SandboxProvider } from "../shared/sandbox-provider.ts";
import { openMemory } from "../shared/state-file.ts";
import { facebook } from "./facebook.ts";
import { openFaults } from "./faults.ts";
import { github } from "./github.ts";
import { google } from "./google.ts";
import type { Play, SocialConfig, SocialDeps, SocialProvider } from "./play.ts";
import { emptySocialData } from "./social-data.ts";
import { findSocialObject, showSocial } from "./social-page.ts";
import { twitter } from "./twitter.ts";

const PLAYS: Record<SocialProvider, Play> = { facebook, github, google, twitter };

export async function openSocial(provider: SocialProvider, config: SocialConfig): Promise<SandboxProvider> {
  const { folder, say } = config;
  const memory = await openMemory(folder === null ? null : join(folder, `${provider}.json`), emptySocialData, say);
  const faults = openFaults();
  const deps: SocialDeps = { provider, config, memory, faults };
  const play = PLAYS[provider];
  return {
    name: provider,
    routes: (app) => play.serve(app, deps),
    show: () => showSocial(deps, play.title),
    find: (kind, id) => findSocialObject(deps, kind, id),
    steer: faults.steer,
    reset: faults.reset,
    async close() {
      faults.reset();
      await memory.flush();
    },
  };
}
