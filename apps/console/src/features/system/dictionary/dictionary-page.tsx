import { dictionaryEntries, LIST_CLASSES, type RecordOf } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Radio, Select } from 'antd';
import { useListQuery } from '../../../data/api.ts';
import { translateSeedText } from '../../../data/display-names.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { CodeBadge, columnOf } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { DictionaryLabel } from '../../../ui/dictionary-tag.tsx';
import { Field } from '../../../ui/field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { allTypesQueryOptions, DictionaryTypes, nameOfType } from './dictionary-types.tsx';
import './dictionary.css';

/** Translated label of a seeded entry; otherwise the stored one. */
const labelOf = ({ dictType, dictValue, dictLabel }: Pick<RecordOf<typeof dictionaryEntries>, 'dictType' | 'dictValue' | 'dictLabel'>) =>
  translateSeedText(`dict.${dictType}.${dictValue}`, dictLabel);

/** Dictionaries on the left, entries of the one in the URL (`?dictType=`) on the right. */
export default function DictionaryPage() {
  const t = useTranslations();
  const [{ dictType }] = useListQuery();
  const types = useQuery({ ...allTypesQueryOptions, select: ({ rows }) => rows });
  const nameOf = (key: string) => {
    const type = types.data?.find((row) => row.dictType === key);
    return type ? nameOfType(type) : key;
  };
  const statuses = (['0', '1'] as const).map((value) => ({ value, label: t(`system.dictData.status.${value}`) }));
  const defaults = (['Y', 'N'] as const).map((value) => ({ value, label: t(`system.dictData.isDefault.${value}`) }));
  const typeOptions = (types.data ?? []).map((row) => ({ value: row.dictType, label: `${nameOfType(row)} ${row.dictType}` }));
  const listClassOptions = LIST_CLASSES.map((value) => ({
    value,
    label: <DictionaryLabel label={t(`system.dictData.listClass.${value}`)} listClass={value} cssClass="" />,
  }));
  return (
    <ResourcePage
      resource={dictionaryEntries}
      aside={<DictionaryTypes selectedType={dictType} />}
      parentFilter="dictType"
      blank={{ ...(dictType && { dictType }), status: '0', isDefault: 'N', listClass: 'default', dictSort: 1 }}
      filterText={{ dictType: nameOf }}
      columns={[
        columnOf(dictionaryEntries, 'dictLabel'),
        columnOf(dictionaryEntries, 'listClass', (listClass, entry) => (
          <DictionaryLabel label={labelOf(entry)} listClass={listClass} cssClass={entry.cssClass ?? ''} />
        )),
        columnOf(dictionaryEntries, 'dictValue', (value) => <CopyableText>{value}</CopyableText>),
        columnOf(dictionaryEntries, 'dictSort'),
        ...(dictType ? [] : [columnOf(dictionaryEntries, 'dictType', (key) => nameOf(key))]),
        columnOf(dictionaryEntries, 'isDefault', (flag) =>
          flag === 'Y' ? t('system.dictData.isDefault.Y') : <span className="none">—</span>,
        ),
        columnOf(dictionaryEntries, 'status', (status) => <CodeBadge of={dictionaryEntries} field="status" value={status} />),
        ...(dictType ? [columnOf(dictionaryEntries, 'remark'), columnOf(dictionaryEntries, 'createTime')] : []),
      ]}
      filters={
        <>
          <Form.Item name="dictLabel" label={t('system.dictData.dictLabel')}>
            <Input allowClear />
          </Form.Item>
          <Form.Item name="status" label={t('common.field.status')}>
            <Select options={statuses} allowClear />
          </Form.Item>
        </>
      }
      form={
        <>
          <Field of={dictionaryEntries} name="dictType">
            <Select options={typeOptions} showSearch={{ optionFilterProp: 'label' }} disabled={dictType !== undefined} />
          </Field>
          <Field of={dictionaryEntries} name="dictLabel">
            <Input maxLength={100} />
          </Field>
          <Field of={dictionaryEntries} name="dictValue">
            <Input className="mono-text" maxLength={100} autoComplete="off" />
          </Field>
          <Field of={dictionaryEntries} name="dictSort">
            <NumberField min={0} max={999_999} />
          </Field>
          <Field of={dictionaryEntries} name="listClass">
            <Select options={listClassOptions} />
          </Field>
          <Field of={dictionaryEntries} name="cssClass">
            <Input className="mono-text" maxLength={100} autoComplete="off" />
          </Field>
          <Field of={dictionaryEntries} name="isDefault">
            <Radio.Group options={defaults} />
          </Field>
          <Field of={dictionaryEntries} name="status">
            <Select options={statuses} />
          </Field>
          <Field of={dictionaryEntries} name="remark">
            <Input.TextArea rows={3} maxLength={500} />
          </Field>
        </>
      }
    />
  );
}
