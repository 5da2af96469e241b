import { isWord, type Language, type Translate, translator, type WordKey, type Words } from '@suyuan/contract';
import { startup } from '@suyuan/contract/words/zh-CN-startup';
import { useSyncExternalStore } from 'react';

interface Spoken {
  language: Language;
  words: Partial<Words>;
  t: Translate;
}

const speaking = (words: Partial<Words>, language: Language): Spoken => ({ language, words, t: translator(words, language) });

/** Loaded Chinese words: the shell's at startup, the pages' with the first page. */
let chinese: Partial<Words> = startup;
let spoken = speaking(chinese, 'zh-CN');
let pageWords: Promise<void> | undefined;
const listeners = new Set<() => void>();

function begin(next: Spoken) {
  spoken = next;
  document.documentElement.lang = next.language;
  for (const listener of listeners) listener();
}

/** Pages wait for their words. The English pack is not split. */
export const loadPageWords = (): Promise<void> => (spoken.language === 'zh-CN' ? fetchPageWords() : Promise.resolve());

function fetchPageWords(): Promise<void> {
  pageWords ??= import('@suyuan/contract/words/zh-CN-pages').then(
    ({ pages }) => {
      chinese = { ...startup, ...pages };
      if (spoken.language === 'zh-CN') begin(speaking(chinese, 'zh-CN'));
    },
    (lost) => {
      pageWords = undefined;
      throw lost;
    },
  );
  return pageWords;
}

let seeds: Readonly<Record<string, string>> = {};

/** The preinstalled text as stored; loaded only for languages other than Chinese. */
export const seeded = (key: string): string | undefined => (Object.hasOwn(seeds, key) ? seeds[key] : undefined);

async function fetchEnglish(): Promise<Partial<Words>> {
  const [english, stored] = await Promise.all([import('@suyuan/contract/words/en-US'), import('@suyuan/contract/words/seeds')]);
  seeds = stored.seeds;
  return english.enUS;
}

/** A pack that loads after another switch is ignored. */
let wanted: Language = 'zh-CN';

export async function speak(language: Language): Promise<void> {
  wanted = language;
  if (language === spoken.language) return;
  const words = language === 'en-US' ? await fetchEnglish() : await fetchPageWords().then(() => chinese);
  if (language === wanted && language !== spoken.language) begin(speaking(words, language));
}

/** Translates outside React, e.g. in a notice of the transport. */
export const say: Translate = (key, params) => spoken.t(key, params);

export const currentLanguage = () => spoken.language;

/** Returns an unsubscribe function. */
export const onSpeak = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** `t('kit.search')`. An unknown key does not compile. */
export const useWords = (): Translate => useSyncExternalStore(onSpeak, () => spoken).t;

/** For keys built from names, e.g. a field's hint. Undefined if the words are not loaded. */
export const wordOr = (key: string): WordKey | undefined => (isWord(spoken.words, key) ? key : undefined);

/** The value itself if no pack has the key. */
export function valueWord(t: Translate, key: string, value: string): string {
  const word = wordOr(key);
  return word ? t(word) : value;
}
