import { useEffect, useEffectEvent, useId, useRef, type ReactNode } from "react";
import { Button } from "./Button.tsx";

interface FileButtonProps {
  /** Names the control itself: "Picture file". */
  readonly label: string;
  /** Media types, as the browser's dialog takes them. */
  readonly accept: string;
  readonly isBusy: boolean;
  readonly disabledReason?: string | undefined;
  readonly onChoose: (file: File) => void;
  readonly children: ReactNode;
}

export function FileButton({ label, accept, isBusy, disabledReason, onChoose, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  function choose(control: HTMLInputElement): void {
    const file = control.files?.[0];
    if (file) onChoose(file);
    control.value = ""; // so that the same file can be chosen again
  }
  const chooseEarly = useEffectEvent(choose);
  // A file chosen on a prerendered page before hydration.
  useEffect(() => {
    if (input.current) chooseEarly(input.current);
  }, []);
  return (
    <>
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <input
        ref={input}
        id={id}
        className="visually-hidden"
        tabIndex={-1}
        type="file"
        accept={accept}
        onChange={({ target }) => choose(target)}
      />
      <Button isBusy={isBusy} disabledReason={disabledReason} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}
