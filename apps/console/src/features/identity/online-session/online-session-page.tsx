import { type Online, onlineSessions } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { asApiError, isSessionExpired } from '../../../data/api-error.ts';
import { clientName } from '../../../data/display-names.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { Can } from '../../../data/permission.tsx';
import { request } from '../../../data/request.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { columnOf } from '../../../ui/columns.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { DictionaryLabel } from '../../../ui/dictionary-tag.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { formatTime, TimeText } from '../../../ui/time-format.tsx';

export default function OnlineSessionPage() {
  const t = useTranslations();
  const forcedSignOut = useForcedSignOut();
  const hasPaging = hasExtension('onlinePaging');
  const name = columnOf(onlineSessions, 'nickName', (nickName, { current }) => (
    <>
      {nickName} {current && <DictionaryLabel label={t('monitor.online.current')} listClass="primary" />}
    </>
  ));
  return (
    <ResourcePage
      resource={onlineSessions}
      columns={[
        columnOf(onlineSessions, 'userName'),
        ...(hasPaging ? [name] : []),
        columnOf(onlineSessions, 'deptName'),
        columnOf(onlineSessions, 'ipaddr', (address) => <CopyableText>{address}</CopyableText>),
        columnOf(onlineSessions, 'loginLocation'),
        columnOf(onlineSessions, 'browser', (browser) => clientName(t, browser)),
        columnOf(onlineSessions, 'os', (os) => clientName(t, os)),
        {
          ...columnOf(onlineSessions, 'loginTime', (time) => (
            <TimeText value={formatTime(new Date(time), 'YYYY-MM-DD HH:mm:ss')} seconds />
          )),
          align: 'left',
        },
        ...(hasPaging ? [columnOf(onlineSessions, 'activeTime')] : []),
      ]}
      filters={
        <>
          <Form.Item name="userName" label={t('monitor.online.userName')}>
            <Input allowClear />
          </Form.Item>
          <Form.Item name="ipaddr" label={t('monitor.online.ipaddr')}>
            <Input allowClear />
          </Form.Item>
        </>
      }
      rowActions={(session) => (
        <Can do={[onlineSessions.permission('forceLogout')]}>
          <button type="button" className="row-link row-danger" onClick={() => void forcedSignOut.one(session)}>
            {t('monitor.online.force')}
          </button>
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
  const endSessions = (tokenIds: string) => request('DELETE', `${onlineSessions.path}/${tokenIds}`);
  const endOne = useMutation({
    mutationFn: ({ tokenId }: Online) => endSessions(tokenId),
    onSuccess: (_, { userName }) => {
      shellServices.notify('success', t('monitor.online.forced', { userName }));
      return invalidateList();
    },
  });
  const batch = useMutation({
    mutationFn: (tokenIds: string[]) => endSessions(`batch/${tokenIds.join(',')}`),
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
        await endSessions(tokenId);
      } catch (error) {
        if (isSessionExpired(error)) throw error; // it was the current session
        reasons.push(asApiError(error)?.msg ?? String(error));
      }
    const [failed, ended] = [reasons.length, tokenIds.length - reasons.length];
    if (failed === 0) shellServices.notify('success', t('monitor.online.forcedMany', { count: ended }));
    else shellServices.notify('warning', t('monitor.online.forcedSome', { ended, failed }), [...new Set(reasons)].join('\n'));
    await invalidateList();
  };
  const confirmSignOut = (title: string) => {
    const content = [t('monitor.online.forceMeans'), ...(hasExtension('deviceTickets') ? [t('monitor.online.forceForgets')] : [])].join(
      '\n',
    );
    return confirm({ title, content, okText: t('monitor.online.force'), danger: true });
  };
  return {
    async one(session: Online) {
      if (await confirmSignOut(t('monitor.online.forceAsk', { userName: session.userName }))) endOne.mutate(session);
    },
    /** Resolves to whether the selection can be cleared. */
    async many(sessions: Online[]) {
      const tokenIds = sessions.map(({ tokenId }) => tokenId);
      if (!(await confirmSignOut(t('monitor.online.forceManyAsk', { count: tokenIds.length })))) return false;
      return (hasExtension('onlinePaging') ? batch.mutateAsync(tokenIds) : endEach(tokenIds)).then(
        () => true,
        () => false, // the error is already displayed; the selection stays
      );
    },
  };
}
