import type * as z from "zod/mini";
import { postErrors, type Post, PostDetails } from "#features/posts/contract.ts";

/** Every field, including those that a caller may omit. */
export type PostFormValues = PostDetails;

/** The schema that validates the form. */
export const PostFormDetails = PostDetails.check((context) => {
  for (const { field, code } of postErrors(sendable(context.value)))
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

type PostField = keyof PostFormValues;

/** The fields in the order of the form, with their labels. */
export const FIELD_LABELS: Readonly<Record<PostField, string>> = {
  title: "Title",
  body: "Body",
  summary: "Summary",
  status: "Status",
  audience: "Audience",
  publishAt: "Publish at",
  expireAt: "Expire at",
  pinned: "Pinned",
};
const FIELDS = Object.keys(FIELD_LABELS) as PostField[];

export function changedFields(one: PostFormValues, other: PostFormValues): PostField[] {
  const [left, right] = [sendable(one), sendable(other)];
  return FIELDS.filter((field) => JSON.stringify(left[field]) !== JSON.stringify(right[field]));
}
