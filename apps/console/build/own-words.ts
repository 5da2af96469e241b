import type { Plugin } from 'vite';

/**
 * The sentences of the verification page travel with the verification page, those of the documents of the interfaces with the documents, and
 * those of the samples are for the development server: in the console's build their dictionaries are empty.
 */
export function ownWords(): Plugin {
  return {
    name: 'suyuan-own-words',
    enforce: 'pre',
    apply: 'build',
    load: (id) => {
      const name = /\/words\/(?:zh-CN|en-US)\/(shopper|api|story)\.ts$/.exec(id)?.[1];
      return name && `export const ${name} = {};`;
    },
  };
}
