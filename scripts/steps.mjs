import { readFileSync } from 'node:fs';

import { root, run } from './run.mjs';

/** Ticks of the processor clock in a second, on every Linux. */
const TICKS = 100;

/** So much of the end of a failed step is printed again. */
const LETTERS_AGAIN = 6_000;

/** One script of this folder as a step: its name, and what answers its exit code. */
export function script(name, ...args) {
  return [
    [name, ...args].join(' '),
    (hear) =>
      run(process.execPath, [`${root}/scripts/${name}.mjs`, ...args], {}, hear),
  ];
}

/**
 * Steps that run side by side, as one that fails when any of them does. What failed
 * says so again when all have ended: the output of the others hides it.
 */
export function sideBySide(...steps) {
  return [
    steps.map(([name]) => name).join(', '),
    async () => {
      const ends = await Promise.all(
        steps.map(async ([name, step]) => {
          let end = '';
          const hear = (piece) => {
            end = (end + piece).slice(-LETTERS_AGAIN);
          };
          return { name, code: await step(hear), end };
        }),
      );
      const failed = ends.filter(({ code }) => code !== 0);
      for (const { name, end } of failed) {
        console.log(`\n== ${name} FAILED, at its end:\n${end}`);
      }
      return failed[0]?.code ?? 0;
    },
  ];
}

/**
 * Runs steps one after the other up to the first that fails, prints how long
 * each took and answers the exit code. On a machine that others use, too, the
 * processor time is the figure to compare.
 */
export async function runSteps(steps) {
  const lines = [];
  let code = 0;
  for (const [name, step] of steps) {
    console.log(`\n== ${name}`);
    const startedAt = Date.now();
    const before = processorSeconds();
    code = await step();
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    const word = code === 0 ? 'passed' : 'FAILED';
    const spent = (processorSeconds() - before).toFixed(0);
    const processor = spent === 'NaN' ? '' : `, ${spent} s of processor time`;
    lines.push(`  ${name.padEnd(12)} ${word} in ${seconds} s${processor}`);
    if (code !== 0) break;
  }
  console.log(`\n${lines.join('\n')}`);
  return code;
}

/** Seconds of processor time of all ended children and theirs; NaN where the system does not tell. */
function processorSeconds() {
  try {
    // The name of the program, in brackets, may hold spaces.
    const [, fields] = readFileSync('/proc/self/stat', 'utf8').split(') ');
    const [userTicks, systemTicks] = fields.split(' ').slice(13, 15);
    return (Number(userTicks) + Number(systemTicks)) / TICKS;
  } catch {
    return NaN;
  }
}
