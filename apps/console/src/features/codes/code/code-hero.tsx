import { type CodeActName, type CodeDetail, type CodeStatus, codeActs, codeLifeCycle, codes, isStopped, placeText } from '@suyuan/contract';
import { Button, type MenuProps, Tooltip } from 'antd';
import { type ReactNode, Suspense, useState } from 'react';
import { findTranslationKey, useTranslations } from '../../../data/i18n.ts';
import { Can, usePermissions } from '../../../data/permission.tsx';
import { serverSettings } from '../../../data/server-info.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { lazyWithRetry } from '../../../ui/lazy-component.tsx';
import { MoreMenu } from '../../../ui/more-menu.tsx';
import { ordinalText } from '../../../ui/number-format.ts';
import { TimeText } from '../../../ui/time-format.tsx';
import { SsccText } from './code-columns.tsx';
import { PackDialog } from './pack-dialog.tsx';
import { useCodeAct, useRelabel, useUnlockPin, useUnpack } from './use-code-actions.ts';

const QrCode = lazyWithRetry(() => import('./qr-code.tsx'));

/** Batch states that allow actions on single codes. The server validates; this only hides what it would reject. */
const activeStates = ['issued', 'active', 'closed', 'frozen'];

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

// the groups of a large code wrap
const wrappingCode =
  '[&>span]:flex-wrap [&_.mono-text]:inline-flex [&_.mono-text]:flex-wrap [&_.mono-text]:gap-x-[0.5em] ' +
  '[&_.mono-text>*]:ms-0! [&_button]:text-base!';

/** `children`: facts, in the same card. */
export function CodeHero({ detail, children }: { detail: CodeDetail; children: ReactNode }) {
  const t = useTranslations();
  const act = useCodeAct();
  const unlockPin = useUnlockPin();
  const [packing, setPacking] = useState(false);
  const { code, payload, status, reason, ordinal, flags, pinLockedUntil, pinFirstTime, pinFirstRegion } = detail;
  const link = verificationLink(detail);
  const cause = useCause(detail);
  const menuItems = useCodeMenu(detail, { onPack: () => setPacking(true) });
  const isLocked = pinLockedUntil !== null && code !== null;
  return (
    <header data-testid="code-hero" data-show-copy className="card mb-4 divide-y divide-line px-6 *:py-4 max-md:px-4">
      <div className="flex items-center gap-6 max-md:flex-col max-md:items-stretch max-md:gap-3">
        {payload !== null && (
          // the symbol keeps a white ground, also in the dark theme
          <div className="flex-none rounded border border-line bg-white p-1 max-md:self-center">
            <Suspense fallback={<div className="size-36" />}>
              <QrCode text={payload} label={t('manage.code.qrOf', { code })} />
            </Suspense>
          </div>
        )}
        <div className="min-w-0 flex-1 [&>p]:mt-0 [&>p]:mb-1">
          <h1 className={`mt-0 mb-1 text-2xl/9 font-semibold max-xl:text-lg/8 max-md:text-xl/8 ${wrappingCode}`}>
            {code ? (
              <CopyableText grouped copyable={payload !== null}>
                {code}
              </CopyableText>
            ) : (
              `${t('manage.code.madeElsewhere')} ${ordinalText(ordinal)}`
            )}
          </h1>
          <SsccText sscc={detail.sscc} copy />
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <CodeBadge of={codes} field="status" value={status} />
            {flags.map((flag) => (
              <CodeBadge key={flag} of={codes} field="flag" value={flag} tone={flag === 'suspect' ? 'attention' : 'grave'} />
            ))}
          </p>
          {(cause || reason) && (
            <p className="text-warning">{[cause, reason && t('manage.code.why', { reason })].filter(Boolean).join('\u00a0· ')}</p>
          )}
          {pinLockedUntil && (
            <p className="text-warning">
              {t('manage.code.pinLockedUntil')} <TimeText value={pinLockedUntil} />
            </p>
          )}
          {pinFirstTime && (
            <p className="text-warning">
              {t('manage.code.pinFirst')} <TimeText value={pinFirstTime} /> {pinFirstRegion}
            </p>
          )}
          {payload !== null && (
            <p className="wrap-anywhere text-muted">
              <CopyableText>{payload}</CopyableText>
            </p>
          )}
          {payload === null && code !== null && <p className="text-muted">{t('manage.code.masked')}</p>}
        </div>
        <div data-testid="page-actions" className="flex flex-wrap gap-2 self-start max-md:self-stretch">
          {link && (
            <Tooltip title={t('manage.code.openCounts')}>
              <Button href={link} target="_blank" rel="noopener noreferrer">
                {t('manage.code.open')}
              </Button>
            </Tooltip>
          )}
          {isLocked && (
            <Can do={[codes.permission('unlockPin')]}>
              <Button type="primary" onClick={() => unlockPin(detail)}>
                {t('manage.code.unlockPin')}
              </Button>
            </Can>
          )}
          {!isLocked && isActionAvailable('unfreeze', detail) && (
            <Can do={[codes.permission('unfreeze')]}>
              <Button type="primary" onClick={() => act('unfreeze', detail)}>
                {t('manage.batch.do.unfreeze')}
              </Button>
            </Can>
          )}
          <MoreMenu name={code ?? ordinalText(ordinal)} items={menuItems} />
        </div>
      </div>
      {children}
      {packing && <PackDialog container={payload === null ? placeText(detail) : (code ?? undefined)} onClose={() => setPacking(false)} />}
    </header>
  );
}

/** Actions that are not buttons, of which the user may use. */
function useCodeMenu(detail: CodeDetail, { onPack }: { onPack: () => void }): MenuProps['items'] & object {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const act = useCodeAct();
  const unpack = useUnpack();
  const relabel = useRelabel();
  const { status, batchState, level, code, frames, content } = detail;
  const isTraded = batchState === 'active' || batchState === 'closed';
  const isContainerStopped = frames.some((frame) => isStopped(frame.ownStatus));
  const mayUnpack = isTraded && hasPermi(codes.permission('unpack'));
  const item = (key: string, isOffered: boolean, label: string, onClick: () => void, danger = false) =>
    isOffered ? [{ key, label, onClick, danger }] : [];
  return [
    ...item('pack', level > 0 && hasPermi(codes.permission('pack')), t('manage.code.pack'), onPack),
    ...item(
      'relabel',
      level > 0 && code !== null && activeStates.includes(batchState) && hasPermi(codes.permission('relabel')),
      t('manage.code.relabel'),
      () => relabel(detail),
    ),
    ...item('unpack', mayUnpack && frames.length > 0 && !isContainerStopped, t('manage.code.unpack'), () => unpack(detail, false)),
    ...item('unpackAll', mayUnpack && content.length > 0 && code !== null && status !== 'frozen', t('manage.code.unpack.all'), () =>
      unpack(detail, true),
    ),
    ...codeActs
      .filter((name) => name !== 'unfreeze' && isActionAvailable(name, detail) && hasPermi(codes.permission(name)))
      .map((name) => ({
        key: name,
        label: t(`manage.batch.do.${name}`),
        danger: name !== 'takeBack',
        onClick: () => act(name, detail),
      })),
  ];
}
