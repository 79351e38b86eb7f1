import * as z from "zod/mini";
import { answerTask } from "#features/borrower-portal/contract.ts";
import { Name, text } from "#platform/contract/fields.ts";

const { kind, text: letter, signedName } = answerTask.body.shape;

export const TaskAnswer = z.object({
  kind,
  text: letter,
  signedName,
  /** Present while the form asks for it. */
  donor: z.optional(
    z.object({ name: Name, relationship: text(60), address: text(300, { multiline: true }), phone: text(40) }),
  ),
});
export type TaskAnswerValues = z.infer<typeof TaskAnswer>;
