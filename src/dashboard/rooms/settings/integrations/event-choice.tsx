import { TriangleAlert } from "lucide-react";
import { useId } from "react";
import { Check } from "#dashboard/parts/field.tsx";
import { EVENT_WORDS as WORDS } from "#dashboard/rooms/webhooks/words.ts";
import { Say } from "#dashboard/words/say.tsx";
import { t } from "#dashboard/words/words.ts";

/** A newer server's event keeps its name. */
const EVENT_WORDS: Readonly<Partial<Record<string, string>>> = WORDS;

/** Which events a connection is sent. */
export function EventChoice({
  offered,
  events,
  needed = [],
  hasDefault = false,
  error = null,
  onChange,
}: {
  offered: readonly string[];
  events: readonly string[];
  /** Those of the rule for deals: they stay. */
  needed?: readonly string[];
  /** None means the default ones. */
  hasDefault?: boolean;
  error?: string | null;
  onChange: (events: readonly string[]) => void;
}) {
  const id = useId();
  return (
    <fieldset className="grid gap-2 wide:grid-cols-2" aria-describedby={error ? id : undefined}>
      <legend className="mb-2 font-medium">
        {hasDefault ? (
          <Say
            id={"Events <0>None selected: default events.</0>"}
            parts={{ 0: <small className="font-normal text-text-3" /> }}
          />
        ) : (
          t("Events to send")
        )}
      </legend>
      {offered.map((event) => (
        <Check
          key={event}
          label={EVENT_WORDS[event] ?? event}
          hint={needed.includes(event) && t("The deal rule needs it.")}
          disabled={needed.includes(event)}
          checked={events.includes(event) || needed.includes(event)}
          onChange={({ target }) =>
            onChange(offered.filter((e) => (e === event ? target.checked : events.includes(e))))
          }
        />
      ))}
      {error && (
        <p className="err wide:col-span-2" id={id}>
          <TriangleAlert size={14} aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  );
}
