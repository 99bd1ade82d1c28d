import { useMutation, useQuery } from "@tanstack/react-query";
import { Pause, Pencil, Play, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import type { FollowUpRule } from "#modules/campaigns/contract/follow-ups.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { deleteLater, useGone } from "#dashboard/parts/delete-later.ts";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { fromServer, t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";
import { putRuleState, rulePath, rulesChanged, rulesQuery } from "./queries.ts";
import { RuleDialog } from "./rule-dialog.tsx";

/** What follows when something happens to a lead of the campaign, each rule as a sentence. */
export function RulesTab({ campaign }: { campaign: CampaignDetail }) {
  const { wid, may } = useWorkspace();
  const { data, error, refetch } = useQuery(rulesQuery(wid, campaign.id));
  const [open, setOpen] = useState<FollowUpRule | "new" | null>(null);
  const isGone = useGone();
  const mayEdit = may("campaigns.edit");
  const rules = (data?.data ?? []).filter(({ id }) => !isGone(`rule:${id}`));
  const add = mayEdit && (
    <Button
      {...(rules.length === 0 && { look: "primary" as const })}
      onClick={() => setOpen("new")}
    >
      <Plus size={16} aria-hidden="true" />
      {t("Add a rule")}
    </Button>
  );
  return (
    <>
      {!data ? (
        <Waiting what={t("rules")} rows={3} error={error} onRetry={refetch} framed />
      ) : rules.length === 0 ? (
        <Empty picture="campaign" title={t("No follow-up rules")} action={add}>
          {t(
            "A rule says what follows, such as: when a reply is interested, move the lead to another campaign and create a task.",
          )}
        </Empty>
      ) : (
        <Panel
          title={t("{rules, plural, one {# rule} other {# rules}}", { rules: rules.length })}
          flush
          footer={add}
        >
          <ul>
            {rules.map((rule) => (
              <Row
                key={rule.id}
                wid={wid}
                rule={rule}
                mayEdit={mayEdit}
                onEdit={() => setOpen(rule)}
              />
            ))}
          </ul>
        </Panel>
      )}
      {open && (
        <RuleDialog
          campaign={campaign}
          rule={open === "new" ? null : open}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

const STATES = {
  active: ["ok", "tick", t("Active")],
  paused: ["plain", "pause", t("Paused")],
  stopped: ["warn", "triangle", t("Stopped")],
} as const;

function Row({
  wid,
  rule,
  mayEdit,
  onEdit,
}: {
  wid: number;
  rule: FollowUpRule;
  mayEdit: boolean;
  onEdit: () => void;
}) {
  const { id, campaign_id: campaign, state } = rule;
  const switchTo = state === "active" ? "paused" : "active";
  const toggle = useMutation({
    mutationFn: () => putRuleState(wid, campaign, id, switchTo),
    onError: (cause) => toast(sentenceOf(cause)),
  });
  const [tone, shape, word] = STATES[state];
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0">
      <div className="min-w-60 flex-1 text-13">
        <p className="font-medium">{rule.summary}</p>
        <p className="text-12 text-text-3">
          {rule.last_matched_at ? (
            <Say
              id="{matched, plural, one {# match, last <0/>} other {# matches, last <0/>}}"
              values={{ matched: rule.matched }}
              parts={{ 0: <LocalTime at={rule.last_matched_at} /> }}
            />
          ) : (
            t("{matched, plural, one {# match} other {# matches}}", { matched: rule.matched })
          )}
        </p>
        {rule.hints.map((hint) => (
          <p key={hint} className="text-12 text-warn">
            {fromServer(hint)}
          </p>
        ))}
      </div>
      <Status tone={tone} shape={shape}>
        {word}
      </Status>
      {mayEdit && (
        <span className="inline-flex gap-1">
          <Button
            look="ghost"
            size="small"
            icon
            busy={toggle.isPending}
            aria-label={state === "active" ? t("Pause rule") : t("Resume rule")}
            title={state === "active" ? t("Pause rule") : t("Resume rule")}
            onClick={() => toggle.mutate()}
          >
            {state === "active" ? (
              <Pause size={16} aria-hidden="true" />
            ) : (
              <Play size={16} aria-hidden="true" />
            )}
          </Button>
          <Button
            look="ghost"
            size="small"
            icon
            aria-label={t("Edit rule")}
            title={t("Edit rule")}
            onClick={onEdit}
          >
            <Pencil size={16} aria-hidden="true" />
          </Button>
          <Button
            look="ghost"
            size="small"
            icon
            aria-label={t("Delete rule")}
            title={t("Delete rule")}
            onClick={() =>
              deleteLater({
                key: `rule:${id}`,
                path: rulePath(wid, campaign, id),
                text: t("Rule deleted."),
                done: () => rulesChanged(wid, campaign),
              })
            }
          >
            <Trash2 size={16} aria-hidden="true" />
          </Button>
        </span>
      )}
    </li>
  );
}
