import type { WorkspaceSettings } from "#modules/accounts/contract/settings.ts";
import { NumberSetting, Section, SwitchSetting } from "./section.tsx";

type Props = { settings: WorkspaceSettings };

export function SendingSettings({ settings }: Props) {
  return (
    <Section title="New mailboxes and campaigns begin with" at="sending" values={settings.sending}>
      {(draft) => (
        <>
          <div className="grid gap-4 wide:grid-cols-3">
            <NumberSetting
              draft={draft}
              name="default_daily_limit"
              label="Mails a day and mailbox"
            />
            <NumberSetting draft={draft} name="min_gap_seconds" label="Seconds between two mails" />
            <NumberSetting
              draft={draft}
              name="max_per_domain_per_day"
              label="Mails a day to one domain"
              hint="0: no limit."
            />
          </div>
          <NumberSetting
            draft={draft}
            name="ooo_fallback_days"
            label="Days to wait after an absence notice without a date"
          />
          <SwitchSetting
            draft={draft}
            name="strict_start"
            label="A campaign that lacks steps, mailboxes or leads cannot start"
          />
          <SwitchSetting
            draft={draft}
            name="cross_campaign_dedupe"
            label="A lead of another active campaign is left out"
          />
        </>
      )}
    </Section>
  );
}

export function GuardrailSettings({ settings }: Props) {
  return (
    <>
      <Section
        title="A campaign pauses itself when mails come back"
        at="guardrails.bounce"
        values={settings.guardrails.bounce}
      >
        {(draft) => (
          <div className="grid gap-4 wide:grid-cols-3">
            <NumberSetting
              draft={draft}
              name="threshold_pct"
              label="Percent bounced"
              hint="0 switches it off."
            />
            <NumberSetting draft={draft} name="min_sample" label="Of at least so many mails" />
            <NumberSetting draft={draft} name="window_days" label="Within days" />
          </div>
        )}
      </Section>
      <Section
        title="… or when people complain"
        at="guardrails.complaint"
        values={settings.guardrails.complaint}
      >
        {(draft) => (
          <NumberSetting
            draft={draft}
            name="threshold_pct"
            label="Percent of complaints"
            hint="0 switches it off."
          />
        )}
      </Section>
      <Section
        title="A mailbox stops when servers refuse its mail"
        at="guardrails.block"
        values={settings.guardrails.block}
      >
        {(draft) => (
          <div className="grid gap-4 wide:grid-cols-2">
            <NumberSetting draft={draft} name="at_least" label="Refused mails" />
            <NumberSetting draft={draft} name="min_domains" label="At so many domains" />
            <NumberSetting
              draft={draft}
              name="share_pct"
              label="Percent of its mails"
              hint="101: it never stops by itself."
            />
            <NumberSetting draft={draft} name="window_hours" label="Within hours" />
          </div>
        )}
      </Section>
    </>
  );
}
