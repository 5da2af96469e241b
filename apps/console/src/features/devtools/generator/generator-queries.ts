import {
  dictionaries,
  type GenColumn,
  type GenConflictWay,
  type GenDbTable,
  type GenDifference,
  type GenFiles,
  type GenOptions,
  type GenTable,
  type GenTableWhole,
  type GenWebType,
  type GenWriteResult,
  genTables,
  menus,
  type RecordOf,
  syncGenTable,
} from '@suyuan/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getQueryOptions, type ListQuery, pageQueryOptions } from '../../../data/api.ts';
import { usePermission } from '../../../data/permission.tsx';
import { request } from '../../../data/request.ts';
import { hasExtension } from '../../../data/server-info.ts';

const { path } = genTables;

/** Milliseconds after which options are stale. */
const OPTIONS_STALE_MS = 60_000;

/** Database tables that are not imported into the generator. */
export const dbTablesQueryOptions = (query: ListQuery) => pageQueryOptions<GenDbTable>(`${path}/db`, query);

export const tableQueryOptions = (tableId: number) => getQueryOptions<GenTableToEdit>(genTables, `/${tableId}`);

export interface GenTableToEdit {
  info: GenTableWhole;
  rows: GenColumn[];
  tables: GenTableWhole[];
}

/** Modules, menus and dictionaries of our server; undefined on a plain RuoYi server. */
export const useGenOptions = () =>
  useQuery({
    ...getQueryOptions<GenOptions>(genTables, '/options'),
    staleTime: OPTIONS_STALE_MS,
    enabled: hasExtension('generatorDetails'),
  }).data;

/** The same from a RuoYi server's lists of menus and dictionaries. Menus require permission to list them. */
export function useRuoYiOptions(): GenOptions | undefined {
  const isRuoYi = !hasExtension('generatorDetails');
  const canListMenus = usePermission(menus.permission('list'));
  const common = { staleTime: OPTIONS_STALE_MS, meta: { ownErrors: true } };
  const menuList = useQuery({
    ...getQueryOptions<RecordOf<typeof menus>[]>(menus, '/list'),
    ...common,
    enabled: isRuoYi && canListMenus,
  }).data;
  const dictionaryOptions = useQuery({
    ...getQueryOptions<GenOptions['dicts']>(dictionaries, '/optionselect'),
    ...common,
    enabled: isRuoYi,
  }).data;
  if (!isRuoYi) return undefined;
  return { writes: true, modules: [], menus: menuList?.filter(({ menuType }) => menuType !== 'F') ?? [], dicts: dictionaryOptions ?? [] };
}

/** The files of a module. A RuoYi server returns the code by template, e.g. `vm/java/domain.java.vm`. */
export const filesQueryOptions = ({ tableId }: Pick<GenTable, 'tableId'>) => ({
  ...(hasExtension('generatorDetails') ? getQueryOptions<GenFiles>(genTables, `/files/${tableId}`) : templateFilesQueryOptions(tableId)),
  staleTime: 0,
  gcTime: 0,
});

const templateFilesQueryOptions = (tableId: number) =>
  queryOptions({
    queryKey: [path, `/preview/${tableId}`, {}],
    queryFn: async ({ signal }): Promise<GenFiles> => {
      const templates = await request<Record<string, string>>('GET', `${path}/preview/${tableId}`, undefined, { signal });
      return { files: Object.entries(templates).map(([template, code]) => fileFromTemplate(template, code)), steps: [] };
    },
  });

const fileFromTemplate = (template: string, code: string): GenFiles['files'][number] => ({
  path: template.replace(/^vm\//, '').replace(/\.vm$/, ''),
  kind: 'file',
  code,
  state: null,
  disk: null,
  result: null,
  conflicts: [],
});

export const differencesQueryOptions = ({ tableId }: Pick<GenTable, 'tableId'>) => ({
  ...getQueryOptions<GenDifference[]>(genTables, `/differences/${tableId}`),
  staleTime: 0,
  gcTime: 0,
});

/** Mutates the generator's tables and invalidates their queries. */
function useGeneratorMutation<Input, Result = void>(mutationFn: (input: Input) => Promise<Result>, ownErrors = false) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => client.invalidateQueries({ queryKey: [path] }),
    meta: { ownErrors },
  });
}

export const useImport = () =>
  useGeneratorMutation(({ names, tplWebType }: { names: readonly string[]; tplWebType: GenWebType }) =>
    request('POST', `${path}/importTable?${new URLSearchParams({ tables: names.join(','), tplWebType })}`),
  );

/** Creates tables of a RuoYi server by SQL, for its administrators. */
export const useCreateBySql = () =>
  useGeneratorMutation((statement: { sql: string; tplWebType: GenWebType }) =>
    request('POST', `${path}/createTable?${new URLSearchParams(statement)}`),
  );

export const useCreate = () => useGeneratorMutation((table: object) => request('POST', `${path}/createTable`, table), true);

export const useSync = () =>
  useGeneratorMutation(({ tableId, columns, version }: { tableId: number; columns: readonly string[]; version: number }) =>
    request('PUT', syncGenTable.path.replace(':id', String(tableId)), { columns, version }),
  );

export const useSyncAll = () =>
  useGeneratorMutation((tableName: string) => request('GET', `${path}/synchDb/${encodeURIComponent(tableName)}`));

/** Writes the module into the server's folder. A RuoYi server returns no data. */
export const useWrite = () =>
  useGeneratorMutation(({ tableName, conflicts }: { tableName: string; conflicts: GenConflictWay }) =>
    request<GenWriteResult | undefined>(
      'GET',
      `${path}/genCode/${encodeURIComponent(tableName)}${hasExtension('generatorDetails') ? `?conflicts=${conflicts}` : ''}`,
    ),
  );
