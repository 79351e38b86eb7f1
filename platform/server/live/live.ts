import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { LiveEvent } from "#platform/contract/live.ts";
import type { Tx } from "../database/database.ts";
import type { Engine } from "../database/engine.ts";

/** The channel of announcements. Only for a statement that sends some of them itself, by `pg_notify`. */
export const LIVE_CHANNEL = "keyturn_live";

const Announcement = z.object({
  organizationId: z.uuid(),
  /** The users who own the changed object. Admins of the organization hear every event that is not personal. */
  to: z.array(z.uuid()),
  /** Only those in `to` hear it. */
  isPersonal: z.optional(z.boolean()),
  event: z.object({ type: z.string().check(z.maxLength(50)), id: z.uuid(), version: z.int() }),
});
export type Announcement = z.infer<typeof Announcement>;

/** Announces with the commit: a rolled-back transaction announces nothing. */
export async function announce(tx: Tx, announcement: Announcement): Promise<void> {
  await tx.orm.execute(sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify(announcement)})`);
}

/** The same for several objects at once. */
export async function announceAll(tx: Tx, announcements: readonly Announcement[]): Promise<void> {
  const texts = announcements.map((announcement) => JSON.stringify(announcement));
  await tx.execute("select pg_notify($1, text) from unnest($2::text[]) as a (text)", [LIVE_CHANNEL, texts]);
}

/** One open page and its user. */
export interface LiveListener {
  readonly userId: string;
  readonly organizationId: string;
  readonly hearsAll: boolean;
  hear(event: LiveEvent): void;
  /** Events may have been missed: the page has to reconnect and read again. */
  letGo(): void;
}

export interface LiveHub {
  /** Begins to hear; call the result to end. */
  join(listener: LiveListener): () => void;
}

export async function openLiveHub(engine: Engine): Promise<LiveHub> {
  const byOrganization = new Map<string, Set<LiveListener>>();

  const hear = (payload: string) => {
    const received = announcementIn(payload);
    if (!received) return;
    const { organizationId, to, isPersonal = false, event } = received;
    for (const listener of byOrganization.get(organizationId) ?? [])
      if ((listener.hearsAll && !isPersonal) || to.includes(listener.userId)) listener.hear(event);
  };
  const onGap = () => {
    for (const listener of [...byOrganization.values()].flatMap((listeners) => [...listeners])) listener.letGo();
  };
  await engine.listen(LIVE_CHANNEL, hear, onGap);

  return {
    join(listener) {
      const listeners = byOrganization.get(listener.organizationId) ?? new Set();
      byOrganization.set(listener.organizationId, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) byOrganization.delete(listener.organizationId);
      };
    },
  };
}

// A newer process on the same database may announce what this one does not know; it must not end by it.
function announcementIn(payload: string): Announcement | undefined {
  try {
    return Announcement.parse(JSON.parse(payload));
  } catch {
    return undefined;
  }
}
