import { type CodeDetail, type CodeFrame, type CodeHistory, codes, placeText, scans } from '@suyuan/contract';
import type { TableColumnType } from 'antd';
import type { ReactNode } from 'react';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { CodeBadge, FieldTitle } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { SubTable } from '../../../ui/sub-table.tsx';
import { useScanColumns } from '../../scans/shared/scan-columns.tsx';
import { codePath, SsccText } from './code-columns.tsx';
import { ScanDots } from './scan-dots.tsx';

export function CodeFrames({ detail }: { detail: CodeDetail }) {
  const t = useTranslations();
  const { frames, code, level, ordinal, status } = detail;
  const innermost = (
    <div className="code-frame code-frame-own" aria-current="true">
      <div className="code-frame-head">
        <strong>{t(codes.word(`level.${level}`))}</strong>
        <span className="numeral">{groupDigits(ordinal)}</span>
        <CodeBadge of={codes} field="status" value={status} />
        <span className="code-frame-here">{t('manage.code.here')}</span>
      </div>
      <CopyableText grouped copyable={false}>
        {code}
      </CopyableText>
      <Content detail={detail} />
    </div>
  );
  return (
    <section className="card code-section" aria-labelledby="code-frames-title">
      <div className="code-section-head">
        <h2 id="code-frames-title">{t('manage.code.frames')}</h2>
      </div>
      {frames.length === 0 && level < 3 && <p className="none">{t('manage.code.loose')}</p>}
      <div className="code-frames">
        {frames.reduce<ReactNode>(
          (inside, frame) => (
            <Frame key={frame.level} frame={frame}>
              {inside}
            </Frame>
          ),
          innermost,
        )}
      </div>
    </section>
  );
}

function Frame({ frame, children }: { frame: CodeFrame; children: ReactNode }) {
  const t = useTranslations();
  const { level, ordinal, code, sscc, batchNo, status, place, contains } = frame;
  return (
    <div className="code-frame">
      <div className="code-frame-head">
        <strong>{t(codes.word(`level.${level}`))}</strong>
        <RowLink to={codePath(frame)}>
          <span className="numeral">{groupDigits(ordinal)}</span>
        </RowLink>
        <CodeBadge of={codes} field="status" value={status} />
        <CopyableText grouped>{code}</CopyableText>
        <SsccText sscc={sscc} copy />
        <span className="code-frame-batch mono-text">{batchNo}</span>
      </div>
      <p className="code-frame-place">{t('manage.code.frameOf', { place, contains })}</p>
      {children}
    </div>
  );
}

function Content({ detail }: { detail: CodeDetail }) {
  const t = useTranslations();
  const { level, content, capacity } = detail;
  if (level === 0) return null;
  if (content.length === 0) return <p className="none">{t('manage.code.empty')}</p>;
  return (
    <p className="code-frame-content">
      {t('manage.code.containerHas')}{' '}
      {content.map(({ level: at, codes: count }, index) => (
        <span key={at} className="numeral">
          {index === 0 && capacity !== null
            ? t('manage.code.containerOfMost', { count, capacity, level: t(codes.word(`level.${at}`)) })
            : t('manage.code.containerOf', { count, level: t(codes.word(`level.${at}`)) })}
        </span>
      ))}
      <RowLink to={`${codes.path}?${new URLSearchParams({ parent: placeText(detail) })}`}>{t('manage.code.openContent')}</RowLink>
    </p>
  );
}

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
