import { batches, codeRecords, codes, verdicts } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Select } from 'antd';
import { readOf } from '../../../kit/api.ts';
import { CodeBadge, columnOf } from '../../../kit/columns.tsx';
import { Mono } from '../../../kit/mono.tsx';
import { usePermission } from '../../../kit/permission.tsx';
import { RangeFilter } from '../../../kit/range-filter.tsx';
import { RecordSelect } from '../../../kit/record-select.tsx';
import { ResourcePage } from '../../../kit/resource-page.tsx';
import { RowLink } from '../../../kit/row-link.tsx';
import { TimeText } from '../../../kit/times.tsx';
import { useWords } from '../../../kit/words.ts';

const none = <span className="none">—</span>;

function BatchNo({ id }: { id: string }) {
  return <>{useQuery({ ...readOf(batches, id), meta: { ownErrors: true } }).data?.batchNo ?? id}</>;
}

/** Every scan, newest first; a click on a device shows what else it scanned. */
export default function CodeRecordPage() {
  const t = useWords();
  const [opensCode, opensBatch] = [usePermission(codes.permission('query')), usePermission(batches.permission('read'))];
  const choices = verdicts.map((value) => ({ value, label: t(`manage.codeRecord.verdict.${value}`) }));
  return (
    <ResourcePage
      resource={codeRecords}
      columns={[
        columnOf(codeRecords, 'scanTime', (time) => <TimeText value={time} seconds />),
        columnOf(codeRecords, 'verdict', (verdict) => <CodeBadge of={codeRecords} field="verdict" value={verdict} />),
        columnOf(codeRecords, 'code', (code, { batchId, ordinal }) => {
          if (!code) return none;
          const ours = batchId !== null && ordinal !== null;
          const text = (
            <Mono groups={ours} copy={false}>
              {code}
            </Mono>
          );
          return ours && opensCode ? <RowLink to={`${codes.path}/${batchId}/${ordinal}`}>{text}</RowLink> : text;
        }),
        columnOf(codeRecords, 'categoryName'),
        columnOf(codeRecords, 'batchNo', (batchNo, { batchId }) => {
          if (!batchNo) return none;
          const text = <span className="mono-text">{batchNo}</span>;
          return opensBatch ? <RowLink to={`${batches.path}/${batchId}`}>{text}</RowLink> : text;
        }),
        columnOf(codeRecords, 'sessionNo'),
        columnOf(codeRecords, 'region'),
        columnOf(codeRecords, 'device', (device) => (
          <RowLink to={`${codeRecords.path}?device=${device}`}>
            <span className="mono-text" title={t('manage.codeRecord.sameDevice')}>
              {device}
            </span>
          </RowLink>
        )),
        columnOf(codeRecords, 'channel', (channel) => t(`manage.codeRecord.channel.${channel}`)),
      ]}
      filters={
        <>
          <Form.Item name="verdict" label={t('manage.codeRecord.verdict')}>
            <Select options={choices} allowClear />
          </Form.Item>
          <Form.Item name="code" label={t('manage.codeRecord.code')}>
            <Input className="mono-text" allowClear maxLength={200} />
          </Form.Item>
          <Form.Item name="batchId" label={t('manage.codeRecord.batchId')}>
            <RecordSelect of={batches} label="batchNo" note="categoryName" allowClear />
          </Form.Item>
          <RangeFilter label={t('manage.codeRecord.scanTime')} />
          <Form.Item name="region" label={t('manage.codeRecord.region')}>
            <Input allowClear maxLength={50} />
          </Form.Item>
        </>
      }
      filterText={{ batchId: (id) => <BatchNo id={id} />, device: (device) => <span className="mono-text">{device}</span> }}
    />
  );
}
