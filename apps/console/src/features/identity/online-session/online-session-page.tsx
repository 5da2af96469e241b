import { endOnlineSession, endOnlineSessions, type Online, onlineSessions } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { call } from '../../../data/api.ts';
import { asApiError, isSessionExpired } from '../../../data/api-error.ts';
import { clientName } from '../../../data/display-names.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { Can } from '../../../data/permission.tsx';
import { hasExtension } from '../../../data/server-info.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { confirm } from '../../../ui/confirm.ts';
import { DictionaryLabel } from '../../../ui/dictionary-tag.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { LinkButton } from '../../../ui/row-link.tsx';
import { TimeText } from '../../../ui/time-format.tsx';

export default function OnlineSessionPage() {
  const t = useTranslations();
  const forcedSignOut = useForcedSignOut();
  const hasPaging = hasExtension('onlinePaging');
  return (
    <ResourcePage
      resource={onlineSessions}
      cells={{
        nickName: (nickName, { current }) => (
          <>
            {nickName} {current && <DictionaryLabel label={t('monitor.online.current')} listClass="primary" />}
          </>
        ),
        browser: (browser) => clientName(t, browser),
        os: (os) => clientName(t, os),
        loginTime: { align: 'left', render: (time) => <TimeText value={time} seconds /> },
      }}
      rowActions={(session) => (
        <Can do={[onlineSessions.permission('forceLogout')]}>
          <LinkButton danger onClick={() => void forcedSignOut.one(session)}>
            {t('monitor.online.force')}
          </LinkButton>
        </Can>
      )}
      selectedActions={(sessions, clear) => (
        <Can do={[onlineSessions.permission(hasPaging ? 'batchLogout' : 'forceLogout')]}>
          <Button danger onClick={() => void forcedSignOut.many(sessions).then((done) => done && clear())}>
            {t('monitor.online.forceMany', { count: sessions.length })}
          </Button>
        </Can>
      )}
    />
  );
}

function useForcedSignOut() {
  const t = useTranslations();
  const client = useQueryClient();
  const invalidateList = () => client.invalidateQueries({ queryKey: [onlineSessions.path] });
  const endOne = useMutation({
    mutationFn: ({ tokenId }: Online) => call(endOnlineSession, { tokenId }),
    onSuccess: (_, { userName }) => {
      shellServices.notify('success', t('monitor.online.forced', { userName }));
      return invalidateList();
    },
  });
  const batch = useMutation({
    mutationFn: (tokenIds: string[]) => call(endOnlineSessions, { tokenIds: tokenIds.join(',') }),
    onSuccess: (_, { length: count }) => {
      shellServices.notify('success', t('monitor.online.forcedMany', { count }));
      return invalidateList();
    },
  });
  /** RuoYi ends one session per request. */
  const endEach = async (tokenIds: string[]) => {
    const reasons: string[] = [];
    for (const tokenId of tokenIds)
      try {
        await call(endOnlineSession, { tokenId });
      } catch (error) {
        if (isSessionExpired(error)) throw error; // it was the current session
        reasons.push(asApiError(error)?.msg ?? String(error));
      }
    const [failed, ended] = [reasons.length, tokenIds.length - reasons.length];
    if (failed === 0) shellServices.notify('success', t('monitor.online.forcedMany', { count: ended }));
    else shellServices.notify('warning', t('monitor.online.forcedSome', { ended, failed }), [...new Set(reasons)].join('\n'));
    await invalidateList();
  };
  const confirmSignOut = (title: string, action: () => Promise<unknown>) => {
    const content = [t('monitor.online.forceMeans'), ...(hasExtension('deviceTickets') ? [t('monitor.online.forceForgets')] : [])].join(
      '\n',
    );
    return confirm({ title, content, okText: t('monitor.online.force'), danger: true }, action);
  };
  return {
    one: (session: Online) =>
      confirmSignOut(t('monitor.online.forceAsk', { userName: session.userName }), () => endOne.mutateAsync(session)),
    /** Resolves to whether the selection can be cleared. */
    many(sessions: Online[]) {
      const tokenIds = sessions.map(({ tokenId }) => tokenId);
      return confirmSignOut(t('monitor.online.forceManyAsk', { count: tokenIds.length }), () =>
        hasExtension('onlinePaging') ? batch.mutateAsync(tokenIds) : endEach(tokenIds),
      );
    },
  };
}
