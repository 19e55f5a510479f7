import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

import { freePort } from '../../../support/free-port';
import type { BrowserKind, DrivenBrowser } from './driven-browser';
import { startDisplay } from './display';

const DRIVER = '/usr/bin/WebKitWebDriver';
const DISPLAY = '/usr/bin/Xvfb';
const MACHINE = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
const PROGRAM = `/usr/lib/${MACHINE}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;
/** A busy machine takes seconds to start the driver. */
const LOOKS = 300;
const LOOK_EVERY_MS = 100;
const PATIENCE_MS = 120_000;

/** WebKitGTK's own small browser, over WebDriver. */
export const webkit: BrowserKind = {
  name: 'WebKitGTK',
  programs: [DRIVER, DISPLAY, PROGRAM],
  start,
};

async function start(): Promise<DrivenBrowser> {
  const display = await startDisplay(DISPLAY);
  const port = await freePort();
  const driver = spawn(DRIVER, ['-p', String(port)], {
    env: { ...process.env, DISPLAY: display.name },
    stdio: 'ignore',
  });
  const ended = once(driver, 'exit');
  const origin = `http://127.0.0.1:${port}`;
  await listens(origin);

  async function ask<T>(
    method: string,
    path: string,
    body?: object,
  ): Promise<T> {
    const reply = await fetch(`${origin}${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { value }: { value: T & { message?: string } } = await reply.json();
    if (!reply.ok) throw new Error(`${path}: ${value.message}`);
    return value;
  }

  const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        browserName: 'MiniBrowser',
        timeouts: { script: PATIENCE_MS, pageLoad: PATIENCE_MS },
        'webkitgtk:browserOptions': { binary: PROGRAM, args: ['--automation'] },
      },
    },
  });
  const session = `/session/${sessionId}`;

  return {
    async open(url) {
      await ask('POST', `${session}/url`, { url });
    },
    async read(expression) {
      const script = `const done = arguments[0];
        Promise.resolve(${expression}).then(
          (value) => done({ value: String(value) }),
          (error) => done({ error: String(error) }),
        );`;
      const { value = '', error } = await ask<{
        value?: string;
        error?: string;
      }>('POST', `${session}/execute/async`, { script, args: [] });
      if (error) throw new Error(error);
      return value;
    },
    async act(actions) {
      await ask('POST', `${session}/actions`, { actions });
    },
    async picture() {
      const data = await ask<string>('GET', `${session}/screenshot`);
      return Buffer.from(data, 'base64');
    },
    async close() {
      await ask('DELETE', session);
      driver.kill();
      await ended;
      await display.close();
    },
  };
}

async function listens(origin: string): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    const isThere = await fetch(`${origin}/status`).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await pause(LOOK_EVERY_MS);
  }
  throw new Error('The driver of WebKitGTK does not answer');
}
