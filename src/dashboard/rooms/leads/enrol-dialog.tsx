import type { UseMutationResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { AddToCampaignAnswer } from "#modules/campaigns/contract/enrol.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { t } from "#dashboard/words/words.ts";
import { EnrolOutcome } from "./enrol-outcome.tsx";

/** Adds leads to a campaign, then shows which were skipped and why. */
export function EnrolDialog({
  title,
  add,
  mayAdd,
  onClose,
  children,
}: {
  title: string;
  add: UseMutationResult<AddToCampaignAnswer, Error, void>;
  mayAdd: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      acts={
        add.data ? (
          <Button look="primary" onClick={onClose}>
            {t("Done")}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t("Cancel")}</Button>
            <Button
              look="primary"
              busy={add.isPending}
              disabled={!mayAdd}
              onClick={() => add.mutate()}
            >
              {t("Add leads")}
            </Button>
          </>
        )
      }
    >
      {add.data ? <EnrolOutcome answer={add.data} /> : children}
      {add.error && (
        <Note tone="bad" title={t("The leads could not be added.")}>
          {sentenceOf(add.error)}
        </Note>
      )}
    </Dialog>
  );
}
