import { type CodeActName, type CodeDetail, type CodeStatus, codeActs, codeLifeCycle, codes, placeText } from '@suyuan/contract';
import { Button, Tooltip } from 'antd';
import { Suspense, useState } from 'react';
import { findTranslationKey, useTranslations } from '../../../data/i18n.ts';
import { Can } from '../../../data/permission.tsx';
import { serverSettings } from '../../../data/server-info.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { lazyWithRetry } from '../../../ui/lazy-component.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { TimeText } from '../../../ui/time-format.tsx';
import { SsccText } from './code-columns.tsx';
import { PackDialog } from './pack-dialog.tsx';
import { useCodeAct, useRelabel, useUnlockPin, useUnpack } from './use-code-actions.ts';

const QrCode = lazyWithRetry(() => import('./qr-code.tsx'));

/** Batch states that allow actions on single codes. The server validates; this only hides what it would reject. */
const activeStates = ['issued', 'active', 'closed', 'frozen'];

const stoppedStatuses: readonly CodeStatus[] = ['frozen', 'recalled', 'void'];

const isActionAvailable = (name: CodeActName, { ownStatus, batchState }: CodeDetail) =>
  activeStates.includes(batchState) && (codeLifeCycle[name].from as readonly CodeStatus[]).includes(ownStatus);

/** Link that a consumer's camera opens. A bare number is looked up on the verification site. */
function verificationLink({ payload, code }: CodeDetail): string | undefined {
  const isLink = payload !== null && /^https?:\/\//.test(payload);
  if (isLink) return payload;
  const settings = serverSettings();
  return payload === null ? undefined : settings && `${settings.publicBaseUrl}/c/${code}`;
}

/** Why the effective status is worse than the code's own, and what that was. Undefined if it is not. */
function useCause({ status, ownStatus, batchState, frames }: CodeDetail): string | undefined {
  const t = useTranslations();
  if (status === ownStatus) return undefined;
  const ownStatusLabel = t(codes.word(`status.${ownStatus}`));
  const container = frames.find((frame) => frame.ownStatus === status);
  if (!container || batchState === status) {
    const batch = findTranslationKey(`manage.batch.state.${batchState}`);
    return batch && t('manage.code.fromBatch', { state: t(batch), own: ownStatusLabel });
  }
  const level = t(codes.word(`level.${container.level}`));
  return t('manage.code.fromContainer', { level, state: t(codes.word(`status.${status}`)), own: ownStatusLabel });
}

export function CodeHero({ detail }: { detail: CodeDetail }) {
  const t = useTranslations();
  const { act, busy } = useCodeAct();
  const { unpack, busy: unpacking } = useUnpack();
  const { relabel, busy: relabelling } = useRelabel();
  const { unlockPin, busy: unlocking } = useUnlockPin();
  const [packing, setPacking] = useState(false);
  const { code, payload, status, reason, batchState, level, ordinal, frames, flags, content } = detail;
  const { pinLockedUntil, pinFirstTime, pinFirstRegion } = detail;
  const stoppedContainer = frames.find((frame) => stoppedStatuses.includes(frame.ownStatus));
  const link = verificationLink(detail);
  const cause = useCause(detail);
  const isTraded = batchState === 'active' || batchState === 'closed';
  return (
    <header className="card code-hero">
      {payload !== null && (
        <div className="code-qr">
          <Suspense fallback={<div className="qr" />}>
            <QrCode text={payload} label={t('manage.code.qrOf', { code })} />
          </Suspense>
        </div>
      )}
      <div className="code-words">
        <h1 className="code-large">
          {code ? (
            <CopyableText grouped copyable={payload !== null}>
              {code}
            </CopyableText>
          ) : (
            `${t('manage.code.madeElsewhere')} ${groupDigits(ordinal)}`
          )}
        </h1>
        <SsccText sscc={detail.sscc} copy />
        <p className="code-states">
          <CodeBadge of={codes} field="status" value={status} />
          {flags.map((flag) => (
            <CodeBadge key={flag} of={codes} field="flag" value={flag} tone={flag === 'suspect' ? 'attention' : 'grave'} />
          ))}
        </p>
        {cause && <p className="code-reason">{cause}</p>}
        {pinLockedUntil && (
          <p className="code-reason">
            {t('manage.code.pinLockedUntil')} <TimeText value={pinLockedUntil} />
          </p>
        )}
        {pinFirstTime && (
          <p className="code-reason">
            {t('manage.code.pinFirst')} <TimeText value={pinFirstTime} /> {pinFirstRegion}
          </p>
        )}
        {reason && <p className="code-reason">{t('manage.code.why', { reason })}</p>}
        {payload !== null && (
          <p className="code-payload">
            <CopyableText>{payload}</CopyableText>
          </p>
        )}
        {payload === null && code !== null && <p className="none">{t('manage.code.masked')}</p>}
        <div className="code-actions">
          {link && (
            <Tooltip title={t('manage.code.openCounts')}>
              <Button href={link} target="_blank" rel="noopener noreferrer">
                {t('manage.code.open')}
              </Button>
            </Tooltip>
          )}
          {codeActs
            .filter((name) => isActionAvailable(name, detail))
            .map((name) => (
              <Can key={name} do={[codes.permission(name)]}>
                <Button danger={name === 'void'} loading={busy} onClick={() => void act(name, detail)}>
                  {t(`manage.batch.do.${name}`)}
                </Button>
              </Can>
            ))}
          {level > 0 && (
            <Can do={[codes.permission('pack')]}>
              <Button onClick={() => setPacking(true)}>{t('manage.code.pack')}</Button>
            </Can>
          )}
          {level > 0 && code && activeStates.includes(batchState) && (
            <Can do={[codes.permission('relabel')]}>
              <Button loading={relabelling} onClick={() => void relabel(detail)}>
                {t('manage.code.relabel')}
              </Button>
            </Can>
          )}
          {pinLockedUntil && code && (
            <Can do={[codes.permission('unlockPin')]}>
              <Button loading={unlocking} onClick={() => void unlockPin(detail)}>
                {t('manage.code.unlockPin')}
              </Button>
            </Can>
          )}
          <Can do={[codes.permission('unpack')]}>
            {frames.length > 0 && !stoppedContainer && isTraded && (
              <Button loading={unpacking} onClick={() => void unpack(detail, false)}>
                {t('manage.code.unpack')}
              </Button>
            )}
            {content.length > 0 && code && status !== 'frozen' && isTraded && (
              <Button loading={unpacking} onClick={() => void unpack(detail, true)}>
                {t('manage.code.unpack.all')}
              </Button>
            )}
          </Can>
        </div>
      </div>
      {packing && <PackDialog container={payload === null ? placeText(detail) : (code ?? undefined)} onClose={() => setPacking(false)} />}
    </header>
  );
}
