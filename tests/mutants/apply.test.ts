import { describe, expect, it } from 'vitest';

import { applyMutant } from './apply';

const FILE = 'src/sender.ts';

const CODE = `
export const create = {
  async verify(op: Op) {
    const found = await find(op, 'phone');
    return found ? 'applied' : 'notApplied';
  },
};

export const update = {
  verify: async (op: Op) => {
    return isSame(op) ? 'applied' : 'notApplied';
  },
};

function verifyAll(ops: Op[]) {
  const isOpen = (op: Op) => op.state !== 'done';
  return ops.filter(isOpen).map((op) => check(op, ops.length));
}
`;

/** The code with a mutant, or the words that say why there is none. */
function applied(
  within: string,
  find: string,
  replace: string,
  code = CODE,
): string {
  const result = applyMutant({ file: FILE, within, find, replace }, code);
  return result.ok ? result.text : result.trouble;
}

describe('a mutant', () => {
  it('is put into the function that it names, and nowhere else', () => {
    const find = `'applied' : 'notApplied'`;
    const mutated = applied('update.verify', find, `'applied' : 'unsure'`);
    expect(mutated).toBe(
      CODE.replace(
        `isSame(op) ? 'applied' : 'notApplied'`,
        `isSame(op) ? 'applied' : 'unsure'`,
      ),
    );
  });

  it.each([
    ['a function', 'verifyAll'],
    ['a constant inside of it', 'isOpen'],
    ['the constant with the name of the function', 'verifyAll.isOpen'],
  ])('finds %s by its name', (_what, within) => {
    const mutated = applied(within, `'done'`, `'open'`);
    expect(mutated).toBe(CODE.replace(`'done'`, `'open'`));
  });

  it('finds a method of a class, and a key that is a text', () => {
    const code = `class Store { add() { return 1; } }
const kinds = { 'note.add': { resend: 'never' }, 'note.drop': { resend: 'never' } };`;
    expect(applied('Store.add', 'return 1;', 'return 2;', code)).toContain(
      'add() { return 2; }',
    );
    expect(applied('note.drop', `'never'`, `'safe'`, code)).toContain(
      `'note.drop': { resend: 'safe' }`,
    );
  });

  it('takes a name at the top of the file before the same name inside', () => {
    const code = `function load() { return first; }
function start() { const load = () => first; }`;
    expect(applied('load', 'first', 'second', code)).toBe(
      code.replace('first', 'second'),
    );
  });

  it('puts its text there as it is, signs of a pattern too', () => {
    expect(applied('create.verify', `'phone'`, `'$&$1'`)).toBe(
      CODE.replace(`'phone'`, () => `'$&$1'`),
    );
  });
});

describe('the formatter', () => {
  const find = 'return ops.filter(isOpen).map((op) => check(op, ops.length));';

  it.each([
    [
      'indents it',
      `\n\t\treturn  ops.filter(isOpen).map((op) => check(op, ops.length));`,
    ],
    [
      'wraps it',
      `return ops
        .filter(isOpen)
        .map((op) =>
          check(
            op,
            ops.length,
          ),
        );`,
    ],
  ])('may change a text: it %s', (_how, formatted) => {
    const code = CODE.replace(find, formatted);
    const mutated = applied('verifyAll', find, 'return [];', code);
    expect(mutated).toBe(code.replace(formatted.trim(), 'return [];'));
  });

  it('may put a wrapped text on one line', () => {
    const wrapped = `check(\n  op,\n  ops.length,\n)`;
    expect(applied('verifyAll', wrapped, 'op')).toBe(
      CODE.replace('check(op, ops.length)', 'op'),
    );
  });

  it('may remove the comma that ends a text', () => {
    expect(applied('verifyAll', 'ops.length,', '0,')).toBe(
      CODE.replace('ops.length', '0,'),
    );
  });

  it('joins no words', () => {
    expect(applied('verifyAll', 'returnops', '')).toContain('0 times');
    expect(applied('verifyAll', 'ret urn', '')).toContain('0 times');
  });
});

describe('a mutant that cannot be put into the code says why', () => {
  it.each([
    [
      'a text that stands twice',
      'verifyAll',
      'isOpen',
      'its text stands 2 times within verifyAll of src/sender.ts',
    ],
    [
      'a text that moved to another function',
      'update.verify',
      `find(op, 'phone')`,
      'its text stands 0 times within update.verify of src/sender.ts',
    ],
    [
      'a text that is partly outside of it',
      'isOpen',
      `'done'; return`,
      'its text stands 0 times within isOpen of src/sender.ts',
    ],
    [
      'a name that is gone',
      'remove.verify',
      `'applied'`,
      'remove.verify is not declared in src/sender.ts',
    ],
    [
      'a name that is not unique',
      'verify',
      `'applied'`,
      'verify is declared more than once in src/sender.ts: create.verify, update.verify',
    ],
  ])('%s', (_what, within, find, trouble) => {
    expect(applied(within, find, '')).toBe(trouble);
  });
});
