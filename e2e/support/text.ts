import { translator, type WordKey } from '@suyuan/contract';
import { enUS } from '@suyuan/contract/words/en-US';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import texts from '../../reference-data/sample/texts.json' with { type: 'json' };

/** Display names of the sample's users. */
export const { accounts } = texts;

/** The console's Chinese text by its key. */
export const t = translator(zhCN, 'zh-CN');

/** The console's English text by its key. */
export const english = translator(enUS, 'en-US');

/** Matches a whole text with patterns in place of its values: `pattern('kit.total', { total: '\\d+' })`. */
export function pattern(key: WordKey, values: Record<string, string>): RegExp {
  const parts = zhCN[key].split(/\{(\w+)(?:, number)?\}/);
  // odd parts are names of values; a value may be set apart by a space
  const source = parts.map((part, index) => (index % 2 ? `\\s?${values[part] ?? '.*'}\\s?` : part.replace(/[.*+?^$()|[\]\\]/g, '\\$&')));
  return new RegExp(`^${source.join('')}$`);
}
