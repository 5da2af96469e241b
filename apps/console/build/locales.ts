import { readFileSync } from 'node:fs';
import { parse } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';
import { isPlainMessage } from '../../../packages/contract/src/core/words.ts';
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

const LOCALE = /\/locales\/[\w-]+\/(?:\w+\/)*\w+\.json$/;

/** The verification site and the API documents ship with their own pages, stories only with the development server. */
const NOT_BUILT = /\/locales\/[\w-]+\/(?:verify|openapi|stories)\.json$/;

/** Compiles the messages of `locales/` that need the ICU parser, so that it is not shipped. Omits files whose texts the build does not use. */
export function locales(): Plugin {
  let isBuild = false;
  return {
    name: 'suyuan-locales',
    enforce: 'pre',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    load(id) {
      if (!LOCALE.test(id)) return undefined;
      if (isBuild && NOT_BUILT.test(id)) return '{}';
      const messages = Object.entries(JSON.parse(readFileSync(id, 'utf8')) as Record<string, string>);
      return JSON.stringify(Object.fromEntries(messages.map(([key, message]) => [key, compiled(message)])), withoutDefaults);
    },
  };
}

/** Saves 0.2 kB of the English pack. */
const withoutDefaults = (key: string, value: unknown) =>
  (key === 'offset' && value === 0) || (key === 'pluralType' && value === 'cardinal') ? undefined : value;

/** A message as `translator` takes it. @throws for a syntax error */
export const compiled = (message: string) =>
  isPlainMessage(message) ? message : parse(message, { ignoreTag: true, captureLocation: false });
