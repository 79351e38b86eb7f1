import { randomUUID } from "node:crypto";
import { aBrowser, givePassword, type TestBrowser } from "#features/auth/server/test-account.ts";
import type * as contract from "#features/auth/contract.ts";
import { aTrip, rememberedCookie } from "#features/auth/server/social/test-social.ts";
import type { Stage } from "../stage.ts";
import { nothing, type RowsOf } from "./row.ts";

const browsers = new WeakMap<Stage, TestBrowser>();

function browserOf(stage: Stage): TestBrowser {
  const browser = browsers.get(stage) ?? aBrowser(stage.test);
  browsers.set(stage, browser);
  return browser;
}

/** Comes back from a provider, in the stage's browser. */
function theEndAt(provider: contract.ProviderName) {
  return {
    works: async (stage: Stage) => (await aTrip(browserOf(stage), provider)).input as never, // a trip brings what its call asks for
    names: [],
    headers: async (stage: Stage) => ({ cookie: await rememberedCookie(browserOf(stage)) }),
  };
}

type SocialCall =
  | "startSocial"
  | `${Exclude<contract.ProviderName, "twitter">}Auth`
  | "twitterRequestToken"
  | "twitterAuth"
  | "listConnections"
  | "startConnection"
  | "endConnection";

export const social: Pick<RowsOf<typeof contract>, SocialCall> = {
  startSocial: { works: async () => ({ provider: "google" }), names: [] },
  twitterRequestToken: { works: nothing, names: [] },
  facebookAuth: theEndAt("facebook"),
  githubAuth: theEndAt("github"),
  googleAuth: theEndAt("google"),
  twitterAuth: theEndAt("twitter"),
  listConnections: { works: nothing, names: [] },
  startConnection: { works: async () => ({ provider: "github" }), names: [] },
  endConnection: {
    works: async ({ test, person }) => {
      await givePassword(test, person.userId);
      await test.asOwner(
        "insert into social_connections (provider, subject, user_id, name) values ('google', $1, $2, 'Ida Lovell') on conflict do nothing",
        [randomUUID(), person.userId],
      );
      return { provider: "google" };
    },
    names: [],
  },
};
