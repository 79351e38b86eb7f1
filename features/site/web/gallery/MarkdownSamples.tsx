import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { Form } from "#platform/web/form/Form.tsx";
import { MarkdownEditor } from "#platform/web/markdown/MarkdownEditor.tsx";
import { MarkdownViewer } from "#platform/web/markdown/MarkdownViewer.tsx";
import { showToast } from "#platform/web/toasts.ts";
import styles from "./MarkdownSamples.module.css";
import { Specimen } from "./Specimen.tsx";

const Written = z.object({ body: z.string().check(z.trim(), z.minLength(1)) });
const START = `## Rates this week

Thirty years fixed is down an **eighth**. What to tell borrowers:

- lock *before* Friday
- bring [both statements](https://example.com)

> Not an offer to lend.`;

export function MarkdownSamples() {
  return (
    <Specimen name="Editor and viewer" about="Nothing that runs gets through, whatever is typed.">
      <Form
        schema={Written}
        defaults={{ body: START }}
        submit="Check the text"
        submitVariant="secondary"
        loading={false}
        error={null}
        asksBeforeLeaving={false}
        onSubmit={() => showToast("The text is good", "Nothing was posted.", { autohide: true })}
      >
        <div className={styles.pair}>
          <MarkdownEditor name="body" label="Body" />
          <Shown />
        </div>
      </Form>
    </Specimen>
  );
}

function Shown() {
  return <MarkdownViewer text={String(useWatch({ name: "body" }) ?? "")} />;
}
