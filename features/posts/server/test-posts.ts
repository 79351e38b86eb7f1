import { calls } from "#app/server/calls.ts";
import type { Person } from "#testing/lender.ts";
import type { TestProduct } from "#testing/product.ts";
import type { Post } from "#features/posts/contract.ts";
import type { Input } from "#platform/contract/call.ts";

type PostInput = Input<typeof calls.createOwnPost>;

/** What a form would send for a new post. */
export function aPost(details: Partial<PostInput> = {}): PostInput {
  return { title: "Rates this week", body: "Up by **an eighth**.", ...details };
}

/** Creates a post of this user. */
export async function hasPost(person: Pick<Person, "send">, details: Partial<PostInput> = {}): Promise<Post> {
  const reply = await person.send(calls.createOwnPost, aPost(details));
  if (reply.status !== 201) throw new Error(`a post could not be made: ${reply.message}`);
  return reply.body;
}

/** Inserts many at once without the calls. */
export async function insertPosts(
  product: TestProduct,
  { userId }: Pick<Person, "userId">,
  { organizationId, count }: { organizationId: string; count: number },
): Promise<void> {
  await product.asOwner(
    `insert into posts (organization_id, id, title, body, slug, author_id)
    select $1, gen_random_uuid(), 'Post ' || at, '', 'many-' || at, $2 from generate_series(1, $3::int) at`,
    [organizationId, userId, count],
  );
}
