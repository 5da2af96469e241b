import { blacklists, type RecordOf, scanCases, scans } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useTranslations } from '../../../data/i18n.ts';
import { request } from '../../../data/request.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { confirm } from '../../../ui/confirm.ts';
import type { MoreAction } from '../../../ui/row-actions.tsx';

type Scan = RecordOf<typeof scans>;

export function useScanActions(): (scan: Scan) => MoreAction[] {
  const t = useTranslations();
  const navigate = useNavigate();
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: ({ path, body }: { path: string; body: object }) => request<{ caseId?: number }>('POST', path, body),
    onSettled: () => Promise.all([blacklists.path, scanCases.path].map((path) => client.invalidateQueries({ queryKey: [path] }))),
  });
  const addToBlacklist = async (kind: 'code' | 'device' | 'address', target: string, scanId?: string) => {
    const confirmation = await confirm({
      title: t('manage.codeRecord.block.ask', { kind, target }),
      okText: t(`manage.codeRecord.block.${kind}`),
      reason: 'needed',
      danger: true,
    });
    if (!confirmation?.reason) return;
    const { reason } = confirmation;
    const input = scanId
      ? { path: `${blacklists.path}/ofScan`, body: { scanId, reason } }
      : { path: blacklists.path, body: { kind, target, reason } };
    await run.mutateAsync(input).then(
      () => shellServices.notify('success', t('manage.codeCase.done.block')),
      () => undefined, // the error is already displayed
    );
  };
  const openCase = async (code: string, scanId?: string) => {
    const confirmation = await confirm({
      title: t('manage.codeRecord.openCaseAsk', { code }),
      okText: t('manage.codeRecord.openCase'),
      reason: 'needed',
    });
    if (!confirmation?.reason) return;
    const note = confirmation.reason;
    const input = scanId ? { path: `${scanCases.path}/ofScan`, body: { scanId, note } } : { path: scanCases.path, body: { code, note } };
    const createdCase = await run.mutateAsync(input).catch(() => undefined);
    if (createdCase?.caseId) void navigate(`${scanCases.path}/${createdCase.caseId}`);
  };
  return ({ scanId, code, device, address, batchId, batchNo, ordinal }) => {
    const fullCode = code !== null && !code.includes('*') ? code : undefined;
    // our codes are identified by the scan, because the text may be masked or not stored
    const ownScanId = batchId === null ? undefined : scanId;
    const name = code ?? `${batchNo ?? ''} ${ordinal ?? ''}`;
    const addPermission = blacklists.permission('add');
    return [
      { key: 'device', label: t('manage.codeRecord.sameDevice'), onClick: () => void navigate(`${scans.path}?device=${device}`) },
      ...(address
        ? [
            {
              key: 'address',
              label: t('manage.codeRecord.sameAddress'),
              onClick: () => void navigate(`${scans.path}?address=${address}`),
            },
          ]
        : []),
      ...(batchId !== null && ordinal !== null
        ? [
            {
              key: 'code',
              label: t('manage.codeRecord.sameCode'),
              onClick: () => void navigate(`${scans.path}?batchId=${batchId}&ordinal=${ordinal}`),
            },
          ]
        : []),
      ...(fullCode
        ? [
            {
              key: 'cases',
              label: t('manage.codeRecord.cases'),
              permission: scanCases.permission('list'),
              onClick: () => void navigate(`${scanCases.path}?code=${encodeURIComponent(fullCode)}`),
            },
          ]
        : []),
      ...(fullCode || ownScanId
        ? [
            {
              key: 'open',
              label: t('manage.codeRecord.openCase'),
              permission: scanCases.permission('add'),
              onClick: () => void openCase(name, ownScanId),
            },
          ]
        : []),
      ...(ownScanId
        ? [
            {
              key: 'blockCode',
              label: t('manage.codeRecord.block.code'),
              danger: true,
              permission: addPermission,
              onClick: () => void addToBlacklist('code', name, ownScanId),
            },
          ]
        : []),
      {
        key: 'blockDevice',
        label: t('manage.codeRecord.block.device'),
        danger: true,
        permission: addPermission,
        onClick: () => void addToBlacklist('device', device),
      },
      ...(address
        ? [
            {
              key: 'blockAddress',
              label: t('manage.codeRecord.block.address'),
              danger: true,
              permission: addPermission,
              onClick: () => void addToBlacklist('address', address),
            },
          ]
        : []),
    ];
  };
}
