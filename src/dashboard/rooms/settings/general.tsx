import type { WorkspaceSettings } from "#modules/accounts/contract/settings.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import {
  LongSetting,
  NumberSetting,
  Section,
  SwitchSetting,
  TextSetting,
  ZoneSetting,
} from "./section.tsx";

type Props = { settings: WorkspaceSettings };

export function GeneralSettings({ settings }: Props) {
  return (
    <Section title="Workspace" at="general" values={settings.general}>
      {(draft) => (
        <>
          <TextSetting draft={draft} name="name" label="Name" />
          <ZoneSetting
            draft={draft}
            name="timezone"
            label="Time zone"
            hint="Of new campaigns and of days in the report."
          />
          <TextSetting
            draft={draft}
            name="from_company"
            label="Company"
            nullable
            hint="Recipients read it in the footer and on the unsubscribe page. Empty: the name above."
          />
          <LongSetting
            draft={draft}
            name="postal_address"
            label="Postal address"
            hint="Several countries ask for it in the footer of commercial mail."
          />
          <TextSetting draft={draft} name="logo_url" label="Logo (https address)" nullable />
        </>
      )}
    </Section>
  );
}

export function ComplianceSettings({ settings }: Props) {
  return (
    <Section title="Leaving" at="compliance" values={settings.compliance}>
      {(draft) => (
        <>
          <LongSetting
            draft={draft}
            name="unsubscribe_text"
            label="Sentence of the footer"
            hint="What stands in [brackets] is the link. Empty: ours."
          />
          <LongSetting
            draft={draft}
            name="unsubscribe_page_text"
            label="Text of the unsubscribe page"
          />
          <SwitchSetting
            draft={draft}
            name="add_unsubscribe_footer"
            label="New campaigns have the footer"
          />
          <SwitchSetting
            draft={draft}
            name="suppress_on_unsubscribe"
            label="Who leaves is suppressed everywhere in this workspace"
          />
          <NumberSetting
            draft={draft}
            name="retention_days"
            label="Days to keep messages, hits and events"
            nullable
            hint="Empty: for ever."
          />
        </>
      )}
    </Section>
  );
}

export function ReportSettings({ settings }: Props) {
  const { workspace } = useWorkspace();
  return (
    <Section title="Public report" at="report" values={settings.report}>
      {(draft) => (
        <>
          <p className="text-text-2">
            Anyone who knows the address reads sums there, never a person or a text:{" "}
            <a href={`/report/${workspace?.slug ?? ""}`} target="_blank" rel="noreferrer">
              /report/{workspace?.slug}
            </a>
          </p>
          <SwitchSetting draft={draft} name="enabled" label="The report is public" />
          <SwitchSetting draft={draft} name="show_campaign_names" label="It names campaigns" />
        </>
      )}
    </Section>
  );
}

export function NoticeSettings({ settings }: Props) {
  return (
    <Section title="Notices" at="notifications" values={settings.notifications}>
      {(draft) => (
        <>
          <SwitchSetting
            draft={draft}
            name="email_enabled"
            label="Send notices by mail"
            hint="A mailbox that fails, a campaign that pauses itself, a webhook that is switched off."
          />
          <TextSetting
            draft={draft}
            name="email"
            label="To"
            nullable
            hint="Empty: the super admins of the install."
          />
          <TextSetting
            draft={draft}
            name="slack"
            label="Slack webhook"
            nullable
            type="password"
            hint={
              settings.notifications.has_slack
                ? "One is stored. A new one replaces it."
                : "Notices go there as well. It is stored sealed and never shown."
            }
          />
        </>
      )}
    </Section>
  );
}
