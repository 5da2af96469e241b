import { type Language, type Translate, translator } from '@suyuan/contract';
import { enUS } from '@suyuan/contract/words/en-US';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import { type RawBuilder, sql } from 'kysely';

export const translate = { 'zh-CN': translator(zhCN, 'zh-CN'), 'en-US': translator(enUS, 'en-US') };

/** A text that background work stores for readers of any language. */
export type Localized<T = string> = (t: Translate, language: Language) => T;

/** Thrown by background work whose error users read. */
export class LocalizedError extends Error {
  readonly text: Localized;

  constructor(text: Localized) {
    super(text(translate['zh-CN'], 'zh-CN'));
    this.text = text;
  }
}

export interface Bilingual {
  chinese: string;
  english: string;
}

export const inLanguage = ({ chinese, english }: Bilingual, language: Language): string => (language === 'zh-CN' ? chinese : english);

/** Columns of texts in Chinese, and the column with their translations. */
export const translatedColumns = <T extends Record<string, string>>(render: Localized<T>): T & { translations: string } => ({
  ...render(translate['zh-CN'], 'zh-CN'),
  translations: JSON.stringify({ 'en-US': render(translate['en-US'], 'en-US') }),
});

/** A text column in the reader's language. Texts written by people have no translations. */
export const columnIn = (language: Language, table: string, name: string): RawBuilder<string> =>
  language === 'zh-CN'
    ? sql.ref<string>(`${table}.${name}`)
    : sql<string>`coalesce(${sql.ref(`${table}.translations`)} -> ${language}::text ->> ${name}::text, ${sql.ref(`${table}.${name}`)})`;
