import { root, run } from './run.mjs';

/** One script of this folder as a step: its name, and what answers its exit code. */
export function script(name, ...args) {
  return [
    [name, ...args].join(' '),
    () => run(process.execPath, [`${root}/scripts/${name}.mjs`, ...args]),
  ];
}

/** Steps that run side by side, as one that fails when any of them does. */
export function sideBySide(...steps) {
  return [
    steps.map(([name]) => name).join(', '),
    async () => {
      const codes = await Promise.all(steps.map(([, step]) => step()));
      return codes.find((code) => code !== 0) ?? 0;
    },
  ];
}

/**
 * Runs steps one after the other up to the first that fails, prints how long
 * each took and answers the exit code.
 */
export async function runSteps(steps) {
  const lines = [];
  let code = 0;
  for (const [name, step] of steps) {
    console.log(`\n== ${name}`);
    const startedAt = Date.now();
    code = await step();
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    const word = code === 0 ? 'passed' : 'FAILED';
    lines.push(`  ${name.padEnd(12)} ${word} in ${seconds} s`);
    if (code !== 0) break;
  }
  console.log(`\n${lines.join('\n')}`);
  return code;
}
