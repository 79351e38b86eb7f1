// Owns what the form of a post holds: the contract's details, checked by the contract's schema and rules.
import type * as z from "zod/mini";
import { faultsOf, PostDetails, type Post } from "#features/posts/contract.ts";

/** Every field: what a caller may leave out stands in the form all the same. */
export type PostFormValues = PostDetails;

/** The schema that the form checks by. */
export const PostFormDetails = PostDetails.check((context) => {
  for (const { field, code } of faultsOf(sendable(context.value)))
    context.issues.push({ code: "custom", message: code, path: field.split("."), input: context.value });
}) as unknown as z.ZodMiniType<unknown, PostFormValues>; // it takes less than every field too, which no form hands in

export const EMPTY_POST: PostFormValues = {
  title: "",
  body: "",
  summary: "",
  status: "published",
  audience: { scope: "organization", groupIds: [] },
  pinned: false,
  publishAt: null,
  expireAt: null,
};

/** A stored post as the form shows it. */
export function valuesOf(post: Post): PostFormValues {
  const { title, body, summary, status, audience, pinned, publishAt, expireAt } = post;
  return { title, body, summary, status, audience, pinned, publishAt, expireAt };
}

/** Groups chosen before another audience was are left out. */
export function sendable<Values extends Pick<PostDetails, "audience">>(values: Values): Values {
  const { scope, groupIds } = values.audience;
  return { ...values, audience: { scope, groupIds: scope === "groups" ? groupIds : [] } };
}
