// Rows are inserted past the rules, so that any actor can be given any object.
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { aadFor } from "#features/asset-reports/server/schema.ts";
import { secretLocation } from "#features/developers/server/schema.ts";
import { NEWEST_EDITION } from "#features/underwriting/rules/editions.ts";
import { aadForKey } from "#features/underwriting/server/schema.ts";
import { newWebhookSecret } from "#platform/server/webhooks/standard-webhooks.ts";
import type { TestProduct } from "./product.ts";

export const OBJECT_KINDS = [
  "borrower",
  "bank",
  "post",
  "group",
  "member",
  "invitation",
  "statement",
  "audit-copy",
  "investor-copy",
  "evidence",
  "document",
  "decision",
  "waiting-decision",
  "comment",
  "back-test",
  "notification",
  "gift-letter",
  "api-key",
  "webhook",
  "webhook-delivery",
  "sso-domain",
  "scim-group",
  "overlay",
  "proposed-overlay",
  "approved-overlay",
] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];

export interface Owner {
  readonly organizationId: string;
  readonly userId: string;
}

type Make = (test: TestProduct, owner: Owner, id: string) => Promise<unknown>;

/** A group, a member, an invitation or a statement belongs to the organization, no matter who created it. */
const MAKERS: Readonly<Record<ObjectKind, Make>> = {
  borrower: (test, { organizationId, userId }, id) =>
    test.asOwner(
      `insert into borrowers (organization_id, id, first_name, last_name, email, created_by, assigned_user_id)
       values ($1, $2, 'Nora', 'Whitfield', $3, $4, $4)`,
      [organizationId, id, `${id}@example.net`, userId],
    ),
  // Of a borrower of this person's, with a token that the provider does not know.
  bank: (test, { organizationId, userId }, id) =>
    test.asOwner(
      `with borrower as (${A_BORROWER})
       insert into bank_items (organization_id, id, borrower_id, provider_item_id, institution_name, accounts, access_token)
       select $1, $2::uuid, borrower.id, $2::uuid::text, 'First Platypus Bank', '[]', $4 from borrower`,
      [
        organizationId,
        id,
        userId,
        test.product.ctx.cipher.encrypt("token", aadFor("bank_items.access_token", id, { organizationId })),
      ],
    ),
  post: (test, { organizationId, userId }, id) =>
    test.asOwner(
      `insert into posts (organization_id, id, title, body, slug, status, author_id)
       values ($1, $2, 'Rates', 'They moved.', $3, 'draft', $4)`,
      [organizationId, id, id, userId],
    ),
  group: (test, { organizationId }, id) =>
    test.asOwner("insert into groups (organization_id, id, name) values ($1, $2, $3)", [organizationId, id, id]),
  "api-key": (test, { organizationId, userId }, id) =>
    test.asOwner(
      `insert into api_keys (organization_id, id, name, scopes, addresses, secret_hash, secret_end, created_by)
       values ($1, $2, 'Loan system', '{reports:read}', '{}', sha256($2::uuid::text::bytea), 'abcd', $3)`,
      [organizationId, id, userId],
    ),
  webhook: (test, { organizationId, userId }, id) =>
    test.asOwner(A_WEBHOOK, [organizationId, id, userId, aWebhookSecret(test, organizationId, id)]),
  overlay: (test, owner, id) => test.asOwner(AN_OVERLAY, [owner.organizationId, id, "draft", owner.userId, null]),
  "proposed-overlay": (test, owner, id) =>
    test.asOwner(AN_OVERLAY, [owner.organizationId, id, "proposed", randomUUID(), null]),
  "approved-overlay": (test, owner, id) =>
    test.asOwner(AN_OVERLAY, [owner.organizationId, id, "approved", randomUUID(), owner.userId]),
  "webhook-delivery": (test, { organizationId, userId }, id) => {
    const endpointId = randomUUID();
    return test.asOwner(
      `with endpoint as (${A_WEBHOOK} returning id)
       insert into webhook_deliveries (organization_id, id, endpoint_id, event_id, type, body)
       select $1, $5, id, $5::uuid, 'webhook.test', '{}' from endpoint`,
      [organizationId, endpointId, userId, aWebhookSecret(test, organizationId, endpointId), id],
    );
  },
  "sso-domain": (test, { organizationId }, id) =>
    test.asOwner("insert into sso_domains (organization_id, id, domain, token) values ($1, $2, $3, 'token')", [
      organizationId,
      id,
      `${id}.example`,
    ]),
  "scim-group": (test, { organizationId }, id) =>
    test.asOwner("insert into scim_groups (organization_id, id, display_name) values ($1, $2, $3)", [
      organizationId,
      id,
      `Underwriters ${id}`,
    ]),
  member: (test, { organizationId }, id) =>
    test.asOwner(
      `with person as (insert into users (id, first_name, last_name, email, email_key)
         values (gen_random_uuid(), 'Col', 'League', $3, $3) returning id)
       insert into memberships (organization_id, id, user_id, role) select $1, $2, person.id, 'observer' from person`,
      [organizationId, id, `${id}@example.org`],
    ),
  invitation: (test, { organizationId, userId }, id) =>
    test.asOwner(
      `insert into invitations (organization_id, id, email, email_key, first_name, last_name, role, invited_by, expires_at)
       values ($1, $2, $3, $3, 'New', 'Comer', 'observer', $4, now() + interval '7 days')`,
      [organizationId, id, `${id}@example.org`, userId],
    ),
  // Each has an end and a number of its own, drawn at random since several may be made at once.
  statement: (test, { organizationId }, id) =>
    test.asOwner(
      `insert into statements (organization_id, id, sequence, number, status, period_start, period_end, time_zone,
         subtotal, credits, amount, paid_before, issued_at, due_at)
       select $1, $2, n, 'ST-199901-' || n, 'finalized', ends_at - interval '1 ms', ends_at, 'UTC',
         0, 0, 0, 0, '1999-01-01Z', now() + interval '14 days'
       from (select (random() * 2e9)::int as n) drawn,
         lateral (select '1999-01-01Z'::timestamptz - n * interval '2 ms' as ends_at) period`,
      [organizationId, id],
    ),
  // Of a borrower of this person's, with a report that says nothing.
  "audit-copy": (test, { organizationId, userId }, id) =>
    test.asOwner(
      `with borrower as (insert into borrowers (organization_id, id, first_name, last_name, email, created_by, assigned_user_id)
         values ($1, gen_random_uuid(), 'Nora', 'Whitfield', 'nora@example.net', $3, $3) returning id),
       report as (insert into asset_reports (organization_id, id, borrower_id, state, days_requested, item_ids, requested_by)
         select $1, gen_random_uuid(), id, 'ready', 90, '{}', $3 from borrower returning id),
       content as (insert into asset_report_contents (organization_id, report_id, provider_json, parsed_report)
         select $1, id, '', '{"asOf": "2026-11-02"}' from report),
       evaluated as (insert into evaluations (organization_id, id, report_id, number, rule_set_version, cause, inputs,
           printed, programs, findings, not_evaluated, verdicts, funds, least_documentation, figures, conditions)
         select $1, gen_random_uuid(), id, 1, '', 'report', '{}', '{}', '{}', '[]', '[]', '{}', '{}', '{}', '{}', '[]'
         from report returning id)
       insert into audit_copies (organization_id, id, borrower_id, evaluation_id, auditor_name, auditor_email, token_hash,
         pass_code_hash, expires_at, created_by)
       select $1, $2::uuid, borrower.id, evaluated.id, 'Ada Auditor', 'ada@example.net', sha256($2::uuid::text::bytea), '',
         now() + interval '14 days', $3 from borrower, evaluated`,
      [organizationId, id, userId],
    ),
  // With a token that the provider does not know.
  "investor-copy": (test, { organizationId, userId }, id) =>
    test.asOwner(
      `with borrower as (${A_BORROWER}),
       report as (insert into asset_reports (organization_id, id, borrower_id, state, days_requested, item_ids, requested_by)
         select $1, gen_random_uuid(), id, 'ready', 90, '{}', $3 from borrower returning id, borrower_id)
       insert into investor_copies (organization_id, id, borrower_id, report_id, investor, token, created_by)
       select $1, $2, borrower_id, id, 'fannie', $4, $3 from report`,
      [
        organizationId,
        id,
        userId,
        test.product.ctx.cipher.encrypt("token", aadFor("investor_copies.token", id, { organizationId })),
      ],
    ),
  evidence: aGift,
  document: aLetter,
  decision: aConfirmation,
  "waiting-decision": aWaitingConfirmation,
  comment: aComment,
  "back-test": (test, { organizationId, userId }, id) =>
    test.asOwner(
      `insert into back_tests (organization_id, id, edition, state, total, created_by)
       values ($1, $2, $4, 'finished', 0, $3)`,
      [organizationId, id, userId, NEWEST_EDITION.hash],
    ),
  notification: aNotification,
  "gift-letter": aGiftLetter,
};

