import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Device } from "#features/auth/contract.ts";
import { confirm } from "#platform/web/confirm.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { DateText, StatusPill } from "#platform/web/parts/Values.tsx";
import { QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { Row, RowList } from "#platform/web/parts/RowList.tsx";
import { ownDevices, useEndAllDevices, useEndDevice } from "../api.ts";
import styles from "./Settings.module.css";

// The order matters, because a browser also names the browsers it derives from.
const BROWSERS = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
] as const;
const SYSTEMS = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
] as const;

export function deviceName(userAgent: string): string {
  const browser = BROWSERS.find(([sign]) => sign.test(userAgent))?.[1];
  const system = SYSTEMS.find(([sign]) => sign.test(userAgent))?.[1];
  if (browser === undefined) return system ?? "Unknown device";
  return system === undefined ? browser : `${browser} on ${system}`;
}

export function Devices() {
  const devices = useQuery(ownDevices());
  const endAll = useEndAllDevices();

  async function logOutEverywhere(): Promise<void> {
    const isSure = await confirm({
      title: "Log out everywhere?",
      text: "You'll be logged out on all devices, including this one. Saved work isn't affected.",
      confirm: "Log out everywhere",
      tone: "danger",
    });
    if (isSure) endAll.mutate({});
  }

  return (
    <>
      <QueryBoundary query={devices} failed="We couldn't load your devices">
        {(shown) => (
          <RowList label="Devices">
            {shown.map((device) => (
              <DeviceRow key={device.id} device={device} />
            ))}
          </RowList>
        )}
      </QueryBoundary>
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
