import { useQuery } from "@tanstack/react-query";
import { connectionMessages } from "#features/auth/messages.ts";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { type Connection, type ProviderName, PROVIDERS, startConnection } from "#features/auth/contract.ts";
import { currentConfig } from "#platform/web/config.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { DateText } from "#platform/web/parts/Values.tsx";
import { QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { Row, RowList } from "#platform/web/parts/RowList.tsx";
import { offeredProviders, ownConnections, PROVIDER_LABELS, useConnect, useDisconnect } from "./api.ts";

export function Connections() {
  const connections = useQuery(ownConnections());
  const offered = offeredProviders(currentConfig());
  return (
    <QueryBoundary query={connections} failed="We couldn't load your connections">
      {(shown) => {
        const connectionTo = (provider: ProviderName) => shown.find((connection) => connection.provider === provider);
        // A provider that is off now can still be disconnected.
        const listed = PROVIDERS.filter((provider) => offered.includes(provider) || connectionTo(provider));
        return (
          <RowList label="Social connections">
            {listed.map((provider) => (
              <ProviderRow key={provider} provider={provider} connection={connectionTo(provider)} />
            ))}
          </RowList>
        );
      }}
    </QueryBoundary>
  );
}

interface ProviderRowProps {
  readonly provider: ProviderName;
  readonly connection: Connection | undefined;
}

function ProviderRow({ provider, connection }: ProviderRowProps) {
  const connect = useConnect();
  const disconnect = useDisconnect();
  const disabledReason = useDisabledReason(startConnection);
  const name = PROVIDER_LABELS[provider];
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
          {error && <Alert tone="stop">{explain(error, connectionMessages(name))}</Alert>}
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
            disabledReason={disabledReason}
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
