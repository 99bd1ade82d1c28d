import { Check, Copy as CopyIcon } from "lucide-react";
import { useState } from "react";
import { Button } from "./button.tsx";
import { t } from "#dashboard/words/words.ts";

/** Copies a text: a record, a key, an address. */
export function Copy({ text, label }: { text: string; label: string }) {
  const [done, setDone] = useState(false);
  return (
    <Button
      look="ghost"
      size="small"
      icon
      aria-label={done ? t("Copied") : label}
      title={done ? t("Copied") : label}
      onClick={() => {
        void navigator.clipboard.writeText(text).then(() => {
          setDone(true);
          setTimeout(() => setDone(false), 2_000);
        });
      }}
    >
      {done ? <Check size={14} aria-hidden="true" /> : <CopyIcon size={14} aria-hidden="true" />}
    </Button>
  );
}
