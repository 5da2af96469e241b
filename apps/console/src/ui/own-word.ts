import type { Resource, WordKey } from '@suyuan/contract';
import { findTranslationKey } from '../data/i18n.ts';

/** Word of the resource that is no field's label, e.g. its title. */
export const ownWordOf = ({ record, word }: Pick<Resource, 'record' | 'word'>, name: string): WordKey | undefined =>
  name in record.shape ? undefined : findTranslationKey(word(name));
