import { signInLogs } from '@suyuan/contract';
import { useMutation } from '@tanstack/react-query';
import { Button, Form, Input, Select } from 'antd';
import { clientName } from '../../../data/display-names.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { Can } from '../../../data/permission.tsx';
import { request } from '../../../data/request.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { ClearLogButton } from '../../../ui/clear-log-button.tsx';
import { CodeBadge, columnOf } from '../../../ui/columns.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { RangeFilter } from '../../../ui/range-filter.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { TimeText } from '../../../ui/time-format.tsx';

export default function SignInLogPage() {
  const t = useTranslations();
  const unlock = useUnlock();
  const statuses = (['0', '1'] as const).map((value) => ({ value, label: t(`monitor.logininfor.status.${value}`) }));
  return (
    <ResourcePage
      resource={signInLogs}
      columns={[
        columnOf(signInLogs, 'userName'),
        columnOf(signInLogs, 'status', (status) => (
          <CodeBadge of={signInLogs} field="status" value={status} tone={status === '0' ? 'genuine' : 'grave'} />
        )),
        columnOf(signInLogs, 'msg'),
        columnOf(signInLogs, 'ipaddr', (address) => <CopyableText>{address}</CopyableText>),
        columnOf(signInLogs, 'loginLocation'),
        columnOf(signInLogs, 'browser', (browser) => clientName(t, browser)),
        columnOf(signInLogs, 'os', (os) => clientName(t, os)),
        columnOf(signInLogs, 'loginTime', (time) => <TimeText value={time} seconds />),
      ]}
      rowActions={({ userName }) => (
        <Can do={[signInLogs.permission('unlock')]}>
          <button type="button" className="row-link" onClick={() => void unlock([userName])}>
            {t('monitor.logininfor.unlock')}
          </button>
        </Can>
      )}
      selectedActions={(rows, clear) => (
        <Can do={[signInLogs.permission('unlock')]}>
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
      toolbar={<ClearLogButton of={signInLogs} translationPrefix="monitor.logininfor" />}
    />
  );
}

/** Unlocks accounts that failed sign-ins have locked, after a confirmation. Others are unaffected. */
function useUnlock() {
  const t = useTranslations();
  const unlock = useMutation({
    mutationFn: async (names: readonly string[]) => {
      for (const name of names) await request('GET', `${signInLogs.path}/unlock/${encodeURIComponent(name)}`);
    },
  });
  return async (userNames: string[]) => {
    const names = [...new Set(userNames)];
    const nameList = names.join(t('kit.joint'));
    const question = { title: t('monitor.logininfor.unlockAsk', { userName: nameList }), content: t('monitor.logininfor.unlockMeans') };
    if (!(await confirm({ ...question, okText: t('monitor.logininfor.unlock') }))) return false;
    return unlock.mutateAsync(names).then(
      () => {
        shellServices.notify('success', t('monitor.logininfor.unlocked', { userName: nameList }));
        return true;
      },
      () => false, // the error is already displayed; the selection stays
    );
  };
}
