import type { WorkspaceSettings } from "#modules/accounts/contract/settings.ts";
import { FOOTER_TEXTS } from "#modules/campaigns/rules/template/recipient-language.ts";
import { LogoField } from "#dashboard/rooms/front/logo-field.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import {
  type Draft,
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
            hint="For new campaigns and for the days of the report."
          />
          <TextSetting
            draft={draft}
            name="from_company"
            label="Company"
            nullable
            placeholder={`${settings.general.name}, default`}
            hint="Shown in the footer and on the unsubscribe page."
          />
          <LongSetting
            draft={draft}
            name="postal_address"
            label="Postal address"
            hint="Shown in the footer. Many countries require it in commercial email."
          />
          <LogoSetting draft={draft} name="logo_url" />
        </>
      )}
    </Section>
  );
}

/** A picture from a file; an address that was given before stands in words, because pages load no foreign pictures. */
function LogoSetting({ draft, name }: { draft: Draft; name: string }) {
  const { may } = useWorkspace();
  const logo = String(draft.value(name) ?? "") || null;
  const isAddress = logo?.startsWith("https:");
  return (
    <LogoField
      small
      logo={logo}
      hint={
        isAddress
          ? `Now ${logo}. Choose a file in its place: PNG, JPEG or WebP.`
          : "Shown on the public report. PNG, JPEG or WebP, preferably square."
      }
      error={draft.error(name)}
      disabled={!may("settings.edit")}
      onChange={(next) => draft.set(name, next)}
    />
  );
}

export function ComplianceSettings({ settings }: Props) {
  return (
    <Section title="Unsubscribe" at="compliance" values={settings.compliance}>
      {(draft) => (
        <>
          <LongSetting
            draft={draft}
            name="unsubscribe_text"
            label="Footer text"
            placeholder={`${FOOTER_TEXTS.en}, default`}
            hint="Text in [brackets] becomes the link."
          />
          <LongSetting
            draft={draft}
            name="unsubscribe_page_text"
            label="Unsubscribe page text"
            placeholder="Default text"
          />
          <SwitchSetting
            draft={draft}
            name="add_unsubscribe_footer"
            label="Add the unsubscribe footer to new campaigns"
          />
          <SwitchSetting
            draft={draft}
            name="suppress_on_unsubscribe"
            label="Suppress unsubscribed leads in the whole workspace"
          />
          <NumberSetting
            draft={draft}
            name="retention_days"
            label="Keep messages, opens, clicks and events for (days)"
            nullable
            placeholder="Forever"
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
            Anyone with the link sees totals, never leads or messages:{" "}
            <a href={`/report/${workspace?.slug ?? ""}`} target="_blank" rel="noreferrer">
              /report/{workspace?.slug}
            </a>
          </p>
          <SwitchSetting draft={draft} name="enabled" label="Publish the report" />
          <SwitchSetting draft={draft} name="show_campaign_names" label="Show campaign names" />
        </>
      )}
    </Section>
  );
}

export function NoticeSettings({ settings }: Props) {
  return (
    <Section title="Notifications" at="notifications" values={settings.notifications}>
      {(draft) => (
        <>
          <SwitchSetting
            draft={draft}
            name="email_enabled"
            label="Send notifications by email"
            hint="When a mailbox fails, a campaign auto-pauses or a webhook is turned off."
          />
          <TextSetting
            draft={draft}
            name="email"
            label="To"
            nullable
            placeholder="Super admins, default"
          />
          <TextSetting
            draft={draft}
            name="slack"
            label="Slack webhook"
            nullable
            type="password"
            hint={
              settings.notifications.has_slack
                ? "A URL is saved. Enter a new one to replace it."
                : "Notifications are sent here too. Stored encrypted and never shown."
            }
          />
        </>
      )}
    </Section>
  );
}
