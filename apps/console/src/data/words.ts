import { isWord, type Language, type Translate, translator, type WordKey, type Words } from '@suyuan/contract';
import { frame } from '@suyuan/contract/words/zh-CN/frame';
import { useSyncExternalStore } from 'react';

interface Spoken {
  language: Language;
  words: Partial<Words>;
  t: Translate;
}

const speaking = (words: Partial<Words>, language: Language): Spoken => ({ language, words, t: translator(words, language) });

/** The Chinese words that are here: the frame's from the start, the pages' with the first page. */
let chinese: Partial<Words> = frame;
let spoken = speaking(chinese, 'zh-CN');
let pageWords: Promise<void> | undefined;
const listeners = new Set<() => void>();

function begin(next: Spoken) {
  spoken = next;
  document.documentElement.lang = next.language;
  for (const listener of listeners) listener();
}

/** Brings the words of the pages, once; whoever shows a page waits for them. English comes whole. */
export const loadPageWords = (): Promise<void> => (spoken.language === 'zh-CN' ? fetchPageWords() : Promise.resolve());

function fetchPageWords(): Promise<void> {
  pageWords ??= import('@suyuan/contract/words/zh-CN/pages').then(
    ({ pages }) => {
      chinese = { ...frame, ...pages };
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

/** What an installation starts with, as it is stored; here where another language than Chinese is spoken. */
export const seeded = (key: string): string | undefined => (Object.hasOwn(seeds, key) ? seeds[key] : undefined);

async function fetchEnglish(): Promise<Partial<Words>> {
  const [english, stored] = await Promise.all([import('@suyuan/contract/words/en-US'), import('@suyuan/contract/words/zh-CN/seeds')]);
  seeds = stored.seeds;
  return english.enUS;
}

/** What was asked for last; a pack that arrives after somebody changed their mind is not spoken. */
let wanted: Language = 'zh-CN';

/** Speaks another language from here on; its pack is loaded at its first use. */
export async function speak(language: Language): Promise<void> {
  wanted = language;
  if (language === spoken.language) return;
  const words = language === 'en-US' ? await fetchEnglish() : await fetchPageWords().then(() => chinese);
  if (language === wanted && language !== spoken.language) begin(speaking(words, language));
}

/** Says a sentence outside React, e.g. in a notice of the transport. */
export const say: Translate = (key, params) => spoken.t(key, params);

/** The language that is spoken now. */
export const currentLanguage = () => spoken.language;

/** Calls `listener` at each change of language, until the answer is called. */
export const onSpeak = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The sentences of the language in use: `t('kit.search')`. A key that no pack has does not compile. */
export const useWords = (): Translate => useSyncExternalStore(onSpeak, () => spoken).t;

/** The key, if its words are here; for words that are built from names, e.g. a field's hint. */
export const wordOr = (key: string): WordKey | undefined => (isWord(spoken.words, key) ? key : undefined);

/** What a coded value is called, by the key that names it; the value as it stands where no pack has that key. */
export function valueWord(t: Translate, key: string, value: string): string {
  const word = wordOr(key);
  return word ? t(word) : value;
}
