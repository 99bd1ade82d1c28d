import type { Command } from "./command.ts";
import { WrongUsage } from "./failure.ts";
import { COMMON } from "./help.ts";

/** A script for a shell that completes commands and options. Throws `WrongUsage` for another shell. */
export function completionScript(shell: string | undefined, commands: readonly Command[]): string {
  const names = commands.map(({ name }) => name.split(" "));
  const first = [...new Set([...names.map(([word]) => word ?? ""), "completion"])];
  const second = (word: string): string[] =>
    names.flatMap(([one, two]) => (one === word && two !== undefined ? [two] : []));
  const groups = first.filter((word) => second(word).length > 0);
  const options = [
    ...new Set([
      ...Object.keys(COMMON),
      ...commands.flatMap((one) => Object.keys(one.options ?? {})),
    ]),
  ].map((name) => `--${name}`);
  switch (shell ?? "") {
    case "bash":
      return `_outrider() {
  local word="\${COMP_WORDS[COMP_CWORD]}" words="${first.join(" ")}"
  if [ "$COMP_CWORD" -gt 1 ]; then
    case "\${COMP_WORDS[1]}" in
${groups.map((word) => `      ${word}) words="${second(word).join(" ")}" ;;`).join("\n")}
      *) words="" ;;
    esac
  fi
  case "$word" in -*) words="${options.join(" ")}" ;; esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  if [ "$COMP_CWORD" -gt 1 ] && [ \${#COMPREPLY[@]} -eq 0 ]; then COMPREPLY=($(compgen -f -- "$word")); fi
}
complete -F _outrider outrider
`;
    case "zsh":
      return `#compdef outrider
_outrider() {
  if (( CURRENT == 2 )); then compadd ${first.join(" ")}; return; fi
  if [[ $PREFIX == -* ]]; then compadd -- ${options.join(" ")}; return; fi
  if (( CURRENT == 3 )); then
    case $words[2] in
${groups.map((word) => `      ${word}) compadd ${second(word).join(" ")}; return ;;`).join("\n")}
    esac
  fi
  _files
}
compdef _outrider outrider
`;
    case "fish":
      return [
        ...first.map((word) => `complete -c outrider -n __fish_use_subcommand -a ${word}`),
        ...groups.map(
          (word) =>
            `complete -c outrider -n "__fish_seen_subcommand_from ${word}" -a "${second(word).join(" ")}"`,
        ),
        ...options.map((name) => `complete -c outrider -l ${name.slice(2)}`),
        "",
      ].join("\n");
    default:
      throw new WrongUsage("Name the shell: bash, zsh or fish.");
  }
}
