import { useId, useState } from "react";
import { confirm, type ConfirmTexts } from "#platform/web/confirm.ts";
import { hideOverlay, showOverlay, type Overlay } from "#platform/web/overlay.ts";
import { Banner } from "#platform/web/parts/Banner.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { Dialog } from "#platform/web/parts/Dialog.tsx";
import { hideToast, showToast, toastStore } from "#platform/web/parts/ToastArea.tsx";
import { Specimen } from "./Specimen.tsx";
import dialogStyles from "#platform/web/parts/Dialog.module.css";
import styles from "./Gallery.module.css";
import { Select } from "#platform/web/form/Select.tsx";
import { safe, type SafeType } from "#platform/web/safe.ts";

const CLASSES = {
  classes: styles.toast ?? "",
  headerClasses: styles.toastHeader ?? "",
  bodyClasses: styles.toastBody ?? "",
};

function hideAll(): void {
  for (const { uuid } of toastStore.get()) hideToast(uuid);
}

function ToastSamples() {
  return (
    <Specimen name="Toasts" about="For events elsewhere, never for a form's own error." isRow>
      <Button onClick={() => void showToast("Stays", "Stays until it's closed.")}>A toast that stays</Button>
      <Button onClick={() => void showToast("Closes on its own", "After five seconds.", { autohide: true })}>
        A toast that closes on its own
      </Button>
      <Button onClick={() => void showToast("Closes soon", "After one second.", { autohide: true, delay: 1000 })}>
        A toast for a second
      </Button>
      <Button onClick={() => void showToast("Closes on click", "Anywhere on it.", { closeOnClick: true })}>
        A toast that closes on click
      </Button>
      <Button onClick={() => void showToast("Dressed", "With classes of its own.", CLASSES)}>
        A toast with own classes
      </Button>
      <Button variant="quiet" onClick={hideAll}>
        Hide all toasts
      </Button>
    </Specimen>
  );
}

const OVERLAY_MS = 2000;

function cover(overlay: Overlay): void {
  showOverlay(overlay);
  setTimeout(hideOverlay, OVERLAY_MS);
}

export function OverlaySamples() {
  return (
    <>
      <Specimen name="Dialogs" about="Escape answers no, and focus returns." isRow>
        <DialogSample />
        <ConfirmSamples />
      </Specimen>
      <ToastSamples />
      <Specimen name="Overlay" about="Closes after two seconds. Only the TEXT template is shown." isRow>
        <Button onClick={() => cover({ message: "Taking you to your bank", spinner: true })}>
          Cover, with spinner
        </Button>
        <Button onClick={() => cover({ message: "Saving your choice" })}>Cover, without spinner</Button>
        <Button onClick={() => cover({ message: "Never seen", template: "IMAGE" })}>Cover by another template</Button>
      </Specimen>
      <Specimen name="Banner" about="From 768 px on; stays dismissed until the next page load." isRow>
        <BannerSample />
      </Specimen>
    </>
  );
}

function DialogSample() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open a dialog</Button>
      {isOpen && (
        <Dialog title="A dialog" text="It stays over the page until it's answered." onClose={close}>
          <div className={dialogStyles.buttons}>
            <Button onClick={close}>Close</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

function ConfirmSamples() {
  const [answer, setAnswer] = useState("Nothing was asked yet.");

  async function ask(texts?: Partial<ConfirmTexts>): Promise<void> {
    setAnswer((await confirm(texts)) ? "The answer was yes." : "The answer was no.");
  }

  return (
    <>
      <Button onClick={() => void ask()}>Ask with the defaults</Button>
      <Button
        onClick={() =>
          void ask({
            title: "Delete this borrower?",
            text: "Their reports are deleted too.",
            cancel: "Keep",
            confirm: "Erase",
            tone: "danger",
          })
        }
      >
        Ask with custom text
      </Button>
      <p role="status" className={styles.answer}>
        {answer}
      </p>
    </>
  );
}

function BannerSample() {
  const [count, setCount] = useState(0);
  return (
    <>
      <Button onClick={() => setCount(count + 1)}>Show the banner</Button>
      {count > 0 && (
        <Banner key={count} testId="gallery-banner">
          EXAMPLE BANNER
        </Banner>
      )}
    </>
  );
}

// Shows what `safe` lets through of foreign text for each type.
const TYPES: readonly SafeType[] = ["html", "style", "script", "url", "resourceUrl"];
const OPTIONS = [...TYPES, "another"].map((value) => ({ value, label: value }));
// Without event handler attributes, because the browser reports each of them even though none runs.
const FOREIGN = '<b>Hello</b> <script>alert(1)</script> <a href="javascript:alert(2)">a link</a>';

export function SafeSamples() {
  const id = useId();
  const [text, setText] = useState(FOREIGN);
  const [type, setType] = useState<string>("html");
  return (
    <Specimen name="safe()" about="The sanitized text, or the error it's rejected with.">
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
