import type { Plugin } from 'vite';

const NAMING = /^\s*[\w$]+\.displayName = "[^"]*";?$/gm;
const MAKING = /= ((?:[\w$]+\.)?(?:createContext|forwardRef|memo)\()/g;

/**
 * Lets components and contexts of packages that nothing uses fall out of the build:
 * what makes them is marked as free of side effects, and the names that only tools for
 * developers read are left out. Without it react-router keeps its links for servers.
 */
export function pureComponents(): Plugin {
  return {
    name: 'pure-components',
    apply: 'build',
    transform: {
      filter: { id: /node_modules/ },
      handler(code) {
        const pure = code
          .replace(NAMING, '')
          .replace(MAKING, '= /* @__PURE__ */ $1');
        return pure === code ? null : { code: pure, map: null };
      },
    },
  };
}
