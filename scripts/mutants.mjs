/**
 * `npm run mutants [-- name...] [--jobs N] [--quick] [--write]`: which test
 * notices each deliberate defect of `tests/mutants/`.
 *
 * Each mutant is put alone into a copy of the tree, the suites that should
 * notice it run there, and the first test that fails is printed. Names select
 * the mutants whose names contain one of them; `--quick` leaves the stories of
 * the simulation out; `--write` notes in `tests/mutants/README.md` who
 * noticed.
 *
 * Exits with 1 when a mutant survives without a known reason, when one does not
 * fit the code any more, and when the suites are not green without a mutant.
 */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join, sep } from 'node:path';
import { parseArgs } from 'node:util';

import { tsImport } from 'tsx/esm/api';

import { installMissing, requireNode } from './install.mjs';
import { runQuietly, root, tool } from './run.mjs';

/** Not part of the tree: packages are linked, the rest is made by builds and runs. */
const LEFT_OUT = new Set(['.git', '.data', 'dist', 'node_modules']);
const TEST_TIMEOUT_MS = 120_000;
/** A suite that takes longer hangs: that is no answer to who notices a mutant. */
const SUITE_TIMEOUT_MS = 20 * 60_000;
const TABLE = join(root, 'tests', 'mutants', 'README.md');

const { values, positionals: names } = parseArgs({
  options: {
    jobs: { type: 'string' },
    quick: { type: 'boolean' },
    write: { type: 'boolean' },
  },
  allowPositionals: true,
});

requireNode();
await installMissing();
const { mutants } = await tsImport('../tests/mutants/list.ts', import.meta.url);
const { applyMutant } = await tsImport(
  '../tests/mutants/apply.ts',
  import.meta.url,
);
const { withTable } = await tsImport(
  '../tests/mutants/table.ts',
  import.meta.url,
);
const chosen = mutants.filter(
  ({ name }) => names.length === 0 || names.some((part) => name.includes(part)),
);
if (chosen.length === 0) fail(`No mutant is named ${names.join(', ')}.`);
for (const mutant of chosen) mutated(mutant, root);

const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
const ending = new AbortController();
process.on('exit', () => {
  ending.abort();
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => process.exit(1));
}

const jobs = Number(values.jobs ?? Math.min(2, availableParallelism()));
const trees = Array.from({ length: jobs }, (_, n) =>
  copyTree(join(folder, `${n}`)),
);

console.log('Without a mutant:');
await inTurn(baseline(chosen), async (suite, tree) => {
  const end = await runSuite(tree, suite);
  if (end !== undefined) fail(`  ${wordsOf(suite)}: not green: ${end}`);
  console.log(`  ${wordsOf(suite)}: green`);
});

const noticed = new Map();
let done = 0;
await inTurn(chosen, async (mutant, tree) => {
  const startedAt = Date.now();
  const by = await noticedBy(mutant, tree);
  noticed.set(mutant.name, by);
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(0);
  done += 1;
  const place = `${done}/${chosen.length}`.padStart(7);
  console.log(`${place} ${mutant.name} (${seconds} s): ${by ?? 'SURVIVED'}`);
});

console.log('\nmutant | noticed by');
for (const { name, survives } of chosen) {
  const by = noticed.get(name);
  const known = survives === undefined ? 'SURVIVED' : `survives: ${survives}`;
  console.log(`${name} | ${by ?? known}`);
}
const survivors = chosen.filter(
  ({ name, survives }) => !noticed.get(name) && survives === undefined,
);
for (const { name, survives } of chosen) {
  if (survives === undefined || !noticed.get(name)) continue;
  console.log(`${name} is noticed now: remove its reason from the list.`);
}
if (values.write) {
  const found = [...noticed].filter(([, by]) => by !== undefined);
  const page = readFileSync(TABLE, 'utf8');
  writeFileSync(TABLE, withTable(page, mutants, new Map(found)));
}
if (survivors.length > 0) fail(`${survivors.length} survived.`);

