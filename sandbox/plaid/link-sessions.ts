// The calls of the Link dialog, step by step. The paths are our own because Plaid does not publish its own.
import type { FastifyInstance } from "fastify";
import { openToOtherOrigins } from "../shared/browser-script.ts";
import { createReport } from "./consumer-report.ts";
import { findInstitution, INSTITUTIONS } from "./bank-data/personas.ts";
import { addItem, checkCredentials, givePublicToken, newIdentity, repairLogIn } from "./items.ts";
import { PlaidFault } from "./errors.ts";
import { institutionOf, linkAccounts } from "./item-accounts.ts";
import { type PlaidDeps, sendFault, suffer } from "./operation.ts";
import { type ItemIdentity, type LinkSession, type LinkToken, newId } from "./plaid-data.ts";
import type { Steering } from "./steering.ts";

// A custom user's password is a whole configuration, so this limit is high. Its reader has a limit of its own.
const TEXT = { type: "string", maxLength: 100_000 };

/** Fastify validates the few fields of each step. */
function fields(...names: string[]) {
  return {
    schema: {
      body: { type: "object", required: names, properties: Object.fromEntries(names.map((name) => [name, TEXT])) },
    },
  };
}

export function serveLinkSessions(app: FastifyInstance, deps: PlaidDeps, steering: Steering): void {
  openToOtherOrigins(app);
  app.setErrorHandler((error, _request, reply) => sendFault(reply, error, deps));
  app.addHook("preHandler", async (_request, reply) => {
    await suffer(steering, reply);
  });
  app.post<{ Body: { link_token: string } }>("/start", fields("link_token"), ({ body }) =>
    start(deps, body.link_token),
  );
  app.post<{ Body: LogInStep }>(
    "/login",
    fields("link_session_id", "institution_id", "username", "password"),
    ({ body }) => logIn(deps, body),
  );
  app.post<{ Body: { link_session_id: string; account_ids: string[] } }>(
    "/share",
    {
      schema: {
        body: {
          type: "object",
          required: ["link_session_id", "account_ids"],
          properties: { link_session_id: TEXT, account_ids: { type: "array", maxItems: 100, items: TEXT } },
        },
      },
    },
    ({ body }) => share(deps, body.link_session_id, body.account_ids),
  );
  app.post<{ Body: { link_session_id: string; status: string; error_code: string } }>(
    "/exit",
    fields("link_session_id", "status", "error_code"),
    ({ body }) => {
      const { session } = findSession(deps, body.link_session_id);
      session.exit = { errorCode: body.error_code === "" ? null : body.error_code, status: body.status };
      finish(deps, session);
      return {};
    },
  );
}

interface LogInStep {
  link_session_id: string;
  institution_id: string;
  username: string;
  password: string;
}

function start({ config, memory }: PlaidDeps, linkToken: string) {
  const link = memory.data.linkTokens[linkToken];
  if (link === undefined) throw new PlaidFault("INVALID_LINK_TOKEN");
  if (new Date(link.expiration) <= config.now()) throw new PlaidFault("INVALID_LINK_TOKEN", "it has expired");
  const session: LinkSession = {
    id: newId(),
    linkToken,
    startedAt: config.now().toISOString(),
    finishedAt: null,
    offered: null,
    publicToken: null,
    accountIds: [],
    exit: null,
  };
  memory.data.sessions[session.id] = session;
  memory.changed();
  const institutions = INSTITUTIONS.filter(
    ({ institutionId }) => link.institutionId === null || institutionId === link.institutionId,
  );
  return {
    link_session_id: session.id,
    client_name: link.clientName,
    repairs: link.updates !== null,
    institutions: institutions.map(({ institutionId, name }) => ({ institution_id: institutionId, name })),
  };
}

function logIn(deps: PlaidDeps, step: LogInStep) {
  const { session, link } = findSession(deps, step.link_session_id);
  const institution = findInstitution(step.institution_id);
  if (institution === undefined) throw new PlaidFault("INVALID_INSTITUTION");
  const who = checkCredentials(step.username.trim(), step.password, link.user);
  const repaired = link.updates === null ? null : (deps.memory.data.items[link.updates.itemId] ?? null);
  if (repaired !== null && repaired.username !== who.username) throw new PlaidFault("INVALID_CREDENTIALS");
  const { institutionId } = institution;
  session.offered = repaired ?? newIdentity(deps, { ...who, institutionId });
  deps.memory.changed();
  if (repaired !== null && link.updates?.selectAccounts === false)
    return { repaired: share(deps, session.id, repaired.accountIds) };
  return { accounts: accountsToOffer(deps, link, session.offered) };
}

function accountsToOffer({ config }: PlaidDeps, link: LinkToken, offered: ItemIdentity) {
  const accounts = linkAccounts(offered, config.now());
  return accounts.filter(({ type }) => link.accountTypes === null || link.accountTypes.includes(type));
}

/** Creates or updates the item with the chosen accounts, and returns the arguments of `onSuccess`. */
function share(deps: PlaidDeps, sessionId: string, accountIds: string[]) {
  const { session, link } = findSession(deps, sessionId);
  const { offered } = session;
  if (offered === null) throw new PlaidFault("INVALID_CREDENTIALS");
  const accounts = accountsToOffer(deps, link, offered).filter(({ id }) => accountIds.includes(id));
  if (accounts.length === 0) throw new PlaidFault("NO_ACCOUNTS");
  const chosen = accounts.map(({ id }) => id);
  const known = deps.memory.data.items[offered.itemId];
  if (known === undefined) {
    const { webhook, products, userId, daysRequested } = link;
    addItem(deps, offered, { accountIds: chosen, webhook, products, userId });
    const user = userId === null ? undefined : deps.memory.data.users[userId];
    // Plaid makes a report at the end of the dialog, whether it is read or not.
    if (user !== undefined) createReport(deps, user, { webhook, daysRequested, clientReportId: null });
  } else {
    known.accountIds = chosen;
    repairLogIn(deps, known);
  }
  session.publicToken = givePublicToken(deps, offered.itemId);
  session.accountIds = chosen;
  finish(deps, session);
  const institution = { name: institutionOf(offered).name, institution_id: offered.institutionId };
  return {
    public_token: session.publicToken,
    metadata: { institution, accounts, link_session_id: session.id, transfer_status: null },
  };
}

function finish({ config, memory }: PlaidDeps, session: LinkSession): void {
  session.finishedAt = config.now().toISOString();
  memory.changed();
}

/** A finished session is closed, and a second answer to it is refused. */
function findSession({ memory }: PlaidDeps, id: string): { session: LinkSession; link: LinkToken } {
  const session = memory.data.sessions[id];
  const link = session === undefined ? undefined : memory.data.linkTokens[session.linkToken];
  if (session === undefined || link === undefined || session.finishedAt !== null)
    throw new PlaidFault("INVALID_LINK_TOKEN", "this session is over");
  return { session, link };
}
