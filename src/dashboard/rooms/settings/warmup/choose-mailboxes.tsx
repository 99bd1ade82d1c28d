import { Check } from "#dashboard/parts/field.tsx";
import { t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";

/** The mailboxes that take part, each by itself. */
export function ChooseMailboxes({
  legend,
  mailboxes,
  chosen,
  onChange,
}: {
  legend: string;
  mailboxes: readonly { readonly id: number; readonly email: string }[];
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
}) {
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-2 text-13 text-text-2">{legend}</legend>
      <div className="grid max-h-72 gap-2 overflow-y-auto wide:grid-cols-2">
        {mailboxes.map(({ id, email }) => (
          <Check
            key={id}
            label={email}
            checked={chosen.has(id)}
            onChange={({ target }) => {
              const next = new Set(chosen);
              if (target.checked) next.add(id);
              else next.delete(id);
              onChange(next);
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** What partners see of each other, and what providers may make of it. */
export function WhatIsShared({ partners }: { partners: "workspaces" | "installation" }) {
  return (
    <div className="grid gap-2 text-13 text-text-2">
      <p>
        {partners === "workspaces" ? (
          <Say
            id={
              "<0>Shared with other workspaces:</0> the addresses of the mailboxes that you choose, in warmup emails alone, and whether those arrived in the inbox or in spam."
            }
            parts={{ 0: <strong /> }}
          />
        ) : (
          <Say
            id={
              "<0>Shared with the other installation:</0> the addresses of the mailboxes that you choose, in warmup emails alone, and whether those arrived in the inbox or in spam."
            }
            parts={{ 0: <strong /> }}
          />
        )}
      </p>
      <p>
        <Say
          id={
            "<0>Never shared:</0> leads, texts of campaigns, statistics, other partners, passwords, and mailboxes that you do not choose."
          }
          parts={{ 0: <strong /> }}
        />
      </p>
      <p>
        {t(
          "Some providers see warmup as abuse of their service and may suspend accounts. Read the policy of yours first.",
        )}
      </p>
    </div>
  );
}
