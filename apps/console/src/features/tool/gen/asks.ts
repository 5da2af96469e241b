import {
  type GenColumn,
  type GenConflictWay,
  type GenDbTable,
  type GenDifference,
  type GenFiles,
  type GenOptions,
  type GenTable,
  type GenTableWhole,
  type GenWritten,
  genTables,
  syncGenTable,
} from '@suyuan/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getOf, type ListQuery, pageOf } from '../../../kit/api.ts';
import { request } from '../../../kit/request.ts';

const { path } = genTables;

/** Tables of the database that the generator was not told of yet. */
export const dbTablesOf = (query: ListQuery) => pageOf<GenDbTable>(`${path}/db`, query);

/** One table with its columns, and every table that may be its lines. */
export const wholeOf = (tableId: number) => getOf<GenTableToEdit>(genTables, `/${tableId}`);

export interface GenTableToEdit {
  info: GenTableWhole;
  rows: GenColumn[];
  tables: GenTableWhole[];
}

/** What there is to choose from. */
export const useGenOptions = () => useQuery({ ...getOf<GenOptions>(genTables, '/options'), staleTime: 60_000 }).data;

export const filesOf = ({ tableId }: Pick<GenTable, 'tableId'>) => ({
  ...getOf<GenFiles>(genTables, `/files/${tableId}`),
  staleTime: 0,
  gcTime: 0,
});

export const differencesOf = ({ tableId }: Pick<GenTable, 'tableId'>) => ({
  ...getOf<GenDifference[]>(genTables, `/differences/${tableId}`),
  staleTime: 0,
  gcTime: 0,
});

/** A change of the generator's tables; what shows them is then asked anew. */
function useChange<Given, Answer = void>(change: (given: Given) => Promise<Answer>, ownErrors = false) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: [path] }),
    meta: { ownErrors },
  });
}

export const useImport = () =>
  useChange((names: readonly string[]) => request('POST', `${path}/importTable?${new URLSearchParams({ tables: names.join(',') })}`));

export const useCreate = () => useChange((table: object) => request('POST', `${path}/createTable`, table), true);

export const useSync = () =>
  useChange(({ tableId, columns, version }: { tableId: number; columns: readonly string[]; version: number }) =>
    request('PUT', syncGenTable.path.replace(':id', String(tableId)), { columns, version }),
  );

/** Writes the module into the server's folder. */
export const useWrite = () =>
  useChange(({ tableName, conflicts }: { tableName: string; conflicts: GenConflictWay }) =>
    request<GenWritten>('GET', `${path}/genCode/${tableName}?conflicts=${conflicts}`),
  );
