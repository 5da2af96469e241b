import { paperKinds, type RecordOf, supplierPapers } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { listQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { actionsColumn } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { DayInput } from '../../../ui/day-input.tsx';
import { ExpiryDate } from '../../../ui/expiry-date.tsx';
import { Field } from '../../../ui/field.tsx';
import { FileField, fetchFile } from '../../../ui/file-inputs.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useConfirmRemove } from '../../../ui/record-actions.ts';
import { ResourceForm } from '../../../ui/resource-form.tsx';
import { RowActions } from '../../../ui/row-actions.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';

type Paper = RecordOf<typeof supplierPapers>;

export function SupplierPapers({ supplierId }: { supplierId: number }) {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const isAllowed = (operation: 'add' | 'edit' | 'remove') => hasPermi(supplierPapers.permission(operation));
  const list = useQuery(listQueryOptions(supplierPapers, { supplierId: String(supplierId), pageSize: '200', orderBy: 'validTo' }));
  const [editing, setEditing] = useState<{ record?: Paper }>();
  const remove = useConfirmRemove(
    supplierPapers,
    ({ paperName }) => String(paperName),
    () => undefined,
  );
  if (list.error && !list.data) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <LoadingState rows={3} />;
  const addButton = isAllowed('add') && (
    <Button onClick={() => setEditing({})}>{t('kit.addNoun', { noun: t('manage.supplierPaper') })}</Button>
  );
  const { rows } = list.data;
  return (
    <>
      {rows.length === 0 ? (
        <EmptyState text={t('manage.supplierPaper.none')}>{addButton}</EmptyState>
      ) : (
        <>
          <div className="tab-tools">{addButton}</div>
          <SubTable<Paper>
            rowKey="paperId"
            dataSource={rows}
            scroll={{ x: true }}
            columns={[
              {
                key: 'paperName',
                title: t('manage.supplierPaper.paperName'),
                render: (_, { paperName, kind, filePath, fileName }) => (
                  <>
                    {filePath ? (
                      <button
                        type="button"
                        className="row-link"
                        title={t('manage.supplierPaper.download', { file: fileName ?? t('kit.file') })}
                        onClick={() => void fetchFile(filePath, fileName)}
                      >
                        <Icon name="download" /> {paperName}
                      </button>
                    ) : (
                      paperName
                    )}{' '}
                    <span className="none small">{t(`manage.supplierPaper.kind.${kind}`)}</span>
                  </>
                ),
              },
              {
                key: 'paperNo',
                title: t('manage.supplierPaper.paperNo'),
                className: 'unbroken',
                render: (_, { paperNo }) => (paperNo ? <CopyableText>{paperNo}</CopyableText> : '—'),
              },
              { key: 'issuer', dataIndex: 'issuer', title: t('manage.supplierPaper.issuer'), render: (issuer) => issuer ?? '—' },
              {
                key: 'validTo',
                title: t('manage.supplierPaper.validTo'),
                render: (_, { validTo }) => <ExpiryDate day={validTo} emptyText={t('manage.supplier.noEnd')} />,
              },
              actionsColumn(t, (paper) => (
                <span className="row-actions">
                  <RowActions
                    name={paper.paperName}
                    primaryAction={undefined}
                    onEdit={isAllowed('edit') ? () => setEditing({ record: paper }) : undefined}
                    onRemove={isAllowed('remove') ? () => void remove([paper]) : undefined}
                  />
                </span>
              )),
            ]}
          />
        </>
      )}
      {editing && (
        <ResourceForm
          resource={supplierPapers}
          record={editing.record}
          blank={{ supplierId, kind: 'certificate' }}
          onClose={() => setEditing(undefined)}
        >
          <PaperFields />
        </ResourceForm>
      )}
    </>
  );
}

function PaperFields() {
  const t = useTranslations();
  return (
    <>
      <Field of={supplierPapers} name="kind">
        <Select options={paperKinds.map((value) => ({ value, label: t(`manage.supplierPaper.kind.${value}`) }))} />
      </Field>
      <Field of={supplierPapers} name="paperName">
        <Input maxLength={100} />
      </Field>
      <Field of={supplierPapers} name="paperNo">
        <Input className="mono-text" maxLength={50} />
      </Field>
      <Field of={supplierPapers} name="issuer">
        <Input maxLength={100} />
      </Field>
      <Field of={supplierPapers} name="validFrom">
        <DayInput />
      </Field>
      <Field of={supplierPapers} name="validTo">
        <DayInput />
      </Field>
      <Field of={supplierPapers} name="filePath" extra={t('kit.fileHint')}>
        <FileField nameField="fileName" />
      </Field>
      <Field of={supplierPapers} name="fileName" hidden>
        <Input />
      </Field>
      <Field of={supplierPapers} name="supplierId" hidden>
        <Input />
      </Field>
      <Field of={supplierPapers} name="remark">
        <Input.TextArea rows={3} maxLength={500} />
      </Field>
    </>
  );
}
