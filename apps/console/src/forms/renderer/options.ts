import type { FormNode, Json, Option, Source } from '@suyuan/forms';
import { isObject, own } from '@suyuan/forms';
import { useQuery } from '@tanstack/react-query';
import { useDictionary } from '../../data/dictionary.ts';
import { request } from '../../data/request.ts';
import { apiPath } from '../../data/site-config.ts';

const MOST = 2000;

/** The value at a path such as `data.rows`; undefined if it does not exist. */
function along(answer: unknown, way: string): unknown {
  return way
    .split('.')
    .filter(Boolean)
    .reduce<unknown>((found, key) => (isObject(found) ? own(found, key) : undefined), answer);
}

/** Maps rows to options, by the source's key names or the API's usual ones. */
function optionsOf(list: unknown, names: { label: string[]; value: string[]; children: string }): Option[] {
  if (!Array.isArray(list)) return [];
  const first = (row: { [key: string]: Json }, keys: string[]) => keys.map((key) => own(row, key)).find((each) => each !== undefined);
  return list.slice(0, MOST).flatMap((row: unknown): Option[] => {
    if (typeof row === 'string' || typeof row === 'number') return [{ label: String(row), value: row }];
    if (!isObject(row)) return [];
    const value = first(row, names.value);
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    const below = optionsOf(own(row, names.children), names);
    return [{ label: String(first(row, names.label) ?? value), value, ...(below.length > 0 && { children: below }) }];
  });
}

/** Options in an API response. The source's `dataConsumer` is ignored: the component always shows them. */
export function foundIn(answer: unknown, source: Source): Option[] {
  // the transport has removed the RuoYi envelope: what remains is its `data`, or `{rows, total}`
  const way = (source.dataPath ?? '').replace(/^data(\.|$)/, '');
  const found = along(answer, way);
  const names = {
    label: [source.labelKey, 'label', 'name', 'title'].filter((key) => key !== undefined),
    value: [source.valueKey, 'value', 'id', 'key'].filter((key) => key !== undefined),
    children: source.childrenKey || 'children',
  };
  return optionsOf(Array.isArray(found) ? found : along(found, 'rows'), names);
}

/** Restricts requests to our own API, because forms are untrusted input. */
const ownApi = (url: string | undefined): string | undefined => {
  const path = url && apiPath(url.trim());
  return path && /^\/(?![/\\])[\w\-./~%]*(\?[\w\-.~%=&[\],]*)?$/.test(path) && !path.includes('..') ? path : undefined;
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
  const reading = (source?.method ?? 'get') === 'get';
  const url = mode === 'dynamic' && reading ? ownApi(source?.url) : undefined;
  const dictionary = useDictionaryWhere(mode === 'dict' ? source?.dict : undefined);
  const answer = useQuery({
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
  if (answer.error) return { options: [], pending: false, retry: () => void answer.refetch() };
  return { options: source ? foundIn(answer.data, source) : [], pending: answer.isPending };
}

const NO_DICT = '';

function useDictionaryWhere(type: string | undefined): Options {
  const { options, isPending } = useDictionary(type ?? NO_DICT);
  return { options: options.map(({ value, label }) => ({ value, label })), pending: type !== undefined && isPending };
}
