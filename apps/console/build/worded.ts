import type { Plugin } from 'vite';
import { zhCN } from '../../../packages/contract/src/words/zh-CN.ts';

const words: Record<string, string> = zhCN;

function word(key: string): string {
  const sentence = words[key];
  if (sentence === undefined) throw new Error(`a page before signing in names the word ${key}, which the pack does not have`);
  return sentence;
}

/** Writes the sentences of the Chinese pack into a static page: `data-word` in place of its key, `data-word-label` as the control's name. */
export function worded(): Plugin {
  return {
    name: 'suyuan-worded',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html
          .replaceAll(/data-word="([\w.]+)">\1(?=<\/)/g, (_, key: string) => `data-word="${key}">${word(key)}`)
          .replaceAll(/data-word-label="([\w.]+)"/g, (whole, key: string) => `${whole} aria-label="${word(key)}"`)
          .replaceAll(/<!--.*?-->/g, '')
          .replaceAll(/\n\s+/g, '\n'),
    },
  };
}
