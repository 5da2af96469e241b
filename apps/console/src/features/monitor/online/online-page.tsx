import { type Online, onlines } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { columnOf } from '../../../kit/columns.tsx';
import { confirm } from '../../../kit/confirm.ts';
import { DictLabel } from '../../../kit/dict-tag.tsx';
import { hosts } from '../../../kit/hosts.ts';
import { machineName } from '../../../kit/machine-name.ts';
import { Mono } from '../../../kit/mono.tsx';
import { Can } from '../../../kit/permission.tsx';
import { request } from '../../../kit/request.ts';
import { ResourcePage } from '../../../kit/resource-page.tsx';
import { formatTime } from '../../../kit/time-format.ts';
import { TimeText } from '../../../kit/times.tsx';
import { useWords } from '../../../kit/words.ts';

/** Who is signed in at present. */
export default function OnlinePage() {
  const t = useWords();
  const force = useForceOut();
  return (
    <ResourcePage
      resource={onlines}
      columns={[
        columnOf(onlines, 'userName'),
        columnOf(onlines, 'nickName', (name, { current }) => (
          <>
            {name} {current && <DictLabel label={t('monitor.online.current')} listClass="primary" />}
          </>
        )),
        columnOf(onlines, 'deptName'),
        columnOf(onlines, 'ipaddr', (address) => <Mono>{address}</Mono>),
        columnOf(onlines, 'loginLocation'),
        columnOf(onlines, 'browser', (browser) => machineName(t, browser)),
        columnOf(onlines, 'os', (os) => machineName(t, os)),
        {
          ...columnOf(onlines, 'loginTime', (time) => <TimeText value={formatTime(new Date(time), 'YYYY-MM-DD HH:mm:ss')} seconds />),
          align: 'left',
        },
        columnOf(onlines, 'activeTime'),
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
        <Can do={[onlines.permission('batchLogout')]}>
          <Button danger onClick={() => void force.many(sessions).then((done) => done && clear())}>
            {t('monitor.online.forceMany', { count: sessions.length })}
          </Button>
        </Can>
      )}
    />
  );
}

/** Signs one or several out, after saying what that does to them. */
function useForceOut() {
  const t = useWords();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: ({ path }: { path: string; said: string }) => request('DELETE', `${onlines.path}${path}`),
    onSuccess: (_, { said }) => {
      hosts.tell('success', said);
      return client.invalidateQueries({ queryKey: [onlines.path] });
    },
  });
  const ask = (title: string) =>
    confirm({ title, content: t('monitor.online.forceMeans'), okText: t('monitor.online.force'), danger: true });
  return {
    async one({ tokenId, userName }: Online) {
      if (await ask(t('monitor.online.forceAsk', { userName })))
        remove.mutate({ path: `/${tokenId}`, said: t('monitor.online.forced', { userName }) });
    },
    async many(sessions: Online[]) {
      const count = sessions.length;
      if (!(await ask(t('monitor.online.forceManyAsk', { count })))) return false;
      const path = `/batch/${sessions.map(({ tokenId }) => tokenId).join(',')}`;
      return remove.mutateAsync({ path, said: t('monitor.online.forcedMany', { count }) }).then(
        () => true,
        () => false, // the refusal was shown; the ticks stay
      );
    },
  };
}
