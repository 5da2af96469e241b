import {
  dictTypes,
  type GenColumn,
  type GenConflictWay,
  type GenDbTable,
  type GenDifference,
  type GenFiles,
  type GenOptions,
  type GenTable,
  type GenTableWhole,
  type GenWebType,
  type GenWritten,
  genTables,
  menus,
  type RecordOf,
  syncGenTable,
} from '@suyuan/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getOf, type ListQuery, pageOf } from '../../../data/api.ts';
import { usePermission } from '../../../data/permission.tsx';
import { request } from '../../../data/request.ts';
import { has } from '../../../data/server-about.ts';

const { path } = genTables;

/** Milliseconds after which options are stale. */
const OPTIONS_STALE = 60_000;

/** Database tables that are not imported into the generator. */
export const dbTablesOf = (query: ListQuery) => pageOf<GenDbTable>(`${path}/db`, query);

export const wholeOf = (tableId: number) => getOf<GenTableToEdit>(genTables, `/${tableId}`);

export interface GenTableToEdit {
  info: GenTableWhole;
  rows: GenColumn[];
  tables: GenTableWhole[];
}

/** Modules, menus and dictionaries of our server; undefined on a plain RuoYi server. */
export const useGenOptions = () =>
  useQuery({ ...getOf<GenOptions>(genTables, '/options'), staleTime: OPTIONS_STALE, enabled: has('generatorDetails') }).data;

/** The same from a RuoYi server's lists of menus and dictionaries. Menus require permission to list them. */
export function useRuoYiOptions(): GenOptions | undefined {
  const isRuoYi = !has('generatorDetails');
  const mayListMenus = usePermission(menus.permission('list'));
  const common = { staleTime: OPTIONS_STALE, meta: { ownErrors: true } };
  const menuList = useQuery({ ...getOf<RecordOf<typeof menus>[]>(menus, '/list'), ...common, enabled: isRuoYi && mayListMenus }).data;
  const dictionaries = useQuery({ ...getOf<GenOptions['dicts']>(dictTypes, '/optionselect'), ...common, enabled: isRuoYi }).data;
  if (!isRuoYi) return undefined;
  return { writes: true, modules: [], menus: menuList?.filter(({ menuType }) => menuType !== 'F') ?? [], dicts: dictionaries ?? [] };
}

/** The files of a module. A RuoYi server returns the code by template, e.g. `vm/java/domain.java.vm`. */
export const filesOf = ({ tableId }: Pick<GenTable, 'tableId'>) => ({
  ...(has('generatorDetails') ? getOf<GenFiles>(genTables, `/files/${tableId}`) : templatesOf(tableId)),
  staleTime: 0,
  gcTime: 0,
});

const templatesOf = (tableId: number) =>
  queryOptions({
    queryKey: [path, `/preview/${tableId}`, {}],
    queryFn: async ({ signal }): Promise<GenFiles> => {
      const templates = await request<Record<string, string>>('GET', `${path}/preview/${tableId}`, undefined, { signal });
      return { files: Object.entries(templates).map(([template, code]) => fileOf(template, code)), steps: [] };
    },
  });

const fileOf = (template: string, code: string): GenFiles['files'][number] => ({
  path: template.replace(/^vm\//, '').replace(/\.vm$/, ''),
  kind: 'file',
  code,
  state: null,
  disk: null,
  result: null,
  conflicts: [],
});

export const differencesOf = ({ tableId }: Pick<GenTable, 'tableId'>) => ({
  ...getOf<GenDifference[]>(genTables, `/differences/${tableId}`),
  staleTime: 0,
  gcTime: 0,
});

/** Mutates the generator's tables and invalidates their queries. */
function useChange<Given, Answer = void>(change: (given: Given) => Promise<Answer>, ownErrors = false) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: [path] }),
    meta: { ownErrors },
  });
}

export const useImport = () =>
  useChange(({ names, tplWebType }: { names: readonly string[]; tplWebType: GenWebType }) =>
    request('POST', `${path}/importTable?${new URLSearchParams({ tables: names.join(','), tplWebType })}`),
  );

/** Creates tables of a RuoYi server by SQL, for its administrators. */
export const useCreateBySql = () =>
  useChange((statement: { sql: string; tplWebType: GenWebType }) =>
    request('POST', `${path}/createTable?${new URLSearchParams(statement)}`),
  );

export const useCreate = () => useChange((table: object) => request('POST', `${path}/createTable`, table), true);

export const useSync = () =>
  useChange(({ tableId, columns, version }: { tableId: number; columns: readonly string[]; version: number }) =>
    request('PUT', syncGenTable.path.replace(':id', String(tableId)), { columns, version }),
  );

export const useSyncAll = () => useChange((tableName: string) => request('GET', `${path}/synchDb/${encodeURIComponent(tableName)}`));

/** Writes the module into the server's folder. A RuoYi server returns no data. */
export const useWrite = () =>
  useChange(({ tableName, conflicts }: { tableName: string; conflicts: GenConflictWay }) =>
    request<GenWritten | undefined>(
      'GET',
      `${path}/genCode/${encodeURIComponent(tableName)}${has('generatorDetails') ? `?conflicts=${conflicts}` : ''}`,
    ),
  );
