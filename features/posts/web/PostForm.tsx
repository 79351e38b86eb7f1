import { lazy, Suspense, type ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { MESSAGES } from "#features/posts/messages.ts";
import { ApiError } from "#platform/web/http/api-error.ts";
import { currentZone } from "#platform/web/format/dates.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Checkbox, SelectField } from "#platform/web/form/ChoiceGroup.tsx";
import { DateTimeField } from "#platform/web/form/DateTimeField.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { Form } from "#platform/web/form/Form.tsx";
import { FormRow } from "#platform/web/form/Field.tsx";
import { MarkdownEditor } from "#platform/web/markdown/MarkdownEditor.tsx";
import { Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import { PostFormDetails, type PostFormValues } from "./form.ts";
import { SCOPE_OPTIONS, STATUS_OPTIONS } from "./columns.ts";

// Loaded on demand, because few posts are for groups.
const GroupChoices = lazy(() => import("./GroupChoices.tsx").then((file) => ({ default: file.GroupChoices })));

interface PostFormProps {
  readonly defaults: PostFormValues;
  readonly loading: boolean;
  readonly error: Error | null;
  /** Why the form cannot be sent now. */
  readonly disabledReason: string | undefined;
  /** Where Cancel leads. */
  readonly cancelTo: string;
  readonly onSubmit: (values: PostFormValues) => void;
  /** What is shown above the fields. */
  readonly children?: ReactNode;
}

export function PostForm({ cancelTo, children, ...form }: PostFormProps) {
  return (
    <Form<PostFormValues>
      {...form}
      schema={PostFormDetails}
      submit="Save"
      explainError={errorMessage}
      footer="sticky"
      cancel={{ to: cancelTo }}
    >
      {children}
      <TextField name="title" label="Title" autoComplete="off" />
      <MarkdownEditor name="body" label="Body" rows={14} help="Supports Markdown. HTML is removed." />
      <TextField
        name="summary"
        label="Summary"
        autoComplete="off"
        isOptional
        help="One sentence, shown above the body."
      />
      <FormRow>
        <SelectField
          name="status"
          label="Status"
          options={STATUS_OPTIONS}
          help="Only published posts are shown to others."
        />
        <SelectField name="audience.scope" label="Audience" options={SCOPE_OPTIONS} help="Who may read it." />
      </FormRow>
      <Groups />
      <FormRow>
        <DateTimeField
          name="publishAt"
          label="Publish at"
          isOptional
          help={`Leave empty to publish now. Time zone: ${zoneText()}`}
        />
        <DateTimeField
          name="expireAt"
          label="Expire at"
          isOptional
          help="Hidden from then on."
          errorTexts={{ TOO_SMALL: "Choose a time after the publish time" }}
        />
      </FormRow>
      <Checkbox name="pinned" help="Pinned to the top.">
        Pinned
      </Checkbox>
    </Form>
  );
}

function Groups() {
  const scope: unknown = useWatch({ name: "audience.scope" });
  if (scope !== "groups") return null;
  return (
    <Suspense fallback={<Skeleton lines={2} />}>
      <GroupChoices name="audience.groupIds" />
    </Suspense>
  );
}

function zoneText(): string {
  return currentZone().replaceAll("_", " ");
}

/** Whatever failed, the form still has its text. */
function errorMessage(error: Error): string | undefined {
  if (error instanceof ApiError && error.errors.length > 0) return undefined; // The fields show the errors.
  return `${explain(error, MESSAGES.post)} Your text is still here.`;
}
