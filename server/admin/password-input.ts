import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { ReadStream } from 'node:tty';

import { MIN_PASSWORD_LENGTH } from '../services/secret-rules';
import { AdminError } from './admin-error';

const GENERATED_BYTES = 18;

type Input = NodeJS.ReadableStream & Partial<Pick<ReadStream, 'isTTY'>>;

export function generatePassword(): string {
  return randomBytes(GENERATED_BYTES).toString('base64url');
}

/**
 * A new password: typed twice without echo at a terminal, else the first line
 * of the input. Rejects with an `AdminError` when it cannot be used.
 */
export async function readPassword(
  input: Input,
  say: (text: string) => void,
): Promise<string> {
  const password = await readLine(input, 'New password: ', say);
  if (password.length < MIN_PASSWORD_LENGTH) {
    throw new AdminError(
      `A password must have at least ${MIN_PASSWORD_LENGTH} characters.`,
    );
  }
  if (!input.isTTY) return password;
  const again = await readLine(input, 'The same again: ', say);
  if (again === password) return password;
  throw new AdminError('The two passwords differ.');
}

function readLine(
  input: Input,
  label: string,
  say: (text: string) => void,
): Promise<string> {
  const isTerminal = input.isTTY === true;
  // A terminal shows what is typed unless the echo goes nowhere.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input,
    output: silent,
    terminal: isTerminal,
  });
  if (isTerminal) say(label);
  return new Promise((resolve, reject) => {
    lines.once('line', (line) => {
      resolve(line);
      lines.close();
    });
    lines.once('close', () => {
      if (isTerminal) say('\n');
      reject(new AdminError('No password was given.'));
    });
  });
}
