import type * as z from "zod/mini";
import { faultsOf, PostDetails, type Post } from "#features/posts/contract.ts";

/** Every field, including those that a caller may omit. */
export type PostFormValues = PostDetails;

/** The schema that validates the form. */
export const PostFormDetails = PostDetails.check((context) => {
  for (const { field, code } of faultsOf(sendable(context.value)))
    context.issues.push({ code: "custom", message: code, path: field.split("."), input: context.value });
}) as unknown as z.ZodMiniType<unknown, PostFormValues>; // The schema also accepts missing fields, which no form sends.

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

/** The form values of a stored post. */
export function valuesOf(post: Post): PostFormValues {
  const { title, body, summary, status, audience, pinned, publishAt, expireAt } = post;
  return { title, body, summary, status, audience, pinned, publishAt, expireAt };
}

/** Omits groups that were chosen before the audience changed. */
export function sendable<Values extends Pick<PostDetails, "audience">>(values: Values): Values {
  const { scope, groupIds } = values.audience;
  return { ...values, audience: { scope, groupIds: scope === "groups" ? groupIds : [] } };
}
