// Owns which providers vouch for a person, in the settings: connect one, part with one.
import { useQuery } from "@tanstack/react-query";
import { useBar } from "#features/identity/web/session/use-bar.ts";
import { PROVIDERS, startConnection, type Connection, type ProviderName } from "#features/social/contract.ts";
import { currentConfig } from "#kit/web/config.ts";
import { codeOf } from "#kit/web/http/api-error.ts";
import { explain } from "#kit/web/http/explain.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { DateText } from "#kit/web/parts/DateText.tsx";
import { Loaded } from "#kit/web/parts/Loaded.tsx";
import { Row, RowList } from "#kit/web/parts/RowList.tsx";
import { ownConnections, useConnect, useDisconnect } from "./data.ts";
import { offeredProviders, PROVIDER_WORDS } from "./provider-words.ts";

export function Connections() {
  const connections = useQuery(ownConnections());
  const offered = offeredProviders(currentConfig());
  return (
    <Loaded query={connections} failed="Your connections could not be loaded">
      {(shown) => {
        const connectionTo = (provider: ProviderName) => shown.find((connection) => connection.provider === provider);
        // A provider that is off now can still be parted with.
        const listed = PROVIDERS.filter((provider) => offered.includes(provider) || connectionTo(provider));
        return (
          <RowList label="Social connections">
            {listed.map((provider) => (
              <ProviderRow key={provider} provider={provider} connection={connectionTo(provider)} />
            ))}
          </RowList>
        );
      }}
    </Loaded>
  );
}

interface ProviderRowProps {
  readonly provider: ProviderName;
  readonly connection: Connection | undefined;
}

function ProviderRow({ provider, connection }: ProviderRowProps) {
  const connect = useConnect();
  const disconnect = useDisconnect();
  const bar = useBar(startConnection);
  const name = PROVIDER_WORDS[provider];
  const error = connect.error ?? disconnect.error;
  return (
    <Row
      title={name}
      about={
        <>
          {connection ? (
            <>
              {connection.name}, connected on <DateText at={connection.connectedAt} />
            </>
          ) : (
            "Not connected"
          )}
          {error && <Alert tone="stop">{explainRefusal(error, name)}</Alert>}
        </>
      }
      action={
        connection ? (
          <Button size="small" isBusy={disconnect.isPending} onClick={() => disconnect.mutate({ provider })}>
            Disconnect {name}
          </Button>
        ) : (
          <Button
            size="small"
            barred={bar}
            isBusy={connect.isPending || connect.isSuccess}
            onClick={() => connect.mutate(provider)}
          >
            Connect {name}
          </Button>
        )
      }
    />
  );
}

function explainRefusal(error: Error, name: string): string {
  switch (codeOf(error)) {
    case "LAST_WAY_IN":
      return `${name} is your only way in. Set a password or connect another provider first.`;
    case "ALREADY_CONNECTED":
      return `${name} is connected already. Reload the page to see it.`;
    case "PROVIDER_UNAVAILABLE":
      return `${name} does not answer now. Try again in a minute.`;
    default:
      return explain(error);
  }
}
