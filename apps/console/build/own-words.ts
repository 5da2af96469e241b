import type { Plugin } from 'vite';

/**
 * Empties the dictionaries of the verification page, the API documents and the samples in the console's build. The first two ship with
 * their own pages; samples are for the development server.
 */
export function ownWords(): Plugin {
  return {
    name: 'suyuan-own-words',
    enforce: 'pre',
    apply: 'build',
    load: (id) => {
      const name = /\/words\/(?:zh-CN|en-US)\/(verify|api|story)\.ts$/.exec(id)?.[1];
      return name && `export const ${name} = {};`;
    },
  };
}
