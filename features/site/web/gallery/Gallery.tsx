// Every shared component in each of its states. Sends no requests.
import type { ReactNode } from "react";
import { ButtonSamples } from "./ButtonSamples.tsx";
import { ColorSamples } from "./ColorSamples.tsx";
import { FieldSamples } from "./FieldSamples.tsx";
import { FormSamples } from "./FormSamples.tsx";
import styles from "./Gallery.module.css";
import { MarkdownSamples } from "./MarkdownSamples.tsx";
import { MessageSamples } from "./MessageSamples.tsx";
import { OverlaySamples } from "./OverlaySamples.tsx";
import { PictureSamples } from "./PictureSamples.tsx";
import { SafeSamples } from "./SafeSamples.tsx";
import { ShapeSamples } from "./ShapeSamples.tsx";
import { TableSamples } from "./TableSamples.tsx";
import { ValueSamples } from "./ValueSamples.tsx";
import { WaitingSamples } from "./WaitingSamples.tsx";

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
