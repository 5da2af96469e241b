import { batches, codes, printOrders, requestPrintOrder } from '@suyuan/contract';
import { Form } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { CodeBadge } from '../../../ui/columns.tsx';
import { MountedModal } from '../../../ui/form-parts.tsx';
import { AddButton } from '../../../ui/list-tools.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { RecordSelect } from '../../../ui/record-select.tsx';
import { RecordName } from '../../../ui/record-view.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { LinkButton, RowLink } from '../../../ui/row-link.tsx';
import { PasswordDialog, PrintOrderLinkDialog, toneOfState, usePrintOrderLifeCycle } from './print-order-actions.tsx';

export default function PrintOrderPage() {
  const t = useTranslations();
  const [canReadBatches, canRequest] = [usePermission(batches.permission('read')), usePermission(requestPrintOrder.permission)];
  const { actionsOf, dialog, close } = usePrintOrderLifeCycle();
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <ResourcePage
        resource={printOrders}
        primary={canRequest && <AddButton label={t('manage.handover.do.ask')} onClick={() => setAdding(true)} />}
        above={!canRequest && <p className="mt-0 mb-3 text-muted">{t('manage.handover.begin.who')}</p>}
        filterText={{ batchId: (id) => <RecordName of={batches} field="batchNo" id={id} /> }}
        detail={({ handoverId }) => `${printOrders.path}/${handoverId}`}
        cells={{
          handoverId: (handoverId) => t('manage.handover.detail', { handoverId }),
          state: (state) => <CodeBadge of={printOrders} field="state" value={state} tone={toneOfState(state)} />,
          batchNo(batchNo, { batchId }) {
            const text = <span className="mono-text">{batchNo}</span>;
            return canReadBatches ? <RowLink to={`${batches.path}/${batchId}`}>{text}</RowLink> : text;
          },
          count: (count, { level }) =>
            level > 0 ? t('manage.codeExport.level.count', { level: t(codes.word(`level.${level}`)), count }) : groupDigits(count),
        }}
        rowActions={(record) => {
          const [first] = actionsOf(record);
          return first && <LinkButton onClick={first.onClick}>{first.label}</LinkButton>;
        }}
        moreActions={(record) => actionsOf(record).slice(1)}
      />
      {isAdding && <NewPrintOrder onClose={() => setAdding(false)} />}
      {dialog?.kind === 'link' && <PrintOrderLinkDialog {...dialog} onClose={close} />}
      {dialog?.kind === 'password' && <PasswordDialog {...dialog} onClose={close} />}
    </>
  );
}

/** The batch first: its page has the form. */
function NewPrintOrder({ onClose }: { onClose: () => void }) {
  const t = useTranslations();
  const navigate = useNavigate();
  return (
    <MountedModal
      title={t('manage.handover.do.ask')}
      footer={null}
      onCancel={onClose}
      // the opening dialog takes the focus from a field with `autoFocus`
      afterOpenChange={(isOpen) => isOpen && document.getElementById('print-order-batch')?.focus()}
    >
      <Form layout="vertical">
        <Form.Item label={t('manage.handover.batchId')} htmlFor="print-order-batch" extra={t('manage.handover.batchId.hint')}>
          <RecordSelect
            id="print-order-batch"
            of={batches}
            label="batchNo"
            note="categoryName"
            fixedFilters={{ having: 'issued' }}
            onChange={(id) => void navigate(`${batches.path}/${id}?tab=exports`, { state: { print: {} } })}
          />
        </Form.Item>
      </Form>
    </MountedModal>
  );
}
