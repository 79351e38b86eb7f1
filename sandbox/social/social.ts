// The social sign-in providers of the sandbox: Facebook, GitHub, Google and Twitter. Each has its own state.
import { join } from "node:path";
import { openChecks } from "../shared/checks.ts";
import type { SandboxProvider } from "../shared/sandbox-provider.ts";
import { openMemory } from "../shared/state-file.ts";
import { facebook } from "./facebook.ts";
import { type Mode, openFaults, type Play, type SocialConfig, type SocialDeps, type SocialProvider } from "./play.ts";
import { github } from "./github.ts";
import { google } from "./google.ts";
import { emptySocialData, fullName, type Grant, type Person, type RequestToken } from "./social-data.ts";
import { twitter } from "./twitter.ts";
import { html, type Html, moment, table } from "../shared/page.ts";

// A social provider's section of the state page: errors to request, and people who signed in.
const SHOWN = 20;

const CHOICES: readonly [Mode, string][] = [
  ["ok", "Works"],
  ["refuse", "Refuses every code"],
  ["slow", "Slow (8 s)"],
  ["error500", "Error 500"],
  ["hang", "Never answers"],
];

function showSocial({ provider, memory: { data }, faults }: SocialDeps, title: string): Html {
  const people = newest(data.people).map((person) => personRow(provider, person));
  const attempts =
    provider === "twitter"
      ? newest(data.requestTokens).map((token) => requestTokenRow(data.people, token))
      : newest(data.grants).map((grant) => grantRow(data.people, grant));
  return html`<section aria-labelledby="${provider}">
    <h2 id="${provider}">${title}: social sign-in</h2>
    <p>
      On its page you can sign in as anyone; code <code>bad-code</code> is refused. An empty address is one the provider
      does not know; one beginning <code>unverified</code> was never confirmed.
    </p>
    <form class="acts" method="post" action="/_steer/${provider}">
      <span class="quiet">Calls</span>
      ${CHOICES.map(
        ([mode, words]) =>
          html`<button name="mode" value="${mode}" aria-pressed="${String(mode === faults.mode)}">${words}</button>`,
      )}
    </form>
    ${table(["Person", "Email", "Id there"], people, "No one has signed in yet.")}
    ${table(["When", "Who", "State"], attempts, "No code has been given yet.")}
  </section>`;
}

/** The JSON behind a row, without tokens and their secrets. */
function findSocialObject({ memory: { data } }: SocialDeps, kind: string, id: string): unknown {
  return kind === "people" ? data.people[id] : kind === "codes" ? data.grants[id] : undefined;
}

function newest<T>(record: Record<string, T>): T[] {
  return Object.values(record).slice(-SHOWN).reverse();
}

function personRow(provider: string, person: Person): Html {
  const { subject, email, isVerified } = person;
  return html`<tr>
    <td>${fullName(person) || "(no name)"}</td>
    <td>
      ${email === "" ? "none" : email} ${email !== "" && !isVerified ? html`<span class="ask">unverified</span>` : ""}
    </td>
    <td>
      <a href="/_state/${provider}/people/${subject}"><code>${subject}</code></a>
    </td>
  </tr>`;
}

function grantRow(people: Record<string, Person>, { createdAt, subject, usedAt }: Grant): Html {
  return attemptRow(createdAt, people[subject], usedAt === null ? "not exchanged" : "exchanged");
}

function requestTokenRow(people: Record<string, Person>, { createdAt, grant, usedAt }: RequestToken): Html {
  const state = usedAt === null ? (grant ? "not exchanged" : "not answered") : "exchanged";
  return attemptRow(createdAt, grant ? people[grant.subject] : undefined, state);
}

function attemptRow(createdAt: string, person: Person | undefined, state: string): Html {
  return html`<tr>
    <td class="when">${moment(createdAt)}</td>
    <td>${person ? fullName(person) || person.email : ""}</td>
    <td><span class="${state === "exchanged" ? "good" : "ask"}">${state}</span></td>
  </tr>`;
}

const PLAYS: Record<SocialProvider, Play> = { facebook, github, google, twitter };

export async function openSocial(provider: SocialProvider, config: SocialConfig): Promise<SandboxProvider> {
  const { folder, say } = config;
  const memory = await openMemory(folder === null ? null : join(folder, `${provider}.json`), emptySocialData, say);
  const faults = openFaults();
  const checks = openChecks();
  const deps: SocialDeps = { provider, config, memory, faults, checks };
  const play = PLAYS[provider];
  return {
    name: provider,
    checks,
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
