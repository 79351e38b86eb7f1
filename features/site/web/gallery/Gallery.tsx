// Every shared component in each of its states. Sends no requests.
import { useState, type ReactNode } from "react";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { Mark } from "#platform/web/parts/Mark.tsx";
import { ProfilePicture } from "#platform/web/parts/ProfilePicture.tsx";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { ApiError } from "#platform/web/http/api-error.ts";
import { Button } from "#platform/web/parts/Button.tsx";
import { EmptyState, ErrorState, Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { ProgressBar, Steps, type Step } from "#platform/web/parts/ProgressBar.tsx";
import { Form } from "#platform/web/form/Form.tsx";
import { MarkdownEditor } from "#platform/web/markdown/MarkdownEditor.tsx";
import { MarkdownViewer } from "#platform/web/markdown/MarkdownViewer.tsx";
import { ButtonSamples, FormSamples } from "./FormSamples.tsx";
import { ColorSamples, ShapeSamples, ValueSamples } from "./ColorSamples.tsx";
import { FieldSamples } from "./FieldSamples.tsx";
import { OverlaySamples, SafeSamples } from "./OverlaySamples.tsx";
import { TableSamples } from "./TableSamples.tsx";
import { Specimen } from "./Specimen.tsx";
import styles from "./Gallery.module.css";

const Written = z.object({ body: z.string().check(z.trim(), z.minLength(1)) });
const START = `## Rates this week

Thirty years fixed is down an **eighth**. What to tell borrowers:

- lock *before* Friday
- bring [both statements](https://example.com)

> Not an offer to lend.`;

function MarkdownSamples() {
  return (
    <Specimen name="Editor and viewer" about="No script gets through, whatever is typed.">
      <Form
        schema={Written}
        defaults={{ body: START }}
        submit="Check the text"
        submitVariant="secondary"
        loading={false}
        error={null}
        asksBeforeLeaving={false}
        onSubmit={() => showToast("The text is valid", "Nothing was posted.", { autohide: true })}
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

const STEPS = ["Asked the bank", "Received", "Read", "Ready"];

function stepsAt(current: number, isFailed = false): Step[] {
  return STEPS.map((label, at) => {
    if (at < current) return { label, state: "done" };
    if (at > current) return { label, state: "waiting" };
    return { label, state: isFailed ? "failed" : "current" };
  });
}

function WaitingSamples() {
  const [at, setAt] = useState(1);
  return (
    <>
      <Specimen name="Skeleton" about="Shown only when something takes longer than 150 ms.">
        <Skeleton lines={4} />
      </Specimen>
      <Specimen name="Progress">
        <ProgressBar label="Sample, begun" value={0} />
        <ProgressBar label="Sample in progress" value={0.42} />
        <ProgressBar label="Sample, done" value={1} />
        <ProgressBar label="Sample, length unknown" value={null} />
      </Specimen>
      <Specimen name="Steps">
        <Steps label="A report in progress" steps={stepsAt(at)} />
        <Steps label="A report that failed" steps={stepsAt(2, true)} />
        <div>
          <Button size="small" onClick={() => setAt((at + 1) % (STEPS.length + 1))}>
            Next step
          </Button>
        </div>
      </Specimen>
    </>
  );
}

const retry = () => void showToast("Tried again", "It would be requested again.", { autohide: true });

function MessageSamples() {
  return (
    <>
      <Specimen name="Alerts">
        <Alert tone="info">Reports are stored for two years.</Alert>
        <Alert tone="ok" title="Connected">
          Two accounts are shared until Feb 18, 2027.
        </Alert>
        <Alert tone="ask" title="The bank needs them to sign in again">
          Send the borrower a new link.
        </Alert>
        <Alert tone="stop" title="We couldn't generate the report" action={<Button size="small">Try again</Button>}>
          The bank did not answer. Nothing was lost.
        </Alert>
      </Specimen>
      <Specimen name="Nothing there yet">
        <EmptyState title="No borrowers yet" action={<Button variant="primary">Create Borrower</Button>}>
          Add one with a name and an email address.
        </EmptyState>
      </Specimen>
      <Specimen name="Something failed">
        <ErrorState title="We couldn't load the borrowers" error={new ApiError(0, "NETWORK")} onRetry={retry} />
        <ErrorState
          title="We couldn't load the statement"
          error={new ApiError(429, "TOO_MANY_REQUESTS", { retryAfter: 40 })}
          onRetry={retry}
        />
      </Specimen>
    </>
  );
}

const SIZES = [20, 32, 96] as const;
const IDS = ["ada", "grace", "katherine", "margaret", "dorothy", "mary"].map((name) => `sample-${name}`);
const PHOTO = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="#d8e4dc"/><circle cx="48" cy="36" r="18" fill="#8a6f5c"/><path d="M12 96a36 36 0 0 1 72 0z" fill="#2f5d4a"/></svg>',
)}`;
const BROKEN = "data:image/png;base64,AAAA";

function PictureSamples() {
  return (
    <>
      <Specimen name="A photo" isRow>
        {SIZES.map((size) => (
          <ProfilePicture key={size} userId="sample" url={PHOTO} size={size} />
        ))}
      </Specimen>
      <Specimen name="Without a photo" about="A pattern made from the person's ID." isRow>
        {SIZES.map((size) => (
          <ProfilePicture key={size} userId="sample" url={null} size={size} />
        ))}
        {IDS.map((id) => (
          <ProfilePicture key={id} userId={id} url={null} size={32} />
        ))}
      </Specimen>
      <Specimen name="A photo that does not load" isRow>
        <ProfilePicture userId="sample" url={BROKEN} size={32} />
      </Specimen>
      <Specimen name="The mark" isRow>
        {[16, 26, 48].map((size) => (
          <Mark key={size} size={size} />
        ))}
      </Specimen>
    </>
  );
}

interface Group {
  readonly id: string;
  readonly title: string;
  readonly samples: ReactNode;
}

const GROUPS: readonly Group[] = [
  { id: "colors", title: "Colors and type", samples: <ColorSamples /> },
  { id: "buttons", title: "Buttons", samples: <ButtonSamples /> },
  { id: "fields", title: "Fields", samples: <FieldSamples /> },
  { id: "forms", title: "Forms", samples: <FormSamples /> },
  { id: "values", title: "Money, dates, status", samples: <ValueSamples /> },
  { id: "messages", title: "Messages", samples: <MessageSamples /> },
  { id: "overlays", title: "Dialogs, toasts, overlay, banner", samples: <OverlaySamples /> },
  { id: "waiting", title: "Waiting and progress", samples: <WaitingSamples /> },
  { id: "pictures", title: "People and the mark", samples: <PictureSamples /> },
  { id: "shapes", title: "Cards, borders, lists", samples: <ShapeSamples /> },
  { id: "table", title: "Table", samples: <TableSamples /> },
  { id: "markdown", title: "Markdown", samples: <MarkdownSamples /> },
  { id: "safe", title: "Foreign text", samples: <SafeSamples /> },
];

interface GalleryProps {
  /** Layout components, which this feature cannot import. */
  readonly layoutSamples: ReactNode;
}

export function Gallery({ layoutSamples }: GalleryProps) {
  const groups = layoutSamples ? [...GROUPS, { id: "layouts", title: "Layouts", samples: layoutSamples }] : GROUPS;
  return (
    <div className={styles.gallery}>
      <ul role="list" aria-label="Gallery" className={styles.contents}>
        {groups.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
      {groups.map(({ id, title, samples }) => (
        <section key={id} aria-labelledby={id} className={styles.group}>
          <h2 id={id}>{title}</h2>
          {samples}
        </section>
      ))}
    </div>
  );
}
