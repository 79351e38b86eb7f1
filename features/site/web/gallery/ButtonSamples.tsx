// Buttons: what they are for, how large, and what they say while they work or may not be pressed.
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button, LinkButton } from "#kit/web/parts/Button.tsx";
import { Specimen } from "./Specimen.tsx";

export function ButtonSamples() {
  return (
    <>
      <Specimen name="What they are for" isRow>
        <Button variant="primary">Primary</Button>
        <Button>Secondary</Button>
        <Button variant="quiet">Quiet</Button>
        <Button variant="danger">Danger</Button>
        <LinkButton to="/version">A link</LinkButton>
        <Button icon={<Plus aria-hidden="true" />}>With an icon</Button>
      </Specimen>
      <Specimen name="Sizes" isRow>
        <Button size="small">Small</Button>
        <Button size="medium">Medium</Button>
        <Button size="large">Large</Button>
      </Specimen>
      <Specimen name="Busy and barred" about="A barred button can be reached, and says why." isRow>
        <BusyButton />
        <Button variant="primary" isBusy>
          Busy
        </Button>
        <Button barred="No report is ready yet. Generate one first.">Barred</Button>
        <Button variant="primary" barred="Confirm your email address first: open the link in the mail we sent you.">
          Barred, primary
        </Button>
      </Specimen>
    </>
  );
}

function BusyButton() {
  const [isBusy, setBusy] = useState(false);

  function work(): void {
    setBusy(true);
    setTimeout(() => setBusy(false), 2000);
  }

  return (
    <Button isBusy={isBusy} onClick={work}>
      Work for two seconds
    </Button>
  );
}
