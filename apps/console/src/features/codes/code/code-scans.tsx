import { type CodeHistory, scans } from '@suyuan/contract';
import type { TableColumnType } from 'antd';
import { usePermission } from '../../../data/permission.tsx';
import { useTranslations } from '../../../data/words.ts';
import { FieldTitle } from '../../../ui/columns.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';
import { useScanColumns } from '../../scans/shared/scan-columns.tsx';
import { ScanDots } from './scan-dots.tsx';

type CodeScan = CodeHistory['scans'][number];

interface CodeScansProps {
  batchId: number;
  ordinal: number;
  level: number;
  scans: readonly CodeScan[];
  /** When the code was issued: the start of the timeline. */
  since: string;
}

export function CodeScans({ batchId, ordinal, level, scans: scanRows, since }: CodeScansProps) {
  const t = useTranslations();
  const canListScans = usePermission(scans.permission('list'));
  const { resultColumns, sourceColumns } = useScanColumns<CodeScan>();
  const channel: TableColumnType<CodeScan> = {
    key: 'channel',
    title: <FieldTitle of={scans} name="channel" />,
    render: (_, { channel }) => t(`manage.codeRecord.channel.${channel}`),
  };
  return (
    <section className="card code-section" aria-labelledby="code-scans-title">
      <div className="code-section-head">
        <h2 id="code-scans-title">{t('manage.code.scans')}</h2>
        {canListScans && level === 0 && scanRows.length > 0 && (
          <RowLink to={`${scans.path}?batchId=${batchId}&ordinal=${ordinal}`}>{t('manage.code.allScans')}</RowLink>
        )}
      </div>
      {scanRows.length === 0 ? (
        <EmptyState text={t('manage.code.noScans')} />
      ) : (
        <>
          <ScanDots scans={scanRows} since={since} />
          <SubTable
            rowKey="scanId"
            columns={[...resultColumns, ...sourceColumns, channel]}
            dataSource={[...scanRows]}
            pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
          />
        </>
      )}
    </section>
  );
}
