import { readSymbol } from '@suyuan/codes';
import type { Page, WordKey } from '@suyuan/contract';
import { useQueries } from '@tanstack/react-query';
import { useRights } from '../../data/permission.tsx';
import { request } from '../../data/request.ts';
import { useWords } from '../../data/words.ts';
import type { PageRoute } from '../routes.ts';
import type { Entry } from './entry.ts';

type Row = Record<string, unknown>;

interface Source {
  /** Path of the page, and of its list below `/api`. */
  path: string;
  permission: string;
  noun: WordKey;
  /** Column that is searched and displayed as title. */
  name: string;
  more: string;
  /** Path of a record's page; without one, the filtered list opens. */
  open?: (row: Row) => string;
}

const sources: Source[] = [
  {
    path: '/manage/batch',
    permission: 'manage:batch:list',
    noun: 'manage.batch',
    name: 'batchNo',
    more: 'categoryName',
    open: ({ batchId }) => `/manage/batch/${batchId}`,
  },
  { path: '/manage/category', permission: 'manage:category:list', noun: 'manage.category', name: 'categoryName', more: 'categoryCode' },
  { path: '/manage/supplier', permission: 'manage:supplier:list', noun: 'manage.supplier', name: 'supplierName', more: 'supplierCode' },
  { path: '/manage/codeRule', permission: 'manage:codeRule:list', noun: 'manage.codeRule', name: 'ruleName', more: 'prefix' },
  { path: '/system/user', permission: 'system:user:list', noun: 'system.user', name: 'userName', more: 'nickName' },
  { path: '/system/role', permission: 'system:role:list', noun: 'system.role', name: 'roleName', more: 'roleKey' },
];

/** Maximum per list. */
const MOST = 4;

/** Codes have at least eight characters, optionally grouped by spaces or dashes. Links and GS1 element strings are recognised too. */
function codeIn(text: string): boolean {
  const { text: typed, code, sscc } = readSymbol(text);
  if (sscc !== undefined || code !== typed) return true;
  return /^[0-9a-z][0-9a-z\s-]{6,40}[0-9a-z]$/i.test(text) && text.replaceAll(/[\s-]/g, '').length >= 8;
}

/** Whether a text is long enough to search: one Chinese character is, one letter is not. */
export const isAsked = (text: string) => text.length >= 2 || /\p{Script=Han}/u.test(text);

interface Found {
  entries: Entry[];
  looking: boolean;
  /** At least one list failed. */
  partly: boolean;
}

/** Records whose name contains `text`, and the code with this text. Queries all permitted lists in parallel, a few rows each. */
export function useRecords(text: string, pages: readonly PageRoute[]): Found {
  const t = useWords();
  const { hasPermi } = useRights();
  const open = new Set(pages.map(({ path }) => path));
  const mine = isAsked(text) ? sources.filter(({ path, permission }) => open.has(path) && hasPermi(permission)) : [];
  const code = codeIn(text) && open.has('/manage/code') && hasPermi('manage:code:list') && hasPermi('manage:code:query');
  const asks = [
    ...mine.map(({ path, name }) => `${path}/list?${new URLSearchParams({ pageNum: '1', pageSize: String(MOST), [name]: text })}`),
    ...(code ? [`/manage/code/list?${new URLSearchParams({ pageNum: '1', pageSize: '1', code: text })}`] : []),
  ];
  return useQueries({
    queries: asks.map((ask) => ({
      queryKey: ['palette', ask],
      queryFn: ({ signal }: { signal: AbortSignal }) => request<Page<Row>>('GET', ask, undefined, { signal }),
      staleTime: 30_000,
      gcTime: 30_000,
      meta: { ownErrors: true },
    })),
    combine: (answers) => ({
      entries: answers.flatMap(({ data }, index) => {
        const source = mine[index];
        return (data?.rows ?? []).map((row) =>
          source ? recordEntry(source, row, t(source.noun)) : codeEntry(row, t('shell.palette.code')),
        );
      }),
      looking: answers.some(({ isPending }) => isPending),
      // an unknown code is an error response but a valid result
      partly: answers.some(({ isError }, index) => isError && index < mine.length),
    }),
  });
}

function recordEntry({ path, name, more, open }: Source, row: Row, group: string): Entry {
  const title = String(row[name] ?? '');
  const to = open?.(row) ?? `${path}?${new URLSearchParams({ [name]: title })}`;
  return { id: `record:${to}`, group, title, more: String(row[more] ?? ''), icon: 'file', to };
}

const codeEntry = ({ batchId, level, ordinal, code, batchNo }: Row, group: string): Entry => ({
  id: `record:${batchId}/${level}/${ordinal}`,
  group,
  title: String(code ?? ''),
  more: String(batchNo ?? ''),
  icon: 'qr',
  to: `/manage/code/${batchId}/${ordinal}${Number(level) > 0 ? `?level=${level}` : ''}`,
});
