import { type Category, type CategoryKind, categories, categoryList } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { endpointQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { AddRecordLink } from '../../../ui/record-select.tsx';
import { TreeSelect } from '../../../ui/tree-select.tsx';

interface CategorySelectProps {
  kind: CategoryKind;
  value?: number | string | null;
  onChange?: (catalogueId: number | undefined, category: Category | undefined) => void;
  id?: string;
  /** For a filter: includes categories that are switched off. */
  anyStatus?: boolean;
}

const names = { id: 'catalogueId', parentId: 'parentId', label: 'catalogueName' };

/** Selects a category of one tree. A switched-off category is offered only where it is already selected. */
export function CategorySelect({ kind, value, onChange, id, anyStatus = false }: CategorySelectProps) {
  const t = useTranslations();
  const tree = categories[kind];
  const canList = usePermission(tree.permission('list'));
  const { data: rows = [], isPending, isError, refetch } = useQuery({ ...endpointQueryOptions(categoryList(kind), {}), enabled: canList });
  const selectedId = value === undefined || value === null || value === '' ? undefined : Number(value);
  // The cast: antd accepts null for an empty selection, but its type does not.
  const treeValue = (rows.length > 0 && selectedId !== undefined ? selectedId : null) as number;
  return (
    <TreeSelect<Category>
      {...(id && { id })}
      rows={rows}
      names={names}
      value={treeValue}
      onChange={(nextId) =>
        onChange?.(
          nextId ?? undefined,
          rows.find(({ catalogueId }) => catalogueId === nextId),
        )
      }
      disabled={({ catalogueId, status }) => !anyStatus && status === '1' && catalogueId !== selectedId}
      allowClear
      loading={canList && isPending}
      retry={isError ? refetch : undefined}
      emptyAction={canList && <AddRecordLink of={tree} />}
      {...(!canList && { placeholder: t('digit.catalogue.notSeen') })}
    />
  );
}

/** Name of a category, for filter tags and facts. */
export function CategoryName({ kind, id }: { kind: CategoryKind; id: number | string }) {
  const tree = categories[kind];
  const canList = usePermission(tree.permission('list'));
  const { data } = useQuery({ ...endpointQueryOptions(categoryList(kind), {}), enabled: canList, meta: { ownErrors: true } });
  return <>{data?.find(({ catalogueId }) => catalogueId === Number(id))?.catalogueName ?? id}</>;
}
