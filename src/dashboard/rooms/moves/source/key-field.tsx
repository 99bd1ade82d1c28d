import type { Rival } from "#modules/moving/rules/found.ts";
import { RIVAL_NAMES } from "#modules/moving/rules/states.ts";
import { Copy } from "#dashboard/parts/copy.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { RIVAL_HELP } from "#dashboard/rooms/moves/rivals.ts";
import { t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";

/** A key of the other product, with where it is found and what it must allow. */
export function KeyField({ rival, error }: { rival: Rival; error: string | null }) {
  const { where, scopes, whole } = RIVAL_HELP[rival];
  const product = RIVAL_NAMES[rival];
  return (
    <div className="grid gap-2">
      <TextField
        label={t("API key of {product}", { product })}
        name="key"
        type="password"
        autoComplete="off"
        spellCheck={false}
        required
        hint={t("At {product}: {where} It is stored encrypted and only used to read.", {
          product,
          where,
        })}
        error={error}
      />
      <div className="flex items-start gap-2 text-12 text-text-2">
        <p className="min-w-0 flex-1">
          {scopes.length > 0 && (
            <>
              <Say
                id="Scopes that it needs: <0/>."
                parts={{ 0: <code className="break-words">{scopes.join(" ")}</code> }}
              />{" "}
            </>
          )}
          {whole}
        </p>
        {scopes.length > 0 && <Copy text={scopes.join(" ")} label={t("Copy the scopes")} />}
      </div>
    </div>
  );
}
