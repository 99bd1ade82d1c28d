import { signOut } from "#dashboard/api/session.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Front } from "#dashboard/rooms/front/front.tsx";
import { t } from "#dashboard/words/words.ts";
import { FactorPanels } from "./factors.tsx";

/** All that somebody can do whose role needs a second factor that they do not have. */
export function SetFactor() {
  return (
    <Front
      title={t("Set a second factor")}
      lead={t("Your role needs one. Add a passkey or an authenticator app to continue.")}
    >
      <div className="grid gap-4">
        <FactorPanels onFirst={() => location.reload()} />
        <div>
          <Button look="ghost" onClick={() => void signOut()}>
            {t("Sign out")}
          </Button>
        </div>
      </div>
    </Front>
  );
}
