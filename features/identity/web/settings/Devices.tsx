// Owns where a person is logged in, and putting an end to it.
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Device } from "#features/identity/contract.ts";
import { confirm } from "#kit/web/confirm.ts";
import { explain } from "#kit/web/http/explain.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { DateText } from "#kit/web/parts/DateText.tsx";
import { Loaded } from "#kit/web/parts/Loaded.tsx";
import { Row, RowList } from "#kit/web/parts/RowList.tsx";
import { StatusPill } from "#kit/web/parts/StatusPill.tsx";
import { ownDevices, useEndAllDevices, useEndDevice } from "../data.ts";
import { deviceName } from "./device-name.ts";
import styles from "./Settings.module.css";

export function Devices() {
  const devices = useQuery(ownDevices());
  const endAll = useEndAllDevices();

  async function logOutEverywhere(): Promise<void> {
    const isSure = await confirm({
      title: "Log out everywhere?",
      text: "Every device of this account is logged out, this one too. Nothing that you saved is lost.",
      confirm: "Log out everywhere",
      tone: "danger",
    });
    if (isSure) endAll.mutate({});
  }

  return (
    <>
      <Loaded query={devices} failed="Your devices could not be loaded">
        {(shown) => (
          <RowList label="Devices">
            {shown.map((device) => (
              <DeviceRow key={device.id} device={device} />
            ))}
          </RowList>
        )}
      </Loaded>
      {endAll.error && <Alert tone="stop">{explain(endAll.error)}</Alert>}
      <div className={styles.buttons}>
        <Button isBusy={endAll.isPending} onClick={() => void logOutEverywhere()}>
          Log out everywhere
        </Button>
      </div>
    </>
  );
}

function DeviceRow({ device }: { readonly device: Device }) {
  const { id, userAgent, address, loggedInAt, lastUsedAt, isThis } = device;
  const end = useEndDevice();
  const navigate = useNavigate();
  const name = deviceName(userAgent);
  return (
    <Row
      title={
        <>
          {name}
          {isThis && <StatusPill tone="green">This device</StatusPill>}
        </>
      }
      about={
        <>
          {address}, logged in on <DateText at={loggedInAt} />, last used <DateText at={lastUsedAt} withTime />
          {end.error && <Alert tone="stop">{explain(end.error)}</Alert>}
        </>
      }
      action={
        <Button
          size="small"
          label={`Log out ${name}`}
          isBusy={end.isPending}
          onClick={() => (isThis ? void navigate({ to: "/auth/logout" }) : end.mutate({ id }))}
        >
          Log out
        </Button>
      }
    />
  );
}
