import {
  batches,
  channelBusinesses,
  type Dispatch,
  type DispatchDealer,
  dispatches,
  dispatchKinds,
  dispatchStates,
} from '@suyuan/contract';
import { Form, Input, Select } from 'antd';
import { useNavigate } from 'react-router';
import { AskedSelect } from '../../../kit/asked-select.tsx';
import { CodeBadge, columnOf } from '../../../kit/columns.tsx';
import { RangeFilter } from '../../../kit/range-filter.tsx';
import { RecordName } from '../../../kit/record-name.tsx';
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
  /** The step that leads on; goods leave only once something is on their document. */
  const onward = (dispatch: Dispatch) => moves(dispatch).find((step) => step === 'receive' || (step === 'ship' && dispatch.lineCount > 0));
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
      filterText={{
        batchId: (id) => <RecordName of={batches} field="batchNo" id={id} />,
        dealerId: (id) => <RecordName of={channelBusinesses} field="channelBusinessName" id={id} />,
      }}
      form={<DispatchFields />}
      rowActions={(dispatch) => {
        const next = onward(dispatch);
        return (
          next && (
            <button type="button" className="row-link" onClick={() => void take(next, dispatch)}>
              {t(`manage.dispatch.do.${next}`)}
            </button>
          )
        );
      }}
      moreActions={(dispatch) =>
        moves(dispatch)
          .filter((step) => step !== onward(dispatch))
          .map((step) => ({
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
