import type { Plugin } from 'vite';
import { enUS } from '../../../packages/contract/src/words/en-US.ts';
import { zhCN } from '../../../packages/contract/src/words/zh-CN.ts';

const packs: { chinese: Record<string, string>; english: Record<string, string> } = { chinese: zhCN, english: enUS };

function word(pack: keyof typeof packs, key: string): string {
  const sentence = packs[pack][key];
  if (sentence === undefined) throw new Error(`a page before signing in names the word ${key}, which the ${pack} pack does not have`);
  return sentence.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/**
 * Writes locale texts into a static page at `data-word` and, as accessible names, at `data-word-label`. Embeds English next to Chinese, so
 * that neither language costs a request.
 */
export function worded(): Plugin {
  return {
    name: 'suyuan-worded',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html
          .replaceAll(
            /data-word="([\w.]+)">\1(?=<\/)/g,
            (_, key: string) => `data-word="${key}" data-english="${word('english', key)}">${word('chinese', key)}`,
          )
          .replaceAll(
            /data-word-label="([\w.]+)"/g,
            (_, key: string) => `data-english-label="${word('english', key)}" aria-label="${word('chinese', key)}"`,
          )
          .replaceAll(/<!--.*?-->/g, '')
          .replaceAll(/\n\s+/g, '\n'),
    },
  };
}
