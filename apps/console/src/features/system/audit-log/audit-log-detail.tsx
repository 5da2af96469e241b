import { type AuditLogSeal, auditLogs, type RecordOf } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { hasExtension } from '../../../data/server-info.ts';
import { CodeBadge, StatusDot } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { TermTooltip } from '../../../ui/term-tooltip.tsx';
import { TimeText } from '../../../ui/time-format.tsx';
import './audit-log.css';
import { Button } from 'antd';
import { shellServices } from '../../../data/shell-services.ts';
import { copyText } from '../../../ui/clipboard.ts';

/** A text, usually JSON, formatted to read and copy. RuoYi has null where a request failed. */
function TextBlock({ title, text, empty }: { title: string; text: string | null; empty: string }) {
  const t = useTranslations();
  const formatted = prettyPrint(text ?? '');
  const copy = async () => {
    const isCopied = await copyText(formatted);
    shellServices.notify(isCopied ? 'success' : 'warning', t(isCopied ? 'kit.copied' : 'kit.copyFailed'));
  };
  return (
    <section className="operlog-block">
      <h3>
        {title}
        {formatted && (
          <Button size="small" type="text" onClick={() => void copy()} aria-label={`${t('kit.copy')} ${title}`}>
            {t('kit.copy')}
          </Button>
        )}
      </h3>
      {formatted ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled, also by keys
        <pre tabIndex={0}>{formatted}</pre>
      ) : (
        <p className="none">{empty}</p>
      )}
    </section>
  );
}

/** Indents JSON; truncated JSON stays unchanged. */
function prettyPrint(text: string): string {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && Object.keys(parsed).length === 0 ? '' : JSON.stringify(parsed, null, 2);
  } catch {
    return text;
  }
}

type AuditLog = RecordOf<typeof auditLogs>;

/** Duration of a request. RuoYi before 3.8.6 does not measure it. */
export const durationText = (milliseconds: number | undefined) => (milliseconds === undefined ? '—' : `${milliseconds} ms`);

export function AuditLogDetail({ row }: { row: AuditLog }) {
  const t = useTranslations();
  return (
    <>
      <dl className="record-view">
        <Fact name="title">
          {row.title} · <CodeBadge of={auditLogs} field="businessType" value={row.businessType} tone="quiet" />
        </Fact>
        <Fact name="status">
          <CodeBadge of={auditLogs} field="status" value={row.status} tone={row.status === 0 ? 'genuine' : 'grave'} />
        </Fact>
        {row.errorMsg && <Fact name="errorMsg">{row.errorMsg}</Fact>}
        <Fact name="operName">{[row.operName, row.deptName].filter(Boolean).join(' · ')}</Fact>
        <Fact name="operIp">
          <CopyableText>{row.operIp}</CopyableText> {row.operLocation}
        </Fact>
        <Fact name="operUrl">
          <span className="mono">
            {row.requestMethod} {row.operUrl}
          </span>
        </Fact>
        {row.method !== `${row.requestMethod} ${row.operUrl}` && (
          <Fact name="method">
            <span className="mono">{row.method}</span>
          </Fact>
        )}
        <Fact name="operTime">
          <TimeText value={row.operTime} seconds />
        </Fact>
        <Fact name="costTime">{durationText(row.costTime)}</Fact>
      </dl>
      <TextBlock title={t('monitor.operlog.request')} text={row.operParam} empty={t('monitor.operlog.noText')} />
      <TextBlock title={t('monitor.operlog.answer')} text={row.jsonResult} empty={t('monitor.operlog.noText')} />
      {hasExtension('auditArchive') && <Seal operId={row.operId} />}
    </>
  );
}

function Fact({ name, children }: { name: keyof AuditLog; children: ReactNode }) {
  const t = useTranslations();
  return (
    <div>
      <dt>{t(auditLogs.word(name))}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Recomputes and verifies the row's link of the hash chain. */
function Seal({ operId }: { operId: number }) {
  const t = useTranslations();
  const canRead = usePermission(auditLogs.permission('read'));
  const { data } = useQuery({ ...getQueryOptions<AuditLogSeal>(auditLogs, `/${operId}/seal`), enabled: canRead, retry: false });
  if (!canRead || !data) return null;
  const tone = data.state === 'sealed' ? 'genuine' : data.state === 'waiting' ? 'quiet' : 'grave';
  return (
    <section className="operlog-block">
      <h3>
        <TermTooltip explanation={t('monitor.operlog.chain.how')}>{t('monitor.operlog.chain')}</TermTooltip>
      </h3>
      <dl className="record-view">
        <div>
          <dt>{t('monitor.operlog.seal.state')}</dt>
          <dd>
            <StatusDot tone={tone}>{t(`monitor.operlog.seal.state.${data.state}`)}</StatusDot>
          </dd>
        </div>
        {data.seal !== null && (
          <>
            <div>
              <dt>{t('monitor.operlog.seal')}</dt>
              <dd className="numeral">{data.seal}</dd>
            </div>
            <div>
              <dt>{t('monitor.operlog.seal.hash')}</dt>
              <dd>
                <CopyableText>{data.hash}</CopyableText>
              </dd>
            </div>
            <div>
              <dt>{t('monitor.operlog.seal.before')}</dt>
              <dd>
                <CopyableText>{data.before}</CopyableText>
              </dd>
            </div>
            <div>
              <dt>{t('monitor.operlog.seal.time')}</dt>
              <dd>
                <TimeText value={data.sealTime} seconds />
              </dd>
            </div>
          </>
        )}
      </dl>
    </section>
  );
}
