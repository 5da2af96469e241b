import type { PrintOrderDetail } from '@suyuan/contract';
import { useTranslations } from '../../../data/words.ts';
import { formatBytes } from '../../../ui/bytes.ts';
import { StatusDot } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/mono.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { SubTable } from '../../../ui/sub-table.tsx';
import { TimeText } from '../../../ui/times.tsx';

export function PrintOrderFiles({ record: { files, downloads, state } }: { record: PrintOrderDetail }) {
  const t = useTranslations();
  const isWritten = state === 'done' || files.length > 0;
  const isCancelled = state === 'refused' || state === 'withdrawn';
  return (
    <>
      <section className="card handover-block">
        <h2>{t('manage.handover.files')}</h2>
        {files.length === 0 ? (
          <p className="handover-quiet">
            {t(isWritten ? 'manage.handover.filesMany' : isCancelled ? 'manage.handover.filesNever' : 'manage.handover.filesLater')}
          </p>
        ) : (
          <SubTable
            rowKey="name"
            pagination={files.length > 10 ? { pageSize: 10, showSizeChanger: false } : false}
            dataSource={files}
            columns={[
              { key: 'name', title: t('manage.handover.fileName'), render: (_, { name }) => <span className="mono-text">{name}</span> },
              { key: 'range', title: t('manage.batch.range'), render: (_, { from, to }) => `${groupDigits(from)}–${groupDigits(to)}` },
              {
                key: 'count',
                title: t('manage.handover.count'),
                align: 'right',
                className: 'numeral',
                render: (_, { count }) => groupDigits(count),
              },
              {
                key: 'bytes',
                title: t('manage.handover.bytes'),
                align: 'right',
                className: 'numeral',
                render: (_, { bytes }) => formatBytes(bytes),
              },
              { key: 'sha256', title: t('manage.handover.sha256'), render: (_, { sha256 }) => <CopyableText>{sha256}</CopyableText> },
            ]}
          />
        )}
      </section>
      <section className="card handover-block">
        <h2>{t('manage.handover.downloads')}</h2>
        {downloads.length === 0 ? (
          <p className="handover-quiet">{t('manage.handover.downloadsNone')}</p>
        ) : (
          <SubTable
            rowKey="downloadId"
            dataSource={downloads}
            columns={[
              {
                key: 'beginTime',
                title: t('manage.handover.beginTime'),
                render: (_, { beginTime }) => <TimeText value={beginTime} seconds />,
              },
              {
                key: 'endTime',
                title: t('manage.handover.endTime'),
                render: (_, { endTime }) => (endTime ? <TimeText value={endTime} seconds /> : <span className="none">—</span>),
              },
              {
                key: 'whole',
                title: t('manage.handover.whole'),
                render: (_, { whole, endTime }) => (
                  <StatusDot tone={whole ? 'genuine' : endTime ? 'attention' : 'verified'}>
                    {t(`manage.handover.whole.${endTime ? (whole ? 'true' : 'false') : 'open'}`)}
                  </StatusDot>
                ),
              },
              {
                key: 'bytes',
                title: t('manage.handover.bytes'),
                align: 'right',
                className: 'numeral',
                render: (_, { bytes }) => formatBytes(bytes),
              },
              { key: 'ip', title: t('manage.handover.ip'), render: (_, { ip }) => <span className="mono-text">{ip ?? '—'}</span> },
              { key: 'agent', title: t('manage.handover.agent'), ellipsis: true, render: (_, { agent }) => agent ?? '—' },
            ]}
          />
        )}
      </section>
    </>
  );
}