/** In force long after the tests. Its number is drawn at random since several may be made at once. */
const AN_OVERLAY = `insert into overlays (organization_id, id, number, name, settings, effective_from, state, created_by, editors, decided_by)
  values ($1, $2, (random() * 1e9)::int, 'Lakeside overlay',
    '{"limits": {"incomePercent": 40}, "atLeast": [], "atMost": [], "documents": [], "programsOff": []}',
    '2090-01-01', $3, $4, array[$4::uuid], $5)`;

/** To a port that no one listens on. */
const A_WEBHOOK = `insert into webhook_endpoints (organization_id, id, url, description, events, secret, created_by)
  values ($1, $2, 'https://localhost:9/', '', '{report.ready}', $4, $3)`;

function aWebhookSecret(test: TestProduct, organizationId: string, id: string): Buffer {
  return test.product.ctx.cipher.encrypt(
    newWebhookSecret(),
    secretLocation("webhook_endpoints.secret", id, { organizationId }),
  );
}

/** Of a borrower of this person's, a gift that is still to come. */
function aGift(test: TestProduct, { organizationId, userId }: Owner, id: string) {
  return test.asOwner(
    `with borrower as (${A_BORROWER})
     insert into evidence (organization_id, id, borrower_id, kind, sourced_cents, created_by)
     select $1, $2, id, 'gift', 0, $3 from borrower`,
    [organizationId, id, userId],
  );
}

