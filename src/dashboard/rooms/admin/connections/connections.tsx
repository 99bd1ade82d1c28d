import { useQuery } from "@tanstack/react-query";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { ClientCard } from "./client-card.tsx";
import { oauthClientsQuery } from "#dashboard/rooms/admin/queries.ts";
import { t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";

/** This install's own clients at mail providers, so that mailboxes need no passwords. */
export function Connections() {
  const { data, error, refetch } = useQuery(oauthClientsQuery);
  if (!data)
    return <Waiting what={t("connections")} rows={4} error={error} onRetry={refetch} framed />;
  return (
    <div className="grid gap-4">
      <p className="text-text-2">
        <Say
          id={
            "With a client of your own at a provider, people connect mailboxes there by signing in. <0>How to make one</0>"
          }
          parts={{
            0: <a className="link" href="/docs/connections" target="_blank" rel="noopener" />,
          }}
        />
      </p>
      {data.data.map((client) => (
        <ClientCard key={`${client.provider} ${client.updated_at}`} client={client} />
      ))}
    </div>
  );
}
