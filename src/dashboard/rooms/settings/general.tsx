import type { WorkspaceSettings } from "#modules/accounts/contract/settings.ts";
import { FOOTER_TEXTS } from "#modules/campaigns/rules/template/recipient-language.ts";
import { LogoField } from "#dashboard/rooms/front/logo-field.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";
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
    <Section title={t("Workspace")} at="general" values={settings.general}>
      {(draft) => (
        <>
          <TextSetting draft={draft} name="name" label={t("Name")} />
          <ZoneSetting
            draft={draft}
            name="timezone"
            label={t("Time zone")}
            hint={t("For new campaigns and for the days of the report.")}
          />
          <TextSetting
            draft={draft}
            name="from_company"
            label={t("Company")}
            nullable
            placeholder={t("{text}, default", { text: settings.general.name })}
            hint={t("Shown in the footer and on the unsubscribe page.")}
          />
          <LongSetting
            draft={draft}
            name="postal_address"
            label={t("Postal address")}
            hint={t("Shown in the footer. Many countries require it in commercial email.")}
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
          ? t("Now {url}. Choose a file in its place: PNG, JPEG or WebP.", { url: logo })
          : t("Shown on the public report. PNG, JPEG or WebP, preferably square.")
      }
      error={draft.error(name)}
      disabled={!may("settings.edit")}
      onChange={(next) => draft.set(name, next)}
    />
  );
}

export function ComplianceSettings({ settings }: Props) {
  return (
    <Section title={t("Unsubscribe")} at="compliance" values={settings.compliance}>
      {(draft) => (
        <>
          <LongSetting
            draft={draft}
            name="unsubscribe_text"
            label={t("Footer text")}
            placeholder={t("{text}, default", { text: FOOTER_TEXTS.en })}
            hint={t("Text in [brackets] becomes the link.")}
          />
          <LongSetting
            draft={draft}
            name="unsubscribe_page_text"
            label={t("Unsubscribe page text")}
            placeholder={t("Default text")}
          />
          <SwitchSetting
            draft={draft}
            name="add_unsubscribe_footer"
            label={t("Add the unsubscribe footer to new campaigns")}
          />
          <SwitchSetting
            draft={draft}
            name="suppress_on_unsubscribe"
            label={t("Suppress unsubscribed leads in the whole workspace")}
          />
          <NumberSetting
            draft={draft}
            name="retention_days"
            label={t("Keep messages, opens, clicks and events for (days)")}
            nullable
            placeholder={t("Forever")}
          />
        </>
      )}
    </Section>
  );
}

export function ReportSettings({ settings }: Props) {
  const { workspace } = useWorkspace();
  return (
    <Section title={t("Public report")} at="report" values={settings.report}>
      {(draft) => (
        <>
          <p className="text-text-2">
            <Say
              id={
                "Anyone with the link sees totals, never leads or messages: <0>/report/{slug}</0>"
              }
              values={{ slug: workspace?.slug }}
              parts={{
                0: <a href={`/report/${workspace?.slug ?? ""}`} target="_blank" rel="noreferrer" />,
              }}
            />
          </p>
          <SwitchSetting draft={draft} name="enabled" label={t("Publish the report")} />
          <SwitchSetting
            draft={draft}
            name="show_campaign_names"
            label={t("Show campaign names")}
          />
        </>
      )}
    </Section>
  );
}

export function NoticeSettings({ settings }: Props) {
  return (
    <Section title={t("Notifications")} at="notifications" values={settings.notifications}>
      {(draft) => (
        <>
          <SwitchSetting
            draft={draft}
            name="email_enabled"
            label={t("Send notifications by email")}
            hint={t("When a mailbox fails, a campaign auto-pauses or a webhook is turned off.")}
          />
          <TextSetting
            draft={draft}
            name="email"
            label={t("To")}
            nullable
            placeholder={t("Super admins, default")}
          />
          <TextSetting
            draft={draft}
            name="slack"
            label={t("Slack webhook")}
            nullable
            type="password"
            hint={
              settings.notifications.has_slack
                ? t("A URL is saved. Enter a new one to replace it.")
                : t("Notifications are sent here too. Stored encrypted and never shown.")
            }
          />
        </>
      )}
    </Section>
  );
}
