import { Copy, Menu, Plus, X } from "lucide-react";
import { useState } from "react";
import { Button, LinkButton } from "#platform/web/parts/Button.tsx";
import { CopyButton } from "#platform/web/parts/CopyButton.tsx";
import { IconButton } from "#platform/web/parts/IconButton.tsx";
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
      <Specimen name="An icon alone" about="Its name is read out." isRow>
        <IconButton size="small" label="Small icon" icon={X} />
        <IconButton label="Medium icon" icon={Copy} />
        <IconButton size="large" label="Large icon" icon={Menu} />
        <IconButton isOutlined label="Outlined icon" icon={Plus} />
        <IconButton isOutlined label="Icon that does nothing now" icon={Plus} disabled />
      </Specimen>
      <Specimen name="To copy" about="It says whether the browser let it." isRow>
        <CopyButton name="Sample" text="Copied from the gallery" />
        <CopyButton isIcon name="The same" text="Copied from the gallery" />
      </Specimen>
      <Specimen name="Busy and disabled" about="A disabled button can be focused, and says why." isRow>
        <BusyButton />
        <Button variant="primary" isBusy>
          Busy
        </Button>
        <Button disabledReason="No report is ready yet. Generate one first.">Disabled</Button>
        <Button variant="primary" disabledReason="Confirm your email first. Open the link we sent you.">
          Disabled, primary
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
