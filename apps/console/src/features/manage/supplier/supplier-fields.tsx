import { suppliers } from '@suyuan/contract';
import { Input, Select } from 'antd';
import { CatalogueSelect } from '../../../kit/catalogue-select.tsx';
import { Field } from '../../../kit/field.tsx';
import { RegionSelect } from '../../../kit/region-select.tsx';
import type { FormGroup } from '../../../kit/resource-form-page.tsx';
import { useWords } from '../../../kit/words.ts';

const grades = ['A', 'B', 'C'] as const;

/** What is written of a supplier: who it is, how it is reached, where it is paid. */
export function useSupplierGroups() {
  const t = useWords();
  return (): FormGroup[] => [
    {
      key: 'what',
      title: t('manage.supplier.group.what'),
      fields: (
        <>
          <Field of={suppliers} name="supplierCode">
            <Input className="mono-text" maxLength={32} />
          </Field>
          <Field of={suppliers} name="supplierName">
            <Input maxLength={100} />
          </Field>
          <Field of={suppliers} name="shortName">
            <Input maxLength={50} />
          </Field>
          <Field of={suppliers} name="catalogueId">
            <CatalogueSelect kind="supplier" />
          </Field>
          <Field of={suppliers} name="grade">
            <Select allowClear options={grades.map((value) => ({ value, label: t(`manage.supplier.grade.${value}`) }))} />
          </Field>
        </>
      ),
    },
    {
      key: 'identity',
      title: t('manage.supplier.identity'),
      fields: (
        <>
          <Field of={suppliers} name="uscc">
            <Input className="mono-text" maxLength={18} />
          </Field>
          <Field of={suppliers} name="gln">
            <Input className="mono-text" maxLength={13} inputMode="numeric" />
          </Field>
          <Field of={suppliers} name="licenceNo">
            <Input className="mono-text" maxLength={50} />
          </Field>
        </>
      ),
    },
    {
      key: 'contact',
      title: t('manage.supplier.contact'),
      fields: (
        <>
          <Field of={suppliers} name="contactName">
            <Input maxLength={30} />
          </Field>
          <Field of={suppliers} name="contactPhone">
            <Input maxLength={20} inputMode="tel" />
          </Field>
          <Field of={suppliers} name="email">
            <Input maxLength={100} inputMode="email" />
          </Field>
          <Field of={suppliers} name="regionCode">
            <RegionSelect />
          </Field>
          <Field of={suppliers} name="address" className="form-wide">
            <Input maxLength={200} />
          </Field>
        </>
      ),
    },
    {
      key: 'payment',
      title: t('manage.supplier.payment'),
      hint: t('manage.supplier.reopenHint'),
      fields: (
        <>
          <Field of={suppliers} name="bankName">
            <Input maxLength={100} />
          </Field>
          <Field of={suppliers} name="bankAccount">
            <Input className="mono-text" maxLength={40} />
          </Field>
          <Field of={suppliers} name="remark" className="form-wide">
            <Input.TextArea rows={3} maxLength={500} />
          </Field>
        </>
      ),
    },
  ];
}
