import { clearSignInLog, signInLogs, unlockAccount } from '@suyuan/contract';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { call } from '../../../data/api.ts';
import { clientName } from '../../../data/display-names.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { Can } from '../../../data/permission.tsx';
import { shellServices } from '../../../data/shell-services.ts';
import { ClearLogButton } from '../../../ui/clear-log-button.tsx';
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
      toolbar={
        <ClearLogButton endpoint={clearSignInLog} permission={signInLogs.permission('remove')} translationPrefix="monitor.logininfor" />
      }
    />
  );
}

/** Unlocks accounts that failed sign-ins have locked, after a confirmation. Others are unaffected. Resolves to whether it did. */
function useUnlock() {
  const t = useTranslations();
  const unlock = useMutation({
    mutationFn: async (names: readonly string[]) => {
      for (const userName of names) await call(unlockAccount, { userName });
    },
  });
  return (userNames: string[]) => {
    const names = [...new Set(userNames)];
    const nameList = names.join(t('kit.joint'));
    const question = { title: t('monitor.logininfor.unlockAsk', { userName: nameList }), content: t('monitor.logininfor.unlockMeans') };
    return confirm({ ...question, okText: t('monitor.logininfor.unlock') }, async () => {
      await unlock.mutateAsync(names);
      shellServices.notify('success', t('monitor.logininfor.unlocked', { userName: nameList }));
    });
  };
}
