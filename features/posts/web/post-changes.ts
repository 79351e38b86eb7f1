import { sendable, type PostFormValues } from "./post-values.ts";

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