/** The same with a file that opens. */
async function aLetter(test: TestProduct, { organizationId, userId }: Owner, id: string) {
  const { files, cipher } = test.product.ctx;
  const { key, bytes, sha256 } = await files.write(`${id}.pdf`, Readable.from([Buffer.from("%PDF-1.4")]));
  return test.asOwner(
    `with borrower as (${A_BORROWER})
     insert into evidence_documents (organization_id, id, borrower_id, created_by, name, media_type, bytes, sha256, file, file_key)
     select $1, $2, id, $3, 'letter.pdf', 'application/pdf', $4, $5, $6, $7 from borrower`,
    [organizationId, id, userId, bytes, sha256, `${id}.pdf`, cipher.encrypt(key, aadForKey(id, { organizationId }))],
  );
}

/** Of a borrower of this person's, a fact that was confirmed. */
function aConfirmation(test: TestProduct, { organizationId, userId }: Owner, id: string) {
  return test.asOwner(
    `with borrower as (${A_BORROWER})
     insert into underwriting_decisions (organization_id, id, borrower_id, kind, confirmation, subject, reason,
       decided_by, decided_role, decided_name)
     select $1, $2, id, 'confirmation', 'resubmitted', '{}', 'Sent again.', $3, 'admin', 'Test Admin' from borrower`,
    [organizationId, id, userId],
  );
}

/** Of a borrower of this person's, what a colleague who left confirmed. */
function aWaitingConfirmation(test: TestProduct, { organizationId, userId }: Owner, id: string) {
  return test.asOwner(
    `with borrower as (${A_BORROWER})
     insert into underwriting_decisions (organization_id, id, borrower_id, kind, confirmation, subject, reason,
       needs_second_person, decided_by, decided_role, decided_name)
     select $1, $2, id, 'confirmation', 'resubmitted', '{}', 'Sent again.', true, gen_random_uuid(), 'editor', 'Col League'
     from borrower`,
    [organizationId, id, userId],
  );
}

/** By this person, on a finding of a borrower of theirs. */
function aComment(test: TestProduct, { organizationId, userId }: Owner, id: string) {
  return test.asOwner(
    `with borrower as (${A_BORROWER})
     insert into finding_comments (organization_id, id, borrower_id, finding_key, text, created_by)
     select $1, $2, id, 'a finding', 'Ask for the bill of sale.', $3 from borrower`,
    [organizationId, id, userId],
  );
}

/** Of this person, about a borrower of theirs. */
function aNotification(test: TestProduct, { organizationId, userId }: Owner, id: string) {
  return test.asOwner(
    `with borrower as (${A_BORROWER})
     insert into notifications (organization_id, id, user_id, borrower_id, kind, detail, is_for_digest)
     select $1, $2, $3, id, 'documentsReceived', '{}', false from borrower`,
    [organizationId, id, userId],
  );
}

/** Of a gift to a borrower of this person's, which no one has signed; long enough ago to be sent again. */
function aGiftLetter(test: TestProduct, { organizationId, userId }: Owner, id: string) {
  return test.asOwner(
    `with borrower as (${A_BORROWER})
     insert into gift_letters (organization_id, id, borrower_id, sourced_cents, amount_cents, donor_name, relationship,
       email, email_key, requested_by, expires_at, sent_at)
     select $1, $2::uuid, id, 0, 500000, 'Maria Whitfield', 'mother', 'maria@example.net', 'maria@example.net', $3,
       now() + interval '14 days', now() - interval '1 hour' from borrower`,
    [organizationId, id, userId],
  );
}

const A_BORROWER = `insert into borrowers (organization_id, id, first_name, last_name, email, created_by, assigned_user_id)
  values ($1, gen_random_uuid(), 'Nora', 'Whitfield', 'nora@example.net', $3, $3) returning id`;

/** Makes one of a kind and returns its id. */
export async function anObject(test: TestProduct, kind: ObjectKind, owner: Owner): Promise<string> {
  const id = randomUUID();
  await MAKERS[kind](test, owner, id);
  return id;
}
