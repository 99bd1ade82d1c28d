import type { CompiledMessage } from "@lingui/message-utils/compileMessage";

const files = import.meta.glob<Readonly<Record<string, CompiledMessage>>>("./es/*.json", {
  eager: true,
  import: "default",
});

export const catalog: Readonly<Record<string, CompiledMessage>> = Object.assign(
  {},
  ...Object.values(files),
);
