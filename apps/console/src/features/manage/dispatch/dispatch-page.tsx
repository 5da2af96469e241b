import { batches, type DispatchDealer, dispatches, dispatchKinds, dispatchStates } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Select } from 'antd';
import { useNavigate } from 'react-router';
import { readOf } from '../../../kit/api.ts';
import { AskedSelect } from '../../../kit/asked-select.tsx';
import { CodeBadge, columnOf } from '../../../kit/columns.tsx';
import { RangeFilter } from '../../../kit/range-filter.tsx';
import { RecordSelect } from '../../../kit/record-select.tsx';
import { ResourcePage } from '../../../kit/resource-page.tsx';
import { useWords } from '../../../kit/words.ts';
import { DispatchFields } from './dispatch-fields.tsx';
import { useDispatchStep } from './use-dispatch-step.ts';

/** Documents of goods on their way: who they go to, how far they are. */
export default function DispatchPage() {
  const t = useWords();
  const navigate = useNavigate();
  const { moves, take } = useDispatchStep();
  const end = (name: string) => name || t('manage.dispatch.ownStore');
  return (
    <ResourcePage
      resource={dispatches}
      blank={{ kind: 'out' }}
      detail={({ dispatchId }) => `/manage/dispatch/${dispatchId}`}
      onAdded={(id) => void navigate(`/manage/dispatch/${id}`)}
      fixed={({ state }) => state !== 'draft'}
      columns={[
        columnOf(dispatches, 'dispatchNo'),
        columnOf(dispatches, 'state', (state) => <CodeBadge of={dispatches} field="state" value={state} />),
        columnOf(dispatches, 'kind', (kind) => t(`manage.dispatch.kind.${kind}`)),
        columnOf(dispatches, 'fromName', end),
        columnOf(dispatches, 'toName', end),
        columnOf(dispatches, 'codeCount'),
        columnOf(dispatches, 'shipTime'),
        columnOf(dispatches, 'receiveTime'),
        columnOf(dispatches, 'createTime'),
      ]}
      filters={
        <>
          <Form.Item name="dispatchNo" label={t('manage.dispatch.dispatchNo')}>
            <Input allowClear />
          </Form.Item>
          <Form.Item name="state" label={t('manage.dispatch.state')}>
            <Select allowClear options={dispatchStates.map((value) => ({ value, label: t(`manage.dispatch.state.${value}`) }))} />
          </Form.Item>
          <Form.Item name="dealerId" label={t('manage.dispatch.dealerId')}>
            <DealerFilter />
          </Form.Item>
          <Form.Item name="kind" label={t('manage.dispatch.kind')}>
            <Select allowClear options={dispatchKinds.map((value) => ({ value, label: t(`manage.dispatch.kind.${value}`) }))} />
          </Form.Item>
          <Form.Item name="batchId" label={t('manage.dispatch.batchId')}>
            <RecordSelect of={batches} label="batchNo" note="categoryName" allowClear />
          </Form.Item>
          <RangeFilter label={t('kit.createTime')} />
        </>
      }
      filterText={{ batchId: (id) => <BatchNo id={id} /> }}
      form={<DispatchFields />}
      moreActions={(dispatch) =>
        moves(dispatch).map((step) => ({
          key: step,
          label: t(`manage.dispatch.do.${step}`),
          danger: step === 'cancel',
          onClick: () => void take(step, dispatch),
        }))
      }
    />
  );
}

/** The dealer at either end. */
const DealerFilter = (props: { value?: string | number; onChange?: (id: number | undefined) => void; id?: string }) => (
  <AskedSelect<DispatchDealer>
    {...props}
    value={props.value === undefined ? undefined : Number(props.value)}
    path={`${dispatches.path}/dealers`}
    option={({ channelBusinessId, channelBusinessName, channelBusinessCode }) => ({
      ...{ value: channelBusinessId, label: channelBusinessName, note: channelBusinessCode },
    })}
    allowClear
  />
);

function BatchNo({ id }: { id: string }) {
  return <>{useQuery({ ...readOf(batches, id), meta: { ownErrors: true } }).data?.batchNo ?? id}</>;
}
