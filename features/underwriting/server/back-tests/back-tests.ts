import { randomUUID } from "node:crypto";
import { lockOrganization } from "#features/organizations/server/settings-queries.ts";
import { BACK_TEST_COLUMN_TEXTS } from "#features/underwriting/columns.ts";
import {
  BACK_TEST_COLUMNS,
  type BackTest,
  type BackTestChange,
  type BackTestChangePage,
  type BackTestSubject,
} from "#features/underwriting/contract.ts";
import { findEdition } from "#features/underwriting/rules/editions.ts";
import type { UnderwritingPolicy } from "#features/underwriting/rules/evaluation.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Actor } from "#platform/server/actor.ts";
import { recordAuditEvent } from "#platform/server/audit.ts";
import type { Context } from "#platform/server/context.ts";
import type { Tx } from "#platform/server/database/database.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import type { StreamedFile } from "#platform/server/http/file-reply.ts";
import { chosenColumns, exportList } from "#platform/server/list-export.ts";
import { backTest } from "../jobs.ts";
import { lockOverlay } from "../overlays/overlay-queries.ts";
import * as queries from "./queries.ts";
import { announceProgress, reachOf } from "./run-back-test.ts";

export function listBackTests({ db }: Context, { scope }: Actor): Promise<BackTest[]> {
  return queries.readBackTests(db, scope);
}

/** Throws NOT_FOUND. */
export async function readBackTest({ db }: Context, { scope }: Actor, id: string): Promise<BackTest> {
  const found = await queries.readBackTest(db, scope, id);
  if (!found) throw new AppError("NOT_FOUND");
  return found;
}

/** Takes the place of the last test of the same edition or overlay. Throws NOT_FOUND, BACK_TEST_RUNNING. */
export function startBackTest(ctx: Context, actor: Actor, subject: BackTestSubject): Promise<BackTest> {
  const { scope, userId } = actor;
  return ctx.db.transaction(scope, async (tx) => {
    await lockOrganization(tx, scope);
    if (await queries.isAnyRunning(tx, scope)) throw new AppError("BACK_TEST_RUNNING");
    const tested = await readSubject(tx, scope, subject);
    await queries.deleteTestsOf(tx, scope, subject);
    const createdAt = new Date().toISOString();
    const { ready, deleted } = await queries.countReports(tx, scope, reachOf({ edition: tested.edition, createdAt }));
    const id = randomUUID();
    await queries.insertBackTest(tx, scope, {
      ...tested,
      ...{ id, createdAt, createdBy: userId, total: ready + deleted },
      notTested: deleted > 0 ? { retention: deleted } : {},
    });
    await ctx.jobs.send(tx, backTest, { organizationId: scope.organizationId, backTestId: id });
    await record(tx, actor, "back-test.started", id, { kind: subject.kind });
    return (await queries.readBackTest(tx, scope, id))!; // it was just inserted
  });
}

interface Tested {
  readonly edition: string | null;
  readonly overlayId: string | null;
  readonly policy: Partial<UnderwritingPolicy>;
}

async function readSubject(tx: Tx, scope: Scope, subject: BackTestSubject): Promise<Tested> {
  if (subject.kind === "overlay") return readOverlay(tx, scope, subject.overlayId);
  if (findEdition(subject.edition)?.hash !== subject.edition) throw new AppError("NOT_FOUND");
  return { edition: subject.edition, overlayId: null, policy: {} };
}

async function readOverlay(tx: Tx, scope: Scope, overlayId: string): Promise<Tested> {
  const row = await lockOverlay(tx, scope, overlayId);
  if (!row) throw new AppError("NOT_FOUND");
  const { id, name, number: version, programName, settings } = row;
  return { edition: null, overlayId, policy: { overlay: { id, name, version, programName, settings } } };
}

/** What was found until then stays. Does nothing to a test that has ended. Throws NOT_FOUND. */
export function cancelBackTest({ db }: Context, actor: Actor, id: string): Promise<BackTest> {
  const { scope } = actor;
  return db.transaction(scope, async (tx) => {
    const canceled = await queries.cancel(tx, scope, id);
    if (canceled) {
      await announceProgress(tx, scope, canceled);
      await record(tx, actor, "back-test.canceled", id);
    }
    const found = await queries.readBackTest(tx, scope, id);
    if (!found) throw new AppError("NOT_FOUND");
    return found;
  });
}

type ChangesOf = BackTestChangePage & { readonly backTestId: string };

/** Throws NOT_FOUND. */
export async function listChanges(
  ctx: Context,
  actor: Actor,
  { backTestId, ...page }: ChangesOf,
): Promise<BackTestChange[]> {
  await readBackTest(ctx, actor, backTestId);
  return queries.readChanges(ctx.db, actor.scope, backTestId, page);
}

/** As `listChanges`. */
export async function exportChanges(
  ctx: Context,
  actor: Actor,
  { backTestId, columns, ...page }: ChangesOf,
): Promise<StreamedFile> {
  await readBackTest(ctx, actor, backTestId);
  return exportList(ctx, actor, {
    list: "back-test",
    columns: BACK_TEST_COLUMN_TEXTS,
    chosen: chosenColumns(columns, BACK_TEST_COLUMNS),
    known: null,
    rows: queries.wholeChanges(ctx.replica, actor.scope, backTestId, page),
  });
}

function record(
  tx: Tx,
  actor: Actor,
  action: string,
  objectId: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  return recordAuditEvent(tx, actor, { action, objectType: "back-test", objectId, detail });
}
