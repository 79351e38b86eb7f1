// Shows what `safe` lets through of foreign text for each type.
import { useId, useState } from "react";
import { Select } from "#platform/web/form/Select.tsx";
import { safe, type SafeType } from "#platform/web/safe.ts";
import styles from "./SafeSamples.module.css";
import { Specimen } from "./Specimen.tsx";

const TYPES: readonly SafeType[] = ["html", "style", "script", "url", "resourceUrl"];
const OPTIONS = [...TYPES, "another"].map((value) => ({ value, label: value }));
// Without event handler attributes, because the browser reports each of them even though none runs.
const FOREIGN = '<b>Hello</b> <script>alert(1)</script> <a href="javascript:alert(2)">a link</a>';

export function SafeSamples() {
  const id = useId();
  const [text, setText] = useState(FOREIGN);
  const [type, setType] = useState<string>("html");
  return (
    <Specimen name="safe()" about="The text made harmless for that place, or the error it is refused with.">
      <div className={styles.fields}>
        <div className={styles.text}>
          <label htmlFor={id}>Foreign text</label>
          <textarea
            id={id}
            rows={3}
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <Select label="Type" options={OPTIONS} value={type} onChange={setType} />
      </div>
      <output htmlFor={id} aria-label="Result" className={styles.result}>
        {resultOf(text, type)}
      </output>
    </Specimen>
  );
}

function resultOf(text: string, type: string): string {
  try {
    return safe(text, type as SafeType); // "another" shows a refusal.
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
