import { useFormContext } from "react-hook-form";
import { Button } from "#platform/web/parts/Button.tsx";
import type { Mentionable } from "./mentions-in.ts";
import styles from "./FindingComments.module.css";

interface MentionButtonsProps {
  readonly field: string;
  readonly mentionable: readonly Mentionable[];
}

/** Puts a colleague's name into the text. */
export function MentionButtons({ field, mentionable }: MentionButtonsProps) {
  const { getValues, setValue, setFocus } = useFormContext<Record<string, string>>();
  if (mentionable.length === 0) return null;

  function mention(name: string): void {
    const text = getValues(field) ?? "";
    const gap = text === "" || /\s$/.test(text) ? "" : " ";
    setValue(field, `${text}${gap}@${name} `, { shouldDirty: true });
    setFocus(field);
  }

  return (
    <div role="group" aria-label="Mention a colleague" className={styles.mentions}>
      {mentionable.map(({ id, name }) => (
        <Button key={id} size="small" variant="quiet" label={`Mention ${name}`} onClick={() => mention(name)}>
          @{name}
        </Button>
      ))}
    </div>
  );
}
