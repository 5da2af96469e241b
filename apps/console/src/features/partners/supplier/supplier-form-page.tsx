import { suppliers } from '@suyuan/contract';
import { Input } from 'antd';
import { useTranslations } from '../../../data/i18n.ts';
import { Field } from '../../../ui/field.tsx';
import { type FormGroup, ResourceFormPage } from '../../../ui/resource-form-page.tsx';
import { CategorySelect } from '../../catalog/shared/category-select.tsx';
import { ContactFields, GradeField, IdentityFields } from '../shared/partner-fields.tsx';

function useSupplierGroups() {
  const t = useTranslations();
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
            <CategorySelect kind="supplier" />
          </Field>
          <GradeField of={suppliers} />
        </>
      ),
    },
    {
      key: 'identity',
      title: t('manage.supplier.identity'),
      fields: (
        <>
          <IdentityFields of={suppliers} />
          <Field of={suppliers} name="licenceNo">
            <Input className="mono-text" maxLength={50} />
          </Field>
        </>
      ),
    },
    {
      key: 'contact',
      title: t('manage.supplier.contact'),
      fields: <ContactFields of={suppliers} />,
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

export default function SupplierFormPage() {
  const groups = useSupplierGroups();
  return <ResourceFormPage resource={suppliers} groups={groups} nameField="supplierName" home="/manage/supplier" />;
}
