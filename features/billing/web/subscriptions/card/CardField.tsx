import { useCallback, useId, useRef, useState } from "react";
import { Button } from "#platform/web/parts/Button.tsx";
import { useInView } from "#platform/web/use-in-view.ts";
import { useLazy } from "#platform/web/use-lazy.ts";
import type { CardState } from "./CardInput.tsx";
import { CardRefusal, type CardWidget, openCardProvider } from "./card-widget.ts";
import styles from "../checkout/Checkout.module.css";

interface CardFieldProps {
  /** Loads its script right away, wherever the field is; otherwise when the field comes near the viewport. */
  readonly isWanted: boolean;
  readonly isDisabled: boolean;
  /** Why the card was not accepted. */
  readonly error: string | null;
  /** Shown next to the error. */
  readonly note: string | null;
  readonly onWidget: (widget: CardWidget | null) => void;
  readonly onState: (state: CardState) => void;
}

export function CardField({ isWanted, error, note, ...input }: CardFieldProps) {
  const [tries, setTries] = useState(0);
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const isNear = useInView(place);
  return (
    <div
      ref={place}
      role="group"
      aria-labelledby={id}
      aria-describedby={`${id}-errors ${id}-note`}
      className={styles.field}
    >
      <span id={id} className={styles.label}>
        Card
      </span>
      {isWanted || isNear ? (
        <CardPlace key={tries} {...input} isInvalid={error !== null} onRetry={() => setTries(tries + 1)} />
      ) : (
        <div className={styles.place}>
          <CardLoading />
        </div>
      )}
      <div id={`${id}-errors`} role="alert" className={styles.error} data-testid="card-errors">
        {error}
      </div>
      <div id={`${id}-note`} role="status" className={styles.cardNote}>
        {note}
      </div>
    </div>
  );
}

interface CardPlaceProps extends Omit<CardFieldProps, "isWanted" | "error" | "note"> {
  readonly isInvalid: boolean;
  readonly onRetry: () => void;
}

function CardPlace({ isInvalid, onRetry, ...input }: CardPlaceProps) {
  const { value, isMissing } = useLazy(loadCardInput);
  if (isMissing)
    return (
      <div className={styles.missing} role="status">
        <p>
          The card field didn&apos;t load. Something in this browser or network blocks it, often an ad blocker. Allow it
          for this page, then try again.
        </p>
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      </div>
    );
  return (
    <div className={styles.place} data-disabled={input.isDisabled || undefined} data-invalid={isInvalid || undefined}>
      {value === undefined ? (
        <CardLoading />
      ) : (
        <div className={styles.input} data-testid="card-element">
          <value.CardInput stripe={value.stripe} {...input} />
        </div>
      )}
    </div>
  );
}

async function loadCardInput() {
  const [stripe, { CardInput }] = await Promise.all([openCardProvider(), import("./CardInput.tsx")]);
  return { stripe, CardInput };
}

function CardLoading() {
  return (
    <p className={styles.loading} data-testid="card-loading">
      Loading the card field…
    </p>
  );
}

/** The state that a form needs for its card field. */
export function useCard() {
  const [widget, setWidget] = useState<CardWidget | null>(null);
  const [state, setState] = useState<CardState | null>(null); // `null`: nothing was typed yet
  const [refusal, setRefusal] = useState<CardRefusal | null>(null);
  const text = useRef("");
  const onState = useCallback((next: CardState) => {
    setState(next);
    // The provider also reports a change when the field is disabled or enabled. The refusal still applies while the
    // text is the same.
    if (text.current !== next.text) setRefusal(null);
    text.current = next.text;
  }, []);
  const isComplete = state?.isComplete === true;
  const reported = state?.error ? null : refusal;
  return {
    props: {
      onWidget: setWidget,
      onState,
      error: state?.error ?? reported?.message ?? null,
      note: reported?.note ?? null,
    },
    isComplete,
    refuse: setRefusal,
    /** The card to use, or `null`, with the reason shown under the field. */
    take(): CardWidget | null {
      const why = widget === null ? NOT_THERE : isComplete ? null : INCOMPLETE;
      setRefusal(why === null ? null : new CardRefusal(why));
      return why === null ? widget : null;
    },
  };
}

const NOT_THERE = "The card field is still loading. Wait a moment, then try again.";
const INCOMPLETE = "Your card details are incomplete.";
