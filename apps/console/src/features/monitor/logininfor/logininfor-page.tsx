import { logininfors } from '@suyuan/contract';
import { useMutation } from '@tanstack/react-query';
import { Button, Form, Input, Select } from 'antd';
import { ClearLogButton } from '../../../kit/clear-log-button.tsx';
import { CodeBadge, columnOf } from '../../../kit/columns.tsx';
import { confirm } from '../../../kit/confirm.ts';
import { hosts } from '../../../kit/hosts.ts';
import { machineName } from '../../../kit/machine-name.ts';
import { Mono } from '../../../kit/mono.tsx';
import { Can } from '../../../kit/permission.tsx';
import { RangeFilter } from '../../../kit/range-filter.tsx';
import { request } from '../../../kit/request.ts';
import { ResourcePage } from '../../../kit/resource-page.tsx';
import { TimeText } from '../../../kit/times.tsx';
import { useWords } from '../../../kit/words.ts';

export default function LogininforPage() {
  const t = useWords();
  const unlock = useUnlock();
  const statuses = (['0', '1'] as const).map((value) => ({ value, label: t(`monitor.logininfor.status.${value}`) }));
  return (
    <ResourcePage
      resource={logininfors}
      columns={[
        columnOf(logininfors, 'userName'),
        columnOf(logininfors, 'status', (status) => (
          <CodeBadge of={logininfors} field="status" value={status} tone={status === '0' ? 'genuine' : 'grave'} />
        )),
        columnOf(logininfors, 'msg'),
        columnOf(logininfors, 'ipaddr', (address) => <Mono>{address}</Mono>),
        columnOf(logininfors, 'loginLocation'),
        columnOf(logininfors, 'browser', (browser) => machineName(t, browser)),
        columnOf(logininfors, 'os', (os) => machineName(t, os)),
        columnOf(logininfors, 'loginTime', (time) => <TimeText value={time} seconds />),
      ]}
      rowActions={({ userName }) => (
        <Can do={[logininfors.permission('unlock')]}>
          <button type="button" className="row-link" onClick={() => void unlock([userName])}>
            {t('monitor.logininfor.unlock')}
          </button>
        </Can>
      )}
      selectedActions={(rows, clear) => (
        <Can do={[logininfors.permission('unlock')]}>
          <Button onClick={() => void unlock(rows.map(({ userName }) => userName)).then((done) => done && clear())}>
            {t('monitor.logininfor.unlock')}
          </Button>
        </Can>
      )}
      filters={
        <>
          <Form.Item name="userName" label={t('monitor.logininfor.userName')}>
            <Input allowClear />
          </Form.Item>
          <Form.Item name="ipaddr" label={t('monitor.logininfor.ipaddr')}>
            <Input allowClear />
          </Form.Item>
          <Form.Item name="status" label={t('monitor.logininfor.status')}>
            <Select options={statuses} allowClear />
          </Form.Item>
          <RangeFilter label={t('monitor.logininfor.loginTime')} />
        </>
      }
      toolbar={<ClearLogButton of={logininfors} words="monitor.logininfor" />}
    />
  );
}

/** Lets names try again that wrong passwords have locked, after saying so; a name that is not locked stays as it is. */
function useUnlock() {
  const t = useWords();
  const unlock = useMutation({
    mutationFn: async (names: readonly string[]) => {
      for (const name of names) await request('GET', `${logininfors.path}/unlock/${encodeURIComponent(name)}`);
    },
  });
  return async (userNames: string[]) => {
    const names = [...new Set(userNames)];
    const said = names.join(t('kit.joint'));
    const question = { title: t('monitor.logininfor.unlockAsk', { userName: said }), content: t('monitor.logininfor.unlockMeans') };
    if (!(await confirm({ ...question, okText: t('monitor.logininfor.unlock') }))) return false;
    return unlock.mutateAsync(names).then(
      () => {
        hosts.tell('success', t('monitor.logininfor.unlocked', { userName: said }));
        return true;
      },
      () => false, // the refusal was shown; the ticks stay
    );
  };
}
