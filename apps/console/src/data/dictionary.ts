import type { DictionaryData, ListClass } from '@suyuan/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { z } from 'zod';
import { translateSeedText } from './display-names.ts';
import { translate, useTranslations } from './i18n.ts';
import { request } from './request.ts';

type Entry = z.output<typeof DictionaryData>;

interface DictionaryOption {
  value: string;
  label: string;
  listClass: ListClass | '';
  cssClass: string;
  /** Default value in a new form. */
  isDefault: boolean;
}

/** Starts with the key of the entries, so that a changed entry invalidates all dictionaries. */
const DICTIONARY_KEY = ['/system/dict/data', 'type'] as const;

/** Active entries in order, fetched once per session. */
const dictionaryQueryOptions = (type: string) =>
  queryOptions({
    queryKey: [...DICTIONARY_KEY, type],
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

const NO_OPTIONS: DictionaryOption[] = [];

const translateOptions = (type: string, options: DictionaryOption[]) =>
  options.map((option) => ({ ...option, label: translateSeedText(`dict.${type}.${option.value}`, option.label) }));

/** Options and labels of e.g. `sys_notice_type`. Empty until loaded, and if `type` is empty. */
export function useDictionary(type: string) {
  const t = useTranslations();
  const { data: entries = NO_OPTIONS, isPending } = useQuery({ ...dictionaryQueryOptions(type), enabled: type !== '' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language has other labels
  const data = useMemo(() => translateOptions(type, entries), [type, entries, t]);
  return {
    options: data,
    isPending,
    /** A value without an entry is returned unchanged. */
    label: (value: string | number | null | undefined, separator?: string) =>
      dictLabels(data, value, separator).join(translate('kit.joint')),
  };
}

/** A value without an entry is returned unchanged. */
export const dictLabel = (options: readonly DictionaryOption[], value: string): string =>
  options.find((option) => option.value === value)?.label ?? value;

/** Splits a text of several values by `separator`. */
export const dictLabels = (options: readonly DictionaryOption[], value: string | number | null | undefined, separator?: string): string[] =>
  splitValues(value, separator).map((one) => dictLabel(options, one));

export const splitValues = (value: string | number | null | undefined, separator = ','): string[] =>
  value === null || value === undefined
    ? []
    : String(value)
        .split(separator)
        .map((part) => part.trim())
        .filter((part) => part !== '');
