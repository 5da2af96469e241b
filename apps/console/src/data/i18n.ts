import { isWord, type Language, type Translate, translator, type WordKey, type Words } from '@suyuan/contract';
import { startup } from '@suyuan/contract/words/zh-CN-startup';
import { useSyncExternalStore } from 'react';

interface ActiveLocale {
  language: Language;
  words: Partial<Words>;
  t: Translate;
}

const createLocale = (words: Partial<Words>, language: Language): ActiveLocale => ({ language, words, t: translator(words, language) });

/** Loaded Chinese words: the shell's at startup, the pages' with the first page. */
let chinese: Partial<Words> = startup;
let activeLocale = createLocale(chinese, 'zh-CN');
let pageWords: Promise<void> | undefined;
const listeners = new Set<() => void>();

function activate(next: ActiveLocale) {
  activeLocale = next;
  document.documentElement.lang = next.language;
  for (const listener of listeners) listener();
}

/** Pages wait for their words. The English pack is not split. */
export const loadPageWords = (): Promise<void> => (activeLocale.language === 'zh-CN' ? fetchPageWords() : Promise.resolve());

function fetchPageWords(): Promise<void> {
  pageWords ??= import('@suyuan/contract/words/zh-CN-pages').then(
    ({ pages }) => {
      chinese = { ...startup, ...pages };
      if (activeLocale.language === 'zh-CN') activate(createLocale(chinese, 'zh-CN'));
    },
    (error) => {
      pageWords = undefined;
      throw error;
    },
  );
  return pageWords;
}

let seeds: Readonly<Record<string, string>> = {};

/** The preinstalled text as stored; loaded only for languages other than Chinese. */
export const seedTextOf = (key: string): string | undefined => (Object.hasOwn(seeds, key) ? seeds[key] : undefined);

const departmentKey = (id: string) => findTranslationKey(`system.dept.seed.name.${id}`);

/** Keys of preinstalled names, by field. */
const seedKeyOf: Readonly<Record<string, (id: string) => WordKey | undefined>> = {
  roleName: (id) => findTranslationKey(`system.role.seed.name.${id}`),
  deptName: departmentKey,
  // the department of a trace record's author, unless a partner is responsible
  partyName: departmentKey,
  postName: (id) => findTranslationKey(`system.post.seed.name.${id}`),
  nickName: (id) => findTranslationKey(`system.user.seed.name.${id}`),
  title: (id) => findTranslationKey(`monitor.operlog.seed.name.${id}`),
};

/** A preinstalled role, department, post or administrator, or a module of the audit log, in the current language. Own and renamed ones stay as typed. */
export function displayName(field: string, name: string): string {
  const keyOf = seedKeyOf[field];
  if (!keyOf || currentLanguage() === 'zh-CN') return name;
  const ids = Object.keys(seeds).flatMap((key) => (seeds[key] === name ? key.slice(key.lastIndexOf('.') + 1) : []));
  const key = ids.map(keyOf).find((each) => each && seeds[each] === name);
  return key ? translate(key) : name;
}

async function fetchEnglish(): Promise<Partial<Words>> {
  const [english, seedModule] = await Promise.all([import('@suyuan/contract/words/en-US'), import('@suyuan/contract/words/seeds')]);
  seeds = seedModule.seeds;
  return english.enUS;
}

/** A pack that loads after another switch is ignored. */
let requestedLanguage: Language = 'zh-CN';

export async function setLanguage(language: Language): Promise<void> {
  requestedLanguage = language;
  if (language === activeLocale.language) return;
  const words = language === 'en-US' ? await fetchEnglish() : await fetchPageWords().then(() => chinese);
  if (language === requestedLanguage && language !== activeLocale.language) activate(createLocale(words, language));
}

/** Translates outside React, e.g. in a notice of the transport. */
export const translate: Translate = (key, params) => activeLocale.t(key, params);

export const currentLanguage = () => activeLocale.language;

/** The language of requests: the chosen one, also before its pack is loaded. */
export const requestLanguage = () => requestedLanguage;

/** Returns an unsubscribe function. */
export const onLanguageChange = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** `t('kit.search')`. An unknown key does not compile. */
export const useTranslations = (): Translate => useSyncExternalStore(onLanguageChange, () => activeLocale).t;

/** For keys built from names, e.g. a field's hint. Undefined if the words are not loaded. */
export const findTranslationKey = (key: string): WordKey | undefined => (isWord(activeLocale.words, key) ? key : undefined);

/** The value itself if no pack has the key. */
export function translateValue(t: Translate, key: string, value: string): string {
  const word = findTranslationKey(key);
  return word ? t(word) : value;
}
