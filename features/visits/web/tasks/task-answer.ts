// Owns what the form of an answer holds: the call's own fields, and of a gift all about who gave it.
import * as z from "zod/mini";
import { answerTask } from "#features/visits/contract.ts";
import { Name, text } from "#kit/contract/fields.ts";

const { kind, text: letter, signedName } = answerTask.body.shape;

export const TaskAnswer = z.object({
  kind,
  text: letter,
  signedName,
  /** There while the form asks for it. */
  donor: z.optional(
    z.object({ name: Name, relationship: text(60), address: text(300, { multiline: true }), phone: text(40) }),
  ),
});
export type TaskAnswerValues = z.infer<typeof TaskAnswer>;
