import type { RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { createContext, useContext } from 'react';
import { useTranslations } from '../data/i18n.ts';
import { Field } from './field.tsx';
import { ownWordOf } from './own-word.ts';
import { TreeSelect, type TreeSelectProps } from './tree-select.tsx';

type Row = RecordOf<ResourceSpec>;

/** Rows of the tree, the field with the parent's key, and the key of the edited row. */
export const TreeContext = createContext<{ rows: readonly Row[]; parent: string; editing: number | undefined }>({
  rows: [],
  parent: '',
  editing: undefined,
});

/** All rows of the tree, in its form. */
export const useTreeRows = <S extends ResourceSpec>(_of: Resource<S>) => useContext(TreeContext).rows as unknown as readonly RecordOf<S>[];

interface ParentFieldProps<S extends ResourceSpec> extends Pick<TreeSelectProps<Row>, 'treeDefaultExpandAll' | 'treeDefaultExpandedKeys'> {
  of: Resource<S>;
  name: keyof S['input']['shape'] & string;
  label: string;
  required?: boolean;
  /** False: only below another record. */
  hasTop?: boolean;
  /** Whether a record may have others below it. */
  isParent?: (row: RecordOf<S>) => boolean;
  /** Rows that are listed but cannot be chosen. */
  disabled?: (row: RecordOf<S>, isNew: boolean) => boolean;
  /** Lists the record and its descendants, which cannot be chosen, instead of leaving them out. */
  showsOwnBranch?: boolean;
  /** Rows that are not in the tree, e.g. a parent that the user may not see. */
  moreRows?: readonly Partial<RecordOf<S>>[];
}

export function ParentField<S extends ResourceSpec>(props: ParentFieldProps<S>) {
  // The cast: internally the resource type is generic.
  return <ParentFieldInner {...(props as unknown as ParentFieldProps<ResourceSpec>)} />;
}

/** The top level, or any record except itself and its descendants. */
function ParentFieldInner(props: ParentFieldProps<ResourceSpec>) {
  const {
    of,
    name,
    label,
    required,
    hasTop = true,
    isParent = () => true,
    disabled,
    showsOwnBranch = false,
    moreRows = [],
    ...rest
  } = props;
  const t = useTranslations();
  const { rows, parent, editing } = useContext(TreeContext);
  const keyOf = (row: Row) => Number(row[of.key]);
  const branch = new Set(editing === undefined ? [] : [editing]);
  // rows have no guaranteed order: repeats until no descendant is added
  for (let before = -1; before < branch.size && branch.size > 0; ) {
    before = branch.size;
    for (const row of rows) if (branch.has(Number(row[parent]))) branch.add(keyOf(row));
  }
  const top = { [of.key]: 0, [parent]: -1, [label]: t(ownWordOf(of, 'root') ?? 'kit.tree.top') };
  const parents = rows.filter((row) => isParent(row) && (showsOwnBranch || !branch.has(keyOf(row))));
  return (
    <Field of={of} name={name} {...(required && { required })}>
      <TreeSelect<Row>
        rows={[...(hasTop ? [top] : []), ...moreRows, ...parents]}
        names={{ id: of.key, parentId: parent, label }}
        disabled={(row) => keyOf(row) !== 0 && (branch.has(keyOf(row)) || disabled?.(row, editing === undefined) === true)}
        {...rest}
      />
    </Field>
  );
}
