import type { DictionaryData, ListClass } from '@suyuan/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { z } from 'zod';
import { request } from './request.ts';
import { seedText } from './seed-text.ts';
import { say, useWords } from './words.ts';

type Entry = z.output<typeof DictionaryData>;

/** One coded value of a dictionary, as controls and tags take it. */
interface DictionaryOption {
  value: string;
  label: string;
  listClass: ListClass | '';
  cssClass: string;
  /** What a new form starts with. */
  isDefault: boolean;
}

/** Beginning of every dictionary's query key; it lies below the entries' own, so that a change of an entry asks anew. */
const DICTS = ['/system/dict/data', 'type'] as const;

/** The entries of a dictionary that are in use, in their order; asked once a session. */
const dictionaryOf = (type: string) =>
  queryOptions({
    queryKey: [...DICTS, type],
    queryFn: async ({ signal }) => {
      const entries = await request<Entry[]>('GET', `/system/dict/data/type/${encodeURIComponent(type)}`, undefined, { signal });
      return entries.map(
        ({ dictValue, dictLabel, listClass, cssClass, isDefault }): DictionaryOption => ({
          value: dictValue,
          label: dictLabel,
          listClass,
          cssClass: cssClass ?? '',
          isDefault: isDefault === 'Y',
        }),
      );
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

const none: DictionaryOption[] = [];

const spoken = (type: string, options: DictionaryOption[]) =>
  options.map((option) => ({ ...option, label: seedText(`dict.${type}.${option.value}`, option.label) }));

/**
 * The dictionary called `type`, e.g. `sys_notice_type`: its options for a `Select`, and the label of a value. Empty until it came, and
 * where there is no name to ask for.
 */
export function useDictionary(type: string) {
  const t = useWords();
  const { data: kept = none, isPending } = useQuery({ ...dictionaryOf(type), enabled: type !== '' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language has other labels
  const data = useMemo(() => spoken(type, kept), [type, kept, t]);
  return {
    options: data,
    isPending,
    /** The label of a value, or of several in one text; a value without an entry stays as it is. */
    label: (value: string | number | null | undefined, separator?: string) => dictLabels(data, value, separator).join(say('kit.joint')),
  };
}

/** The label of one value; a value without an entry stays as it is. */
export const dictLabel = (options: readonly DictionaryOption[], value: string): string =>
  options.find((option) => option.value === value)?.label ?? value;

/** The labels of a field that holds several values in one text, split by `separator` (specification §3). */
export const dictLabels = (options: readonly DictionaryOption[], value: string | number | null | undefined, separator?: string): string[] =>
  splitValues(value, separator).map((one) => dictLabel(options, one));

/** The values in a text of several; blank ones are none. */
export const splitValues = (value: string | number | null | undefined, separator = ','): string[] =>
  value === null || value === undefined
    ? []
    : String(value)
        .split(separator)
        .map((part) => part.trim())
        .filter((part) => part !== '');
