import { type Online, onlines } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { hosts } from '../../../data/hosts.ts';
import { machineName } from '../../../data/machine-name.ts';
import { Can } from '../../../data/permission.tsx';
import { isSessionOver, refusalOf } from '../../../data/refusal.ts';
import { request } from '../../../data/request.ts';
import { has } from '../../../data/server-about.ts';
import { useWords } from '../../../data/words.ts';
import { columnOf } from '../../../ui/columns.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { DictionaryLabel } from '../../../ui/dictionary-tag.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { formatTime } from '../../../ui/time-format.ts';
import { TimeText } from '../../../ui/times.tsx';

export default function OnlinePage() {
  const t = useWords();
  const force = useForceOut();
  const detailed = has('onlinePaging');
  const name = columnOf(onlines, 'nickName', (nickName, { current }) => (
    <>
      {nickName} {current && <DictionaryLabel label={t('monitor.online.current')} listClass="primary" />}
    </>
  ));
  return (
    <ResourcePage
      resource={onlines}
      columns={[
        columnOf(onlines, 'userName'),
        ...(detailed ? [name] : []),
        columnOf(onlines, 'deptName'),
        columnOf(onlines, 'ipaddr', (address) => <Mono>{address}</Mono>),
        columnOf(onlines, 'loginLocation'),
        columnOf(onlines, 'browser', (browser) => machineName(t, browser)),
        columnOf(onlines, 'os', (os) => machineName(t, os)),
        {
          ...columnOf(onlines, 'loginTime', (time) => <TimeText value={formatTime(new Date(time), 'YYYY-MM-DD HH:mm:ss')} seconds />),
          align: 'left',
        },
        ...(detailed ? [columnOf(onlines, 'activeTime')] : []),
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
        <Can do={[onlines.permission('forceLogout')]}>
          <button type="button" className="row-link row-danger" onClick={() => void force.one(session)}>
            {t('monitor.online.force')}
          </button>
        </Can>
      )}
      selectedActions={(sessions, clear) => (
        <Can do={[onlines.permission(detailed ? 'batchLogout' : 'forceLogout')]}>
          <Button danger onClick={() => void force.many(sessions).then((done) => done && clear())}>
            {t('monitor.online.forceMany', { count: sessions.length })}
          </Button>
        </Can>
      )}
    />
  );
}

function useForceOut() {
  const t = useWords();
  const client = useQueryClient();
  const changed = () => client.invalidateQueries({ queryKey: [onlines.path] });
  const end = (tokenIds: string) => request('DELETE', `${onlines.path}/${tokenIds}`);
  const one = useMutation({
    mutationFn: ({ tokenId }: Online) => end(tokenId),
    onSuccess: (_, { userName }) => {
      hosts.tell('success', t('monitor.online.forced', { userName }));
      return changed();
    },
  });
  const batch = useMutation({
    mutationFn: (tokenIds: string[]) => end(`batch/${tokenIds.join(',')}`),
    onSuccess: (_, { length: count }) => {
      hosts.tell('success', t('monitor.online.forcedMany', { count }));
      return changed();
    },
  });
  /** RuoYi ends one session per request. */
  const each = async (tokenIds: string[]) => {
    const reasons: string[] = [];
    for (const tokenId of tokenIds)
      try {
        await end(tokenId);
      } catch (error) {
        if (isSessionOver(error)) throw error; // it was the current session
        reasons.push(refusalOf(error)?.msg ?? String(error));
      }
    const [failed, ended] = [reasons.length, tokenIds.length - reasons.length];
    if (failed === 0) hosts.tell('success', t('monitor.online.forcedMany', { count: ended }));
    else hosts.tell('warning', t('monitor.online.forcedSome', { ended, failed }), [...new Set(reasons)].join('\n'));
    await changed();
  };
  const ask = (title: string) => {
    const content = [t('monitor.online.forceMeans'), ...(has('deviceTickets') ? [t('monitor.online.forceForgets')] : [])].join('\n');
    return confirm({ title, content, okText: t('monitor.online.force'), danger: true });
  };
  return {
    async one(session: Online) {
      if (await ask(t('monitor.online.forceAsk', { userName: session.userName }))) one.mutate(session);
    },
    /** Resolves to whether the selection can be cleared. */
    async many(sessions: Online[]) {
      const tokenIds = sessions.map(({ tokenId }) => tokenId);
      if (!(await ask(t('monitor.online.forceManyAsk', { count: tokenIds.length })))) return false;
      return (has('onlinePaging') ? batch.mutateAsync(tokenIds) : each(tokenIds)).then(
        () => true,
        () => false, // the error is already displayed; the selection stays
      );
    },
  };
}
