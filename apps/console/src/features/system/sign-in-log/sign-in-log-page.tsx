import { clearSignInLog, signInLogs, unlockAccount } from '@suyuan/contract';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { call } from '../../../data/api.ts';
import { clientName } from '../../../data/display-names.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { Can } from '../../../data/permission.tsx';
import { shellServices } from '../../../data/shell-services.ts';
import { ClearLogMenu } from '../../../ui/clear-log-menu.tsx';
import { CodeBadge } from '../../../ui/columns.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { RangeFilter } from '../../../ui/range-filter.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { LinkButton } from '../../../ui/row-link.tsx';
import { TimeText } from '../../../ui/time-format.tsx';

export default function SignInLogPage() {
  const t = useTranslations();
  const unlock = useUnlock();
  return (
    <ResourcePage
      resource={signInLogs}
      cells={{
        status: (status) => <CodeBadge of={signInLogs} field="status" value={status} tone={status === '0' ? 'genuine' : 'grave'} />,
        browser: (browser) => clientName(t, browser),
        os: (os) => clientName(t, os),
        loginTime: (time) => <TimeText value={time} seconds />,
      }}
      filterControls={{ created: <RangeFilter label={t('monitor.logininfor.loginTime')} /> }}
      // only failed sign-ins lock an account
      rowActions={({ userName, status }) =>
        status !== '0' && (
          <Can do={[signInLogs.permission('unlock')]}>
            <LinkButton onClick={() => void unlock([userName])}>{t('monitor.logininfor.unlock')}</LinkButton>
          </Can>
        )
      }
      selectedActions={(rows, clear) => (
        <Can do={[signInLogs.permission('unlock')]}>
          <Button onClick={() => void unlock(rows.map(({ userName }) => userName)).then((done) => done && clear())}>
            {t('monitor.logininfor.unlock')}
          </Button>
        </Can>
      )}
      moreTools={
        <ClearLogMenu endpoint={clearSignInLog} permission={signInLogs.permission('remove')} translationPrefix="monitor.logininfor" />
      }
    />
  );
}

/** Unlocks accounts that failed sign-ins have locked, after a confirmation. Others are unaffected. Resolves to whether it did. */
function useUnlock() {
  const t = useTranslations();
  const unlock = useMutation({
    /** Returns those that failed. If all did, rejects with the first reason. */
    mutationFn: async (names: readonly string[]) => {
      const results = await Promise.allSettled(names.map((userName) => call(unlockAccount, { userName })));
      const failures = results.filter((result) => result.status === 'rejected');
      if (failures.length === names.length) throw failures[0]?.reason;
      return names.filter((_, index) => results[index]?.status === 'rejected');
    },
  });
  return (userNames: string[]) => {
    const names = [...new Set(userNames)];
    const nameList = names.join(t('kit.joint'));
    const question = { title: t('monitor.logininfor.unlockAsk', { userName: nameList }), content: t('monitor.logininfor.unlockMeans') };
    return confirm({ ...question, okText: t('monitor.logininfor.unlock') }, async () => {
      const failedNames = await unlock.mutateAsync(names);
      const text = (key: 'unlocked' | 'unlockFailed', list: string[]) =>
        t(`monitor.logininfor.${key}`, { userName: list.join(t('kit.joint')) });
      shellServices.notify(
        'success',
        text(
          'unlocked',
          names.filter((name) => !failedNames.includes(name)),
        ),
      );
      if (failedNames.length > 0) shellServices.notify('error', text('unlockFailed', failedNames));
    });
  };
}
