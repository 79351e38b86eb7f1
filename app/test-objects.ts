// Owns the things that calls name by id, as rights are tried on them: written past the rules, so that anybody can own one.
import { randomUUID } from "node:crypto";
import type { TestProduct } from "./test-product.ts";

export const OBJECT_KINDS = ["borrower", "post", "group", "member", "invitation"] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];

export interface Owner {
  readonly organizationId: string;
  readonly userId: string;
}

type Make = (test: TestProduct, owner: Owner, id: string) => Promise<unknown>;

/** A group, a member or an invitation is the organization's, whoever made it. */
const MAKERS: Readonly<Record<ObjectKind, Make>> = {
  borrower: (test, { organizationId, userId }, id) =>
    test.asOwner(
      `insert into borrowers (organization_id, id, first_name, last_name, email, created_by, assigned_user_id)
       values ($1, $2, 'Nora', 'Whitfield', $3, $4, $4)`,
      [organizationId, id, `${id}@example.net`, userId],
    ),
  post: (test, { organizationId, userId }, id) =>
    test.asOwner(
      `insert into posts (organization_id, id, title, body, slug, status, author_id)
       values ($1, $2, 'Rates', 'They moved.', $3, 'draft', $4)`,
      [organizationId, id, id, userId],
    ),
  group: (test, { organizationId }, id) =>
    test.asOwner("insert into groups (organization_id, id, name) values ($1, $2, $3)", [organizationId, id, id]),
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
};

/** Makes one of a kind and returns its id. */
export async function anObject(test: TestProduct, kind: ObjectKind, owner: Owner): Promise<string> {
  const id = randomUUID();
  await MAKERS[kind](test, owner, id);
  return id;
}
