import { bizSteps, type Category, type CategoryKind, categories, dispositions } from '@suyuan/contract';
import { Input, Radio, Select } from 'antd';
import { useTranslations } from '../../../data/words.ts';
import { Field } from '../../../ui/field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { TreeSelect } from '../../../ui/tree-select.tsx';

interface CategoryFieldsProps {
  kind: CategoryKind;
  /** The edited category. Its own branch is excluded from the parent options. */
  editing: number | undefined;
  rows: readonly Category[];
}

/** Trace steps also have EPCIS values and their visibility to consumers. */
export function CategoryFields({ kind, editing, rows }: CategoryFieldsProps) {
  const t = useTranslations();
  const tree = categories[kind];
  const root = { catalogueId: 0, parentId: -1, catalogueName: t('digit.catalogue.root'), status: '0', full: false };
  const isInOwnBranch = (row: Category) => editing !== undefined && (row.catalogueId === editing || row.ancestors.includes(editing));
  const parents = rows
    .filter((row) => !isInOwnBranch(row))
    .map(({ catalogueId, parentId, catalogueName, status, ancestors }) => ({
      catalogueId,
      parentId,
      catalogueName,
      status,
      full: ancestors.length >= 4,
    }));
  return (
    <>
      <Field of={tree} name="parentId" required>
        <TreeSelect
          rows={[root, ...parents]}
          names={{ id: 'catalogueId', parentId: 'parentId', label: 'catalogueName' }}
          disabled={({ status, full }) => full || (status === '1' && editing === undefined)}
        />
      </Field>
      <Field of={tree} name="catalogueName">
        <Input maxLength={50} autoComplete="off" />
      </Field>
      <Field of={tree} name="catalogueCode">
        <Input className="mono-text" maxLength={32} autoComplete="off" />
      </Field>
      {kind === 'traceability' && (
        <>
          <Field of={tree} name="bizStep">
            <Select
              options={bizSteps.map((value) => ({ value, label: t(`manage.cbv.bizStep.${value}`) }))}
              allowClear
              showSearch={{ optionFilterProp: 'label' }}
            />
          </Field>
          <Field of={tree} name="disposition">
            <Select
              options={dispositions.map((value) => ({ value, label: t(`manage.cbv.disposition.${value}`) }))}
              allowClear
              showSearch={{ optionFilterProp: 'label' }}
            />
          </Field>
          <Field of={tree} name="publicFlag">
            <Radio.Group options={(['0', '1'] as const).map((value) => ({ value, label: t(`digit.catalogue.publicFlag.${value}`) }))} />
          </Field>
        </>
      )}
      <Field of={tree} name="orderNum">
        <NumberField min={0} max={9999} />
      </Field>
      <Field of={tree} name="remark">
        <Input.TextArea rows={2} maxLength={500} />
      </Field>
    </>
  );
}
