import type { FooterWords } from "#modules/campaigns/rules/template/footer.ts";
import type { SettingsValues } from "#modules/accounts/settings/read-settings.ts";

/** What a workspace's settings say of the footer of its mails. */
export const footerWords = ({ general, compliance }: SettingsValues): FooterWords => ({
  unsubscribeText: compliance.unsubscribe_text,
  company: general.from_company,
  postalAddress: general.postal_address,
});
