import { t } from "#dashboard/words/words.ts";

type Named = (id: string) => string;

const KINDS: Readonly<Record<string, Named>> = {
  api_key: (id) => t("API key {id}", { id }),
  assignment: (id) => t("assignment {id}", { id }),
  campaign: (id) => t("campaign {id}", { id }),
  dead_letter: (id) => t("dead letter {id}", { id }),
  exchange: (id) => t("exchange {id}", { id }),
  import_link: (id) => t("import link {id}", { id }),
  install_key: (id) => t("install key {id}", { id }),
  install_suppression: (id) => t("install suppression {id}", { id }),
  integration: (id) => t("integration {id}", { id }),
  invitation: (id) => t("invitation {id}", { id }),
  lead: (id) => t("lead {id}", { id }),
  list: (id) => t("list {id}", { id }),
  mailbox: (id) => t("mailbox {id}", { id }),
  move: (id) => t("move {id}", { id }),
  note: (id) => t("note {id}", { id }),
  oauth_client: (id) => t("oauth client {id}", { id }),
  organisation: (id) => t("organisation {id}", { id }),
  passkey: (id) => t("passkey {id}", { id }),
  "placement test": (id) => t("placement test {id}", { id }),
  reply_template: (id) => t("reply template {id}", { id }),
  rule: (id) => t("rule {id}", { id }),
  seed: (id) => t("seed {id}", { id }),
  segment: (id) => t("segment {id}", { id }),
  send: (id) => t("send {id}", { id }),
  step: (id) => t("step {id}", { id }),
  suppression: (id) => t("suppression {id}", { id }),
  tag: (id) => t("tag {id}", { id }),
  task: (id) => t("task {id}", { id }),
  template: (id) => t("template {id}", { id }),
  thread: (id) => t("thread {id}", { id }),
  user: (id) => t("user {id}", { id }),
  validation: (id) => t("validation {id}", { id }),
  webhook: (id) => t("webhook {id}", { id }),
  workspace: (id) => t("workspace {id}", { id }),
};

/** "campaign 31". A kind of a newer server is shown as it is. */
export const recordName = (type: string, id: string): string =>
  KINDS[type]?.(id) ?? `${type.replaceAll("_", " ")} ${id}`;