/** Says why and ends. */
function fail(words) {
  console.error(words);
  process.exit(1);
}

/** Works a list with one worker for each copy of the tree. */
async function inTurn(items, work) {
  const left = [...items];
  const worker = async (tree) => {
    for (let item = left.shift(); item; item = left.shift()) {
      await work(item, tree);
    }
  };
  await Promise.all(trees.map(worker));
}

/** A copy of the tree, with the installed packages linked into it. */
function copyTree(to) {
  cpSync(root, to, {
    recursive: true,
    filter: (path) =>
      path === root || !LEFT_OUT.has(path.slice(root.length + 1).split(sep)[0]),
  });
  // Each package by itself, so that the caches of the tools are not shared.
  const modules = join(to, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name.startsWith('.')) continue;
    symlinkSync(
      join(root, 'node_modules', name),
      join(modules, name),
      'junction',
    );
  }
  return to;
}

/** The text of a mutant's file, without and with the mutant. */
function mutated(mutant, tree) {
  const text = readFileSync(join(tree, mutant.file), 'utf8');
  const applied = applyMutant(mutant, text);
  if (!applied.ok) fail(`${mutant.name}: ${applied.trouble}.`);
  return { text, mutant: applied.text };
}

/** What has to be green without a mutant, everything once. */
function baseline(some) {
  return runsOf({
    suites: [...new Set(some.flatMap(({ suites }) => suites))],
    stories: Math.max(...some.map(({ stories = 0 }) => stories)),
  });
}

/** The runs of vitest that suites and stories ask for, the fast one first. */
function runsOf({ suites, stories }) {
  return [
    ...(suites.length > 0 ? [{ files: suites }] : []),
    ...(stories && !values.quick ? [{ stories }] : []),
  ];
}

function wordsOf({ files, stories }) {
  return files ? files.join(' ') : `${stories} stories`;
}

/** The first test that fails with the mutant; undefined: none does. */
async function noticedBy(mutant, tree) {
  const path = join(tree, mutant.file);
  const texts = mutated(mutant, tree);
  writeFileSync(path, texts.mutant);
  try {
    for (const suite of runsOf(mutant)) {
      const by = await runSuite(tree, suite);
      if (by !== undefined) return by;
    }
    return undefined;
  } finally {
    writeFileSync(path, texts.text);
  }
}

/** @returns the first test that failed, in words; undefined when all passed. */
async function runSuite(
  tree,
  { files = ['tests/simulation/stories'], stories },
) {
  const report = join(tree, 'node_modules', '.report.json');
  rmSync(report, { force: true });
  const code = await runQuietly(
    process.execPath,
    [
      tool('vitest'),
      'run',
      ...files,
      '--bail=1',
      '--maxWorkers=1',
      // On a busy machine a test that is late would pass for one that notices.
      `--testTimeout=${TEST_TIMEOUT_MS}`,
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    {
      cwd: tree,
      signal: ending.signal,
      timeoutMs: SUITE_TIMEOUT_MS,
      env: stories
        ? { SIMULATION_RUNS: String(stories), SIMULATION_SHRINKS: 'no' }
        : {},
    },
  );
  if (code === 0) return undefined;
  const { testResults = [] } = readReport(report);
  for (const { name, assertionResults } of testResults) {
    const test = assertionResults.find(({ status }) => status === 'failed');
    if (test) return inWords(basename(name), test);
  }
  // A file that cannot even be loaded says nothing about a mutant.
  const broken = testResults.find(({ status }) => status === 'failed');
  return fail(`The tests do not run: ${broken?.message ?? `code ${code}`}`);
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // It was ended before it wrote one.
    return {};
  }
}

/** A story is known by its number. */
function inWords(file, { fullName, failureMessages: [message = ''] }) {
  const [, story] = /seed: (-?\d+)/.exec(message) ?? [];
  return story === undefined
    ? `${file} "${fullName.trim()}"`
    : `story ${story}`;
}
