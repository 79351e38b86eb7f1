import { Button } from "#platform/web/parts/Button.tsx";
import { hideToast, showToast, toastStore } from "#platform/web/toasts.ts";
import styles from "./OverlaySamples.module.css";
import { Specimen } from "./Specimen.tsx";

const CLASSES = {
  classes: styles.toast ?? "",
  headerClasses: styles.toastHeader ?? "",
  bodyClasses: styles.toastBody ?? "",
};

function hideAll(): void {
  for (const { uuid } of toastStore.get()) hideToast(uuid);
}

export function ToastSamples() {
  return (
    <Specimen name="Toasts" about="For what happened elsewhere, never for a form's own error." isRow>
      <Button onClick={() => void showToast("Stays", "Until it is closed by its button.")}>A toast that stays</Button>
      <Button onClick={() => void showToast("Goes by itself", "After five seconds.", { autohide: true })}>
        A toast that goes by itself
      </Button>
      <Button onClick={() => void showToast("Goes soon", "After one second.", { autohide: true, delay: 1000 })}>
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
