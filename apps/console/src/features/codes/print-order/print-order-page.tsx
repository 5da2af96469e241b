import { batches, codes, type PrintOrder, printOrderKinds, printOrderStates, printOrders, requestPrintOrder } from '@suyuan/contract';
import { Button, Form, Input, Select } from 'antd';
import { useNavigate } from 'react-router';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { CodeBadge, columnOf } from '../../../ui/columns.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { RecordName } from '../../../ui/record-view.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { TimeText } from '../../../ui/time-format.tsx';
import { PasswordDialog, PrintOrderLinkDialog, toneOfState, usePrintOrderActions } from './print-order-actions.tsx';

export default function PrintOrderPage() {
  const t = useTranslations();
  const navigate = useNavigate();
  const [canReadBatches, canRequest] = [usePermission(batches.permission('read')), usePermission(requestPrintOrder.permission)];
  const { actsOf, dialog, close } = usePrintOrderActions();
  const choices = (values: readonly string[], field: 'state' | 'kind') =>
    values.map((value) => ({ value, label: t(`manage.handover.${field}.${value}` as 'manage.handover.kind.lines') }));
  return (
    <>
      <ResourcePage
        resource={printOrders}
        primary={
          canRequest && (
            <Button type="primary" onClick={() => void navigate(`${batches.path}?having=issued`)}>
              {t('manage.handover.begin')}
            </Button>
          )
        }
        above={<p className="handover-quiet handover-begin">{t(canRequest ? 'manage.handover.begin.how' : 'manage.handover.begin.who')}</p>}
        filterText={{ batchId: (id) => <RecordName of={batches} field="batchNo" id={id} /> }}
        detail={({ handoverId }) => `${printOrders.path}/${handoverId}`}
        columns={[
          columnOf(printOrders, 'handoverId', (handoverId) => <span className="numeral">#{handoverId}</span>),
          columnOf(printOrders, 'state', (state) => <CodeBadge of={printOrders} field="state" value={state} tone={toneOfState(state)} />),
          columnOf(printOrders, 'batchNo', (batchNo, { batchId }) => {
            const text = <span className="mono-text">{batchNo}</span>;
            return canReadBatches ? <RowLink to={`${batches.path}/${batchId}`}>{text}</RowLink> : text;
          }),
          columnOf(printOrders, 'categoryName'),
          columnOf(printOrders, 'recipient'),
          columnOf(printOrders, 'kind', (kind) => t(`manage.handover.kind.${kind}`)),
          columnOf(printOrders, 'count', (count, { level }) =>
            level > 0 ? `${t(codes.word(`level.${level}`))} ${groupDigits(count)}` : groupDigits(count),
          ),
          columnOf(printOrders, 'createBy'),
          columnOf(printOrders, 'createTime', (time) => <TimeText value={time} />),
          columnOf(printOrders, 'releaseBy'),
        ]}
        filters={
          <>
            <Form.Item name="state" label={t('common.field.state')}>
              <Select options={choices(printOrderStates, 'state')} allowClear />
            </Form.Item>
            <Form.Item name="batchNo" label={t('manage.handover.batchNo')}>
              <Input allowClear maxLength={20} />
            </Form.Item>
            <Form.Item name="recipient" label={t('manage.handover.recipient')}>
              <Input allowClear maxLength={50} />
            </Form.Item>
            <Form.Item name="kind" label={t('manage.handover.kind')}>
              <Select options={choices(printOrderKinds, 'kind')} allowClear />
            </Form.Item>
          </>
        }
        rowActions={(record: PrintOrder) => {
          const [first] = actsOf(record);
          return (
            first && (
              <button type="button" className="row-link" onClick={first.onClick}>
                {first.label}
              </button>
            )
          );
        }}
        moreActions={(record: PrintOrder) => actsOf(record).slice(1)}
      />
      {dialog?.kind === 'link' && <PrintOrderLinkDialog {...dialog} onClose={close} />}
      {dialog?.kind === 'password' && <PasswordDialog {...dialog} onClose={close} />}
    </>
  );
}
