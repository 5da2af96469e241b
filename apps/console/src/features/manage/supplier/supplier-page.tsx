import { suppliers } from '@suyuan/contract';
import { Form, Input, Select } from 'antd';
import { CodeBadge, columnOf } from '../../../kit/columns.tsx';
import { Field } from '../../../kit/field.tsx';
import { RangeFilter } from '../../../kit/range-filter.tsx';
import { ResourcePage } from '../../../kit/resource-page.tsx';
import { RowLink } from '../../../kit/row-link.tsx';
import { useWords } from '../../../kit/words.ts';

export default function SupplierPage() {
  const t = useWords();
  const statuses = (['0', '1'] as const).map((value) => ({ value, label: t(`manage.supplier.status.${value}`) }));
  return (
    <ResourcePage
      resource={suppliers}
      blank={{ status: '0' }}
      columns={[
        columnOf(suppliers, 'supplierName'),
        columnOf(suppliers, 'status', (status) => <CodeBadge of={suppliers} field="status" value={status} />),
        columnOf(suppliers, 'supplierCode'),
        columnOf(suppliers, 'gln'),
        columnOf(suppliers, 'contactName'),
        columnOf(suppliers, 'contactPhone'),
        columnOf(suppliers, 'batchCount'),
        columnOf(suppliers, 'createTime'),
      ]}
      filters={
        <>
          <Form.Item name="supplierName" label={t('manage.supplier.supplierName')}>
            <Input allowClear />
          </Form.Item>
          <Form.Item name="supplierCode" label={t('manage.supplier.supplierCode')}>
            <Input allowClear />
          </Form.Item>
          <Form.Item name="status" label={t('manage.supplier.status')}>
            <Select options={statuses} allowClear />
          </Form.Item>
          <RangeFilter label={t('kit.createTime')} />
        </>
      }
      form={
        <>
          <Field of={suppliers} name="supplierCode">
            <Input className="mono-text" maxLength={32} />
          </Field>
          <Field of={suppliers} name="supplierName">
            <Input maxLength={100} />
          </Field>
          <Field of={suppliers} name="gln">
            <Input className="mono-text" maxLength={13} inputMode="numeric" />
          </Field>
          <Field of={suppliers} name="contactName">
            <Input maxLength={30} />
          </Field>
          <Field of={suppliers} name="contactPhone">
            <Input maxLength={20} inputMode="tel" />
          </Field>
          <Field of={suppliers} name="address">
            <Input maxLength={200} />
          </Field>
          <Field of={suppliers} name="status">
            <Select options={statuses} />
          </Field>
          <Field of={suppliers} name="remark">
            <Input.TextArea rows={4} maxLength={500} />
          </Field>
        </>
      }
      rowActions={({ supplierId }) => <RowLink to={`/manage/batch?supplierId=${supplierId}`}>{t('manage.batch')}</RowLink>}
    />
  );
}
