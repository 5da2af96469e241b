import type { FormNode, Json, Option, Source } from '@suyuan/forms';
import { isObject, isOwnPath, own } from '@suyuan/forms';
import { useQuery } from '@tanstack/react-query';
import { useDictionary } from '../../data/dictionary.ts';
import { request } from '../../data/request.ts';
import { apiPath } from '../../data/site-config.ts';

const MAX_OPTIONS = 2000;

/** The value at a path such as `data.rows`; undefined if it does not exist. */
function valueAt(root: unknown, path: string): unknown {
  return path
    .split('.')
    .filter(Boolean)
    .reduce<unknown>((current, key) => (isObject(current) ? own(current, key) : undefined), root);
}

/** Maps rows to options, by the source's key names or the API's usual ones. */
function optionsOf(list: unknown, keyNames: { label: string[]; value: string[]; children: string }): Option[] {
  if (!Array.isArray(list)) return [];
  const firstValue = (row: { [key: string]: Json }, keys: string[]) => keys.map((key) => own(row, key)).find((each) => each !== undefined);
  return list.slice(0, MAX_OPTIONS).flatMap((row: unknown): Option[] => {
    if (typeof row === 'string' || typeof row === 'number') return [{ label: String(row), value: row }];
    if (!isObject(row)) return [];
    const value = firstValue(row, keyNames.value);
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    const children = optionsOf(own(row, keyNames.children), keyNames);
    return [{ label: String(firstValue(row, keyNames.label) ?? value), value, ...(children.length > 0 && { children }) }];
  });
}

/** Options in an API response. The source's `dataConsumer` is ignored: the component always shows them. */
export function optionsFromResponse(response: unknown, source: Source): Option[] {
  // the transport has removed the RuoYi envelope: what remains is its `data`, or `{rows, total}`
  const path = (source.dataPath ?? '').replace(/^data(\.|$)/, '');
  const list = valueAt(response, path);
  const keyNames = {
    label: [source.labelKey, 'label', 'name', 'title'].filter((key) => key !== undefined),
    value: [source.valueKey, 'value', 'id', 'key'].filter((key) => key !== undefined),
    children: source.childrenKey || 'children',
  };
  return optionsOf(Array.isArray(list) ? list : valueAt(list, 'rows'), keyNames);
}

/** Restricts requests to our own API, because forms are untrusted input. */
const ownApiPath = (url: string | undefined): string | undefined => {
  const path = apiPath(url?.trim() ?? '');
  return isOwnPath(path) ? path : undefined;
};

interface Options {
  options: Option[];
  pending: boolean;
  retry?: (() => void) | undefined;
}

/**
 * Options from the document, a dictionary or our API. Only GET sources are requested: an untrusted form must not change data with the
 * user's permissions.
 */
export function useOptions({ options = [], source }: FormNode): Options {
  const mode = source?.mode ?? 'static';
  const isRead = (source?.method ?? 'get') === 'get';
  const url = mode === 'dynamic' && isRead ? ownApiPath(source?.url) : undefined;
  const dictionary = useDictionaryOptions(mode === 'dict' ? source?.dict : undefined);
  const responseQuery = useQuery({
    queryKey: ['form-options', url],
    queryFn: async ({ signal }) => (await request<Json>('GET', url ?? '', undefined, { signal, onlyReading: true })) ?? null,
    enabled: url !== undefined,
    staleTime: 60_000,
    retry: false,
    meta: { ownErrors: true },
  });
  if (mode === 'static') return { options, pending: false };
  if (mode === 'dict') return dictionary;
  if (url === undefined) return { options: [], pending: false };
  if (responseQuery.error) return { options: [], pending: false, retry: () => void responseQuery.refetch() };
  return { options: source ? optionsFromResponse(responseQuery.data, source) : [], pending: responseQuery.isPending };
}

const NO_DICT = '';

function useDictionaryOptions(type: string | undefined): Options {
  const { options, isPending } = useDictionary(type ?? NO_DICT);
  return { options: options.map(({ value, label }) => ({ value, label })), pending: type !== undefined && isPending };
}
