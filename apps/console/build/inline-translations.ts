import type { Plugin } from 'vite';
import { enUS } from '../../../packages/contract/src/words/en-US.ts';
import { zhCN } from '../../../packages/contract/src/words/zh-CN.ts';

const packs: { chinese: Record<string, string>; english: Record<string, string> } = { chinese: zhCN, english: enUS };

function htmlTranslation(pack: keyof typeof packs, key: string): string {
  const message = packs[pack][key];
  if (message === undefined) throw new Error(`a page before signing in names the word ${key}, which the ${pack} pack does not have`);
  return message.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/**
 * Writes locale texts into a static page at `data-word` and, as accessible names, at `data-word-label`. Embeds English next to Chinese, so
 * that neither language costs a request.
 */
export function inlineTranslations(): Plugin {
  return {
    name: 'suyuan-worded',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html
          .replaceAll(
            /data-word="([\w.]+)">\1(?=<\/)/g,
            (_, key: string) => `data-word="${key}" data-english="${htmlTranslation('english', key)}">${htmlTranslation('chinese', key)}`,
          )
          .replaceAll(
            /data-word-label="([\w.]+)"/g,
            (_, key: string) => `data-english-label="${htmlTranslation('english', key)}" aria-label="${htmlTranslation('chinese', key)}"`,
          )
          .replaceAll(/<!--.*?-->/g, '')
          .replaceAll(/\n\s+/g, '\n'),
    },
  };
}
