import { canonicalJson } from "#platform/contract/canonical-json.ts";
import { IDEMPOTENCY_HEADER } from "#platform/contract/call.ts";
import { AppError } from "#platform/contract/errors.ts";
import type { Actor } from "./actor.ts";
import type { Database } from "./database/database.ts";
import { sha256 } from "./encryption/signing.ts";

type Bearer = Pick<Actor, "scope" | "organizationId" | "userId" | "idempotencyKey">;

/**
 * Binds the actor's key to this request for good, whatever becomes of it: a refused one may be sent again as it was.
 * Throws IDEMPOTENCY_KEY_REUSED.
 */
export async function claimIdempotencyKey(db: Database, actor: Bearer, request: unknown): Promise<void> {
  const { scope, organizationId, userId, idempotencyKey } = actor;
  if (idempotencyKey === null) return;
  // Updates nothing on a conflict: one statement, so that two requests at once cannot both be the first.
  const { rows } = await db.transaction(scope, (tx) =>
    tx.execute(
      `insert into idempotency_keys (organization_id, user_id, key, request_hash) values ($1, $2, $3, $4)
       on conflict (organization_id, user_id, key) do update set request_hash = idempotency_keys.request_hash
       returning request_hash = $4 as "isSame"`,
      [organizationId, userId, idempotencyKey, sha256(canonicalJson(request))],
    ),
  );
  const [{ isSame }] = rows as [{ isSame: boolean }];
  if (!isSame) throw keyReused();
}

/**
 * Creates a row once per idempotency key: the same key again returns the first one.
 * @param findFirst the row that this user created with this key, if any. It throws when the user may no longer see it
 * @param create stores the key too, where a user may have it once
 */
export async function createOnce<Row>(
  { idempotencyKey: key, userId }: Bearer,
  findFirst: (userId: string, key: string) => Promise<Row | undefined>,
  create: () => Promise<Row>,
): Promise<Row> {
  if (key === null) return create();
  const first = await findFirst(userId, key);
  if (first) return first;
  return create().catch(async (error: unknown) => {
    // Of simultaneous requests one wrote its row. The others fail on the key, or on what else may be there once.
    const won = await findFirst(userId, key);
    if (won) return won;
    throw error;
  });
}

export function keyReused(): AppError {
  return new AppError("IDEMPOTENCY_KEY_REUSED", { errors: [{ field: IDEMPOTENCY_HEADER, code: "ALREADY_USED" }] });
}
