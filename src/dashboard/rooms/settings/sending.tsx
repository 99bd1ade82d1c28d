import type { WorkspaceSettings } from "#modules/accounts/contract/settings.ts";
import { NumberSetting, Section, SwitchSetting } from "./section.tsx";
import { t } from "#dashboard/words/words.ts";

type Props = { settings: WorkspaceSettings };

export function SendingSettings({ settings }: Props) {
  return (
    <Section
      title={t("Defaults for new mailboxes and campaigns")}
      at="sending"
      values={settings.sending}
    >
      {(draft) => (
        <>
          <div className="grid gap-4 wide:grid-cols-3">
            <NumberSetting
              draft={draft}
              name="default_daily_limit"
              label={t("Emails per day and mailbox")}
            />
            <NumberSetting
              draft={draft}
              name="min_gap_seconds"
              label={t("Seconds between emails")}
            />
            <NumberSetting
              draft={draft}
              name="max_per_domain_per_day"
              label={t("Emails per day to one domain")}
              zero={t("No limit")}
            />
          </div>
          <NumberSetting
            draft={draft}
            name="ooo_fallback_days"
            label={t("Days to wait after an out-of-office reply without a date")}
          />
          <SwitchSetting
            draft={draft}
            name="strict_start"
            label={t("Block starting a campaign without steps, mailboxes or leads")}
          />
          <SwitchSetting
            draft={draft}
            name="ask_for_approval"
            label={t("Ask a client for approval before a campaign starts or changes are published")}
          />
          <SwitchSetting
            draft={draft}
            name="cross_campaign_dedupe"
            label={t("Skip leads in another active campaign")}
          />
        </>
      )}
    </Section>
  );
}

export function GuardrailSettings({ settings }: Props) {
  return (
    <>
      <PacingSettings settings={settings} />
      <Section
        title={t("Auto-pause a campaign at a high bounce rate")}
        at="guardrails.bounce"
        values={settings.guardrails.bounce}
      >
        {(draft) => (
          <div className="grid gap-4 wide:grid-cols-3">
            <NumberSetting
              draft={draft}
              name="threshold_pct"
              label={t("Bounce rate (%)")}
              zero={t("Off")}
            />
            <NumberSetting draft={draft} name="min_sample" label={t("Minimum emails sent")} />
            <NumberSetting draft={draft} name="window_days" label={t("Within (days)")} />
          </div>
        )}
      </Section>
      <Section
        title={t("Auto-pause a campaign at a high complaint rate")}
        at="guardrails.complaint"
        values={settings.guardrails.complaint}
      >
        {(draft) => (
          <NumberSetting
            draft={draft}
            name="threshold_pct"
            label={t("Complaint rate (%)")}
            zero={t("Off")}
          />
        )}
      </Section>
      <Section
        title={t("Stop a mailbox when servers block its email")}
        at="guardrails.block"
        values={settings.guardrails.block}
      >
        {(draft) => (
          <div className="grid gap-4 wide:grid-cols-2">
            <NumberSetting draft={draft} name="at_least" label={t("Minimum blocked emails")} />
            <NumberSetting
              draft={draft}
              name="min_domains"
              label={t("Minimum recipient domains")}
            />
            <NumberSetting
              draft={draft}
              name="share_pct"
              label={t("Blocked share (%)")}
              hint={t("101 turns this off.")}
            />
            <NumberSetting draft={draft} name="window_hours" label={t("Within (hours)")} />
          </div>
        )}
      </Section>
    </>
  );
}

function PacingSettings({ settings }: Props) {
  return (
    <Section
      title={t("Pace emails by the recipient's provider")}
      at="pacing"
      values={settings.pacing}
    >
      {(draft) => (
        <>
          <SwitchSetting
            draft={draft}
            name="enabled"
            label={t("Pace campaign emails")}
            hint={t(
              "New sending domains grow slowly at big providers. A provider that asks to slow down gets half for 24 hours.",
            )}
          />
          <div className="grid gap-4 wide:grid-cols-2">
            <NumberSetting
              draft={draft}
              name="start_per_day"
              label={t("Emails to a provider on the first day")}
            />
            <NumberSetting
              draft={draft}
              name="growth_pct"
              label={t("Growth after a clean day (%)")}
            />
          </div>
        </>
      )}
    </Section>
  );
}
