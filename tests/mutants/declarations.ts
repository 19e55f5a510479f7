import type { ESTree } from 'vite';
import { Visitor } from 'vite';

import type { Source } from '../support/source';
import { parse } from '../support/source';

/** A named part of a file, from `start` up to `end`. */
export interface Declaration {
  /** The names of the declarations that it stands in, the outermost first, and its own: `create.verify`. */
  path: string;
  start: number;
  end: number;
}

type Member =
  | ESTree.MethodDefinition
  | ESTree.PropertyDefinition
  | ESTree.ObjectProperty;

/**
 * The declarations that a name means. A name at the top of the file means that
 * one alone; any other means each declaration whose path ends with it.
 */
export function declarationsNamed(name: string, source: Source): Declaration[] {
  const all = declarationsOf(source);
  const atTheTop = all.filter(({ path }) => path === name);
  if (atTheTop.length > 0) return atTheTop;
  return all.filter(({ path }) => path.endsWith(`.${name}`));
}

/** Functions, classes and their members, constants, and properties of object literals, in the order of the text. */
function declarationsOf(source: Source): Declaration[] {
  const found: (Omit<Declaration, 'path'> & { name: string })[] = [];
  const note = (id: ESTree.Node | null, { start, end }: ESTree.Node) => {
    const name = id && nameOf(id);
    if (name) found.push({ name, start, end });
  };
  const noteMember = (node: Member) => {
    if (!node.computed) note(node.key, node);
  };
  new Visitor({
    FunctionDeclaration: (node) => note(node.id, node),
    ClassDeclaration: (node) => note(node.id, node),
    MethodDefinition: noteMember,
    PropertyDefinition: noteMember,
    VariableDeclarator: (node) => note(node.id, node),
    ObjectExpression({ properties }) {
      for (const each of properties) {
        if (each.type === 'Property' && !each.shorthand) noteMember(each);
      }
    },
  }).visit(parse(source));
  found.sort((one, other) => one.start - other.start);
  return found.map(({ start, end }) => {
    const around = found.filter(
      (each) => each.start <= start && end <= each.end,
    );
    return { path: around.map(({ name }) => name).join('.'), start, end };
  });
}

/** Undefined for a pattern. */
function nameOf(id: ESTree.Node): string | undefined {
  if (id.type === 'Identifier') return id.name;
  return id.type === 'Literal' ? String(id.value) : undefined;
}
