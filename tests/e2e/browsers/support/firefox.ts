import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { WebSocket } from 'ws';

import type { BrowserKind, DrivenBrowser } from './driven-browser';

/** Debian's name and that of others. */
const PROGRAM =
  ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) =>
    existsSync(path),
  ) ?? 'firefox';
const LISTENS = /WebDriver BiDi listening on (ws:\S+)/;

/** Firefox, over WebDriver BiDi. */
export const firefox: BrowserKind = {
  name: 'Firefox',
  programs: [PROGRAM],
  start,
};

/** As much of an answer as is read. */
interface Answer {
  id?: number;
  error?: string;
  message?: string;
  result?: {
    contexts?: { context: string }[];
    data?: string;
    exceptionDetails?: { text: string };
    result?: { value?: unknown };
  };
}

async function start(): Promise<DrivenBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'vmo-firefox-'));
  const args = ['--headless', '--no-remote', '--profile', profile];
  const child = spawn(
    PROGRAM,
    [...args, '--remote-debugging-port', '0', 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(child, 'exit');
  const address = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (piece) => {
      said += String(piece);
      const found = LISTENS.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`Firefox ended\n${said}`)));
  });
  const line = new WebSocket(`${address}/session`);
  await once(line, 'open');

  const waiting = new Map<number, (answer: Answer) => void>();
  line.on('message', (text) => {
    const answer: Answer = JSON.parse(String(text));
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  let last = 0;
  async function ask(method: string, params: object) {
    last += 1;
    const id = last;
    const answered = new Promise<Answer>((resolve) => {
      waiting.set(id, resolve);
    });
    line.send(JSON.stringify({ id, method, params }));
    const { error, message, result = {} } = await answered;
    waiting.delete(id);
    if (error) throw new Error(`${method}: ${error}, ${message}`);
    return result;
  }

  await ask('session.new', { capabilities: {} });
  const { contexts = [] } = await ask('browsingContext.getTree', {});
  const context = contexts[0]?.context;

  return {
    async open(url) {
      await ask('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async read(expression) {
      const { exceptionDetails, result } = await ask('script.evaluate', {
        expression,
        target: { context },
        awaitPromise: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return String(result?.value ?? '');
    },
    async act(actions) {
      await ask('input.performActions', { context, actions });
    },
    async picture() {
      const { data = '' } = await ask('browsingContext.captureScreenshot', {
        context,
      });
      return Buffer.from(data, 'base64');
    },
    async close() {
      line.close();
      child.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
