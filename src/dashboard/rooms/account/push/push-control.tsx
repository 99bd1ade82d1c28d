import { PUSH_KINDS, type PushKind } from "#platform/rules/choices.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Check } from "#dashboard/parts/field.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useMe } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import type { Ability } from "./this-browser.ts";
import { usePush } from "./use-push.ts";

const LABELS: Readonly<Record<PushKind, string>> = {
  assigned: t("Conversations assigned to you"),
  positive_reply: t("Positive replies"),
  mention: t("Notes that mention you"),
};

const WHY_NOT: Readonly<Record<Exclude<Ability, "able">, readonly [string, string]>> = {
  insecure: [
    t("Not available at this address"),
    t("Browsers show notices of pages that are opened by https."),
  ],
  unsupported: [
    t("This browser cannot show notices"),
    t(
      "Use another browser. On an iPhone or iPad, add this page to the home screen and open it from there.",
    ),
  ],
  denied: [
    t("This browser blocks notices of this page"),
    t(
      "Allow notifications for this site in the browser: press the sign left of the address. Then reload the page.",
    ),
  ],
};

/** Notices in this browser: why they cannot be, or whether and of what. */
export function PushControl({ push }: { push: ReturnType<typeof usePush> }) {
  const { list, ability, here, turnOn, change, end, test } = push;
  const { user } = useMe();
  if (ability !== "able") {
    const [title, text] = WHY_NOT[ability];
    return <Note title={title}>{text}</Note>;
  }
  if (!list.data) {
    return <Waiting what={t("notices")} rows={2} error={list.error} onRetry={list.refetch} />;
  }
  const kinds = PUSH_KINDS.filter((kind) => kind !== "mention" || user?.role !== "client");
  if (!here) {
    return (
      <div className="grid justify-items-start gap-3">
        <p className="text-text-2">
          {kinds.includes("mention")
            ? t(
                "Off. Get a notice when a conversation is assigned to you, when a lead replies positively, and when a note mentions you. It ends when you sign out.",
              )
            : t(
                "Off. Get a notice when a conversation is assigned to you, when a lead replies positively. It ends when you sign out.",
              )}
        </p>
        <Button look="primary" busy={turnOn.isPending} onClick={() => turnOn.mutate(kinds)}>
          {t("Tell me in this browser")}
        </Button>
      </div>
    );
  }
  const toggled = (kind: PushKind): readonly PushKind[] =>
    kinds.filter((one) => here.kinds.includes(one) !== (one === kind));
  return (
    <div className="grid gap-3">
      <p className="text-text-2">{t("On in this browser, until you sign out.")}</p>
      {kinds.map((kind) => (
        <Check
          key={kind}
          label={LABELS[kind]}
          checked={here.kinds.includes(kind)}
          disabled={change.isPending || toggled(kind).length === 0}
          onChange={() => change.mutate({ id: here.id, kinds: toggled(kind) })}
        />
      ))}
      <div className="flex flex-wrap gap-2">
        <Button busy={test.isPending} onClick={() => test.mutate(here.id)}>
          {t("Send a test notice")}
        </Button>
        <Button busy={end.isPending} onClick={() => end.mutate(here)}>
          {t("Turn off")}
        </Button>
      </div>
    </div>
  );
}

/** The same by itself. */
export const PushHere = () => <PushControl push={usePush()} />;
