import { readSymbol } from '@suyuan/codes';
import type { Page, WordKey } from '@suyuan/contract';
import { useQueries } from '@tanstack/react-query';
import { asApiError } from '../../data/api-error.ts';
import { useTranslations } from '../../data/i18n.ts';
import { usePermissions } from '../../data/permission.tsx';
import { request } from '../../data/request.ts';
import type { PageRoute } from '../routes.ts';
import type { PaletteEntry } from './commands.ts';

type Row = Record<string, unknown>;

interface Source {
  /** Path of the page, and of its list below `/api`. */
  path: string;
  permission: string;
  noun: WordKey;
  /** Column that is searched and displayed as title. */
  name: string;
  subtitle: string;
  /** Path of a record's page; without one, the filtered list opens. */
  open?: (row: Row) => string;
}

const sources: Source[] = [
  {
    path: '/manage/batch',
    permission: 'manage:batch:list',
    noun: 'manage.batch',
    name: 'batchNo',
    subtitle: 'categoryName',
    open: ({ batchId }) => `/manage/batch/${batchId}`,
  },
  { path: '/manage/category', permission: 'manage:category:list', noun: 'manage.category', name: 'categoryName', subtitle: 'categoryCode' },
  { path: '/manage/supplier', permission: 'manage:supplier:list', noun: 'manage.supplier', name: 'supplierName', subtitle: 'supplierCode' },
  { path: '/manage/codeRule', permission: 'manage:codeRule:list', noun: 'manage.codeRule', name: 'ruleName', subtitle: 'prefix' },
  { path: '/system/user', permission: 'system:user:list', noun: 'system.user', name: 'userName', subtitle: 'nickName' },
  { path: '/system/role', permission: 'system:role:list', noun: 'system.role', name: 'roleName', subtitle: 'roleKey' },
];

/** Maximum per list. */
const MAX_PER_LIST = 4;

/** Codes have at least eight characters, optionally grouped by spaces or dashes. Links and GS1 element strings are recognised too. */
function isCode(text: string): boolean {
  const { text: symbolText, code, sscc } = readSymbol(text);
  if (sscc !== undefined || code !== symbolText) return true;
  return /^[0-9a-z][0-9a-z\s-]{6,40}[0-9a-z]$/i.test(text) && text.replaceAll(/[\s-]/g, '').length >= 8;
}

/** Whether a text is long enough to search: one Chinese character is, one letter is not. */
export const isSearchable = (text: string) => text.length >= 2 || /\p{Script=Han}/u.test(text);

interface RecordSearch {
  entries: PaletteEntry[];
  /** More records match than the entries. */
  more: boolean;
  looking: boolean;
  /** At least one list failed. */
  partly: boolean;
}

/** Records whose name contains `text`, and the code with this text. Queries all permitted lists in parallel, a few rows each. */
export function useRecords(text: string, pages: readonly PageRoute[]): RecordSearch {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const openPaths = new Set(pages.map(({ path }) => path));
  const searchableSources = isSearchable(text) ? sources.filter(({ path, permission }) => openPaths.has(path) && hasPermi(permission)) : [];
  const code = isCode(text) && openPaths.has('/manage/code') && hasPermi('manage:code:list') && hasPermi('manage:code:query');
  const urls = [
    ...searchableSources.map(
      ({ path, name }) => `${path}/list?${new URLSearchParams({ pageNum: '1', pageSize: String(MAX_PER_LIST), [name]: text })}`,
    ),
    ...(code ? [`/manage/code/list?${new URLSearchParams({ pageNum: '1', pageSize: '1', code: text })}`] : []),
  ];
  return useQueries({
    queries: urls.map((url) => ({
      queryKey: ['palette', url],
      queryFn: ({ signal }: { signal: AbortSignal }) => request<Page<Row>>('GET', url, undefined, { signal }),
      staleTime: 30_000,
      gcTime: 30_000,
      meta: { ownErrors: true },
    })),
    combine: (results) => ({
      entries: results.flatMap(({ data }, index) => {
        const source = searchableSources[index];
        return (data?.rows ?? []).map((row) =>
          source ? recordEntry(source, row, t(source.noun)) : codeEntry(row, t('shell.palette.code')),
        );
      }),
      more: results.some(({ data }) => data !== undefined && data.total > data.rows.length),
      looking: results.some(({ isPending }) => isPending),
      // an unknown code is an error response but a valid result, and no name of a list matches a text that its filter refuses
      partly: results.some(
        ({ error }, index) => error && index < searchableSources.length && asApiError(error)?.problem !== 'invalidInput',
      ),
    }),
  });
}

function recordEntry({ path, name, subtitle, open }: Source, row: Row, group: string): PaletteEntry {
  const title = String(row[name] ?? '');
  const to = open?.(row) ?? `${path}?${new URLSearchParams({ [name]: title })}`;
  return { id: `record:${to}`, group, title, subtitle: String(row[subtitle] ?? ''), icon: 'file', to };
}

const codeEntry = ({ batchId, level, ordinal, code, batchNo }: Row, group: string): PaletteEntry => ({
  id: `record:${batchId}/${level}/${ordinal}`,
  group,
  title: String(code ?? ''),
  subtitle: String(batchNo ?? ''),
  icon: 'qr',
  to: `/manage/code/${batchId}/${ordinal}${Number(level) > 0 ? `?level=${level}` : ''}`,
});
