import { isWord, type Language, type Translate, translator, type WordKey } from '@suyuan/contract';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import { useSyncExternalStore } from 'react';

let spoken: { language: Language; t: Translate } = { language: 'zh-CN', t: translator(zhCN, 'zh-CN') };
const listeners = new Set<() => void>();

/** Speaks another language from here on; its pack is loaded at its first use. */
export async function speak(language: Language): Promise<void> {
  if (language === spoken.language) return;
  const pack = language === 'en-US' ? (await import('@suyuan/contract/words/en-US')).enUS : zhCN;
  spoken = { language, t: translator(pack, language) };
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

/** Says a sentence outside React, e.g. in a notice of the transport. */
export const say: Translate = (key, params) => spoken.t(key, params);

export const currentLanguage = () => spoken.language;

/** Calls `listener` at each change of language, until the answer is called. */
export const onSpeak = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The sentences of the language in use: `t('kit.search')`. A key that no pack has does not compile. */
export const useWords = (): Translate => useSyncExternalStore(onSpeak, () => spoken).t;

/** The key, if the packs have it; for words that are built from names, e.g. a field's hint. */
export const wordOr = (key: string): WordKey | undefined => (isWord(zhCN, key) ? key : undefined);
