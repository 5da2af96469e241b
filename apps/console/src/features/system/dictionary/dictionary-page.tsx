import { dictionaryEntries, LIST_CLASSES, type RecordOf } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Radio } from 'antd';
import { useListQuery } from '../../../data/api.ts';
import { translateSeedText } from '../../../data/display-names.ts';
import { useTranslations } from '../../../data/i18n.ts';
import type { Cells } from '../../../ui/columns.tsx';
import { DictionaryLabel } from '../../../ui/dictionary-tag.tsx';
import { FormFields, optionsOf } from '../../../ui/field-kinds.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { Select } from '../../../ui/select.tsx';
import { allTypesQueryOptions, DictionaryTypes, nameOfType } from './dictionary-types.tsx';

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
  const typeOptions = (types.data ?? []).map((row) => ({ value: row.dictType, label: `${nameOfType(row)} ${row.dictType}` }));
  const listClassOptions = LIST_CLASSES.map((value) => ({
    value,
    label: <DictionaryLabel label={t(`system.dictData.listClass.${value}`)} listClass={value} cssClass="" />,
  }));
  const cells: Cells<typeof dictionaryEntries> = {
    dictLabel: (_, entry) => labelOf(entry),
    // repeats the label, so cards on phones leave it out
    listClass: {
      responsive: ['md'],
      render: (listClass, entry) => <DictionaryLabel label={labelOf(entry)} listClass={listClass} cssClass={entry.cssClass ?? ''} />,
    },
    dictType: nameOf,
    isDefault: (flag) => (flag === 'Y' ? t('system.dictData.isDefault.Y') : <span className="text-muted">—</span>),
    ...(dictType ? { dictType: false } : { remark: false, createTime: false }),
  };
  return (
    <ResourcePage
      resource={dictionaryEntries}
      aside={<DictionaryTypes selectedType={dictType} />}
      parentFilter="dictType"
      {...(dictType && { blank: { dictType } })}
      filterText={{ dictType: nameOf }}
      cells={cells}
      form={
        <FormFields
          of={dictionaryEntries}
          controls={{
            dictType: <Select options={typeOptions} showSearch={{ optionFilterProp: 'label' }} disabled={dictType !== undefined} />,
            listClass: (
              <Select
                options={listClassOptions}
                // an empty value, as RuoYi stores it, is the default as well
                labelRender={({ label, value }) => (value ? label : t('system.dictData.listClass.default'))}
              />
            ),
            isDefault: <Radio.Group options={optionsOf({ of: dictionaryEntries, name: 'isDefault', t })} />,
          }}
        />
      }
    />
  );
}
