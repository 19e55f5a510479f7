import { readFileSync } from 'node:fs';

import { OptionError } from './options';

const FLAG = /^--env-file(?:-if-exists)?(?:=(.+))?$/;
const SETTING = /^\s*(?:export\s+)?(\w+)\s*=\s*(.*)$/;
const QUOTED = /^(?:"[^"]*"|'[^']*'|`[^`]*`)/;

/**
 * Looks at the files that Node took settings from, by the arguments that Node
 * itself got. Node ends a value at `#`, so a password would lose its end without
 * a word, and a quote that is not closed takes the settings of the next lines. Throws
 * an `OptionError` that names the setting where a value has one of the two.
 */
export function requireWholeSettings(nodeArgs: readonly string[]): void {
  for (const path of environmentFilesOf(nodeArgs)) {
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      const [, name, value = ''] = SETTING.exec(line) ?? [];
      const outside = value.replace(QUOTED, '');
      if (outside.includes('#')) {
        throw new OptionError(
          `${name} in ${path} has a #, where its value would end. Put the value in double quotes, and a comment on a line of its own.`,
        );
      }
      if (outside === value && /^["'`]/.test(value)) {
        throw new OptionError(
          `${name} in ${path} begins with a quote that its line does not close. Close it, or leave it out.`,
        );
      }
    }
  }
}

function environmentFilesOf(nodeArgs: readonly string[]): string[] {
  return nodeArgs.flatMap((arg, at) => {
    const match = FLAG.exec(arg);
    return match ? [match[1] ?? nodeArgs[at + 1] ?? []].flat() : [];
  });
}
