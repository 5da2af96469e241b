import { type CodeHistory, codeRecords } from '@suyuan/contract';
import type { TableColumnType } from 'antd';
import { CodeBadge, FieldTitle } from '../../../kit/columns.tsx';
import { usePermission } from '../../../kit/permission.tsx';
import { RowLink } from '../../../kit/row-link.tsx';
import { Nothing } from '../../../kit/states.tsx';
import { SubTable } from '../../../kit/sub-table.tsx';
import { TimeText } from '../../../kit/times.tsx';
import { useWords } from '../../../kit/words.ts';
import { ScanDots } from './scan-dots.tsx';

type Sighting = CodeHistory['scans'][number];

interface CodeScansProps {
  batchId: number;
  ordinal: number;
  level: number;
  scans: readonly Sighting[];
  /** When the code came to be: where the line of time begins. */
  since: string;
}

/** Every scan of one code: dots along time, and the list behind them. */
export function CodeScans({ batchId, ordinal, level, scans, since }: CodeScansProps) {
  const t = useWords();
  const seesAll = usePermission(codeRecords.permission('list'));
  const title = (name: string) => <FieldTitle of={codeRecords} name={name} />;
  const columns: TableColumnType<Sighting>[] = [
    { key: 'scanTime', title: title('scanTime'), render: (_, { scanTime }) => <TimeText value={scanTime} seconds /> },
    { key: 'verdict', title: title('verdict'), render: (_, { verdict }) => <CodeBadge of={codeRecords} field="verdict" value={verdict} /> },
    { key: 'sessionNo', title: title('sessionNo'), align: 'right', className: 'numeral', render: (_, { sessionNo }) => sessionNo ?? '—' },
    { key: 'region', title: title('region'), render: (_, { region }) => region ?? <span className="none">—</span> },
    {
      key: 'device',
      title: title('device'),
      render: (_, { device }) =>
        seesAll ? (
          <RowLink to={`${codeRecords.path}?device=${device}`}>
            <span className="mono-text">{device}</span>
          </RowLink>
        ) : (
          <span className="mono-text">{device}</span>
        ),
    },
    { key: 'channel', title: title('channel'), render: (_, { channel }) => t(`manage.codeRecord.channel.${channel}`) },
  ];
  return (
    <section className="card code-section" aria-labelledby="code-scans-title">
      <div className="code-section-head">
        <h2 id="code-scans-title">{t('manage.code.scans')}</h2>
        {seesAll && level === 0 && scans.length > 0 && (
          <RowLink to={`${codeRecords.path}?batchId=${batchId}&ordinal=${ordinal}`}>{t('manage.code.allScans')}</RowLink>
        )}
      </div>
      {scans.length === 0 ? (
        <Nothing text={t('manage.code.noScans')} />
      ) : (
        <>
          <ScanDots scans={scans} since={since} />
          <SubTable
            rowKey="scanId"
            columns={columns}
            dataSource={[...scans]}
            pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
          />
        </>
      )}
    </section>
  );
}
