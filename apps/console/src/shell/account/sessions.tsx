import type { OwnSession } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Tag } from 'antd';
import { shellServices } from '../../data/hosts.ts';
import { request } from '../../data/request.ts';
import { useTranslations } from '../../data/words.ts';
import { confirm } from '../../ui/confirm.ts';
import { DictionaryLabel } from '../../ui/dictionary-tag.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TimeText } from '../../ui/times.tsx';
import { clientLabel, locationLabel } from './machine.ts';
import { AccountList } from './own-list.tsx';
import { SESSIONS_PATH, sessionsQuery } from './own-lists.ts';

export function Sessions() {
  const t = useTranslations();
  const client = useQueryClient();
  const endSession = useMutation({
    mutationFn: (id: string) => request('DELETE', `/account/session/${id}`),
    onSuccess: () => shellServices.notify('success', t('account.session.ended')),
    onSettled: () => client.invalidateQueries({ queryKey: [SESSIONS_PATH] }),
  });
  const confirmEndOne = async (row: OwnSession) => {
    const name = clientLabel(t, row);
    const content = t(row.signedIn ? 'account.session.endWhat' : 'account.session.forgetWhat');
    const title = t(row.signedIn ? 'account.session.endAsk' : 'account.session.forgetAsk', { name });
    if (await confirm({ title, content, okText: t(row.signedIn ? 'account.session.end' : 'account.session.forget'), danger: true }))
      endSession.mutate(row.id);
  };
  const confirmEndAll = async () => {
    const question = { title: t('account.session.endAllAsk'), content: t('account.session.endAllWhat'), danger: true };
    if (await confirm({ ...question, okText: t('account.session.endAll') })) endSession.mutate('others');
  };
  return (
    <AccountList
      label={t('account.session')}
      query={sessionsQuery}
      empty={t('account.session.none')}
      head={(_, total) => (
        <div className="own-head">
          <p>{t('account.session.purpose')}</p>
          {total > 1 && (
            <Button danger onClick={() => void confirmEndAll()} loading={endSession.isPending && endSession.variables === 'others'}>
              {t('account.session.endAll')}
            </Button>
          )}
        </div>
      )}
      row={(row: OwnSession) => (
        <li key={row.id}>
          {/Android|iOS|HarmonyOS/.test(row.os) ? <Phone /> : <Icon name="screen" />}
          <div className="own-words">
            <div className="own-name">
              <strong>{clientLabel(t, row)}</strong>
              {row.current && <DictionaryLabel label={t('account.session.current')} listClass="primary" />}
              {!row.signedIn && <Tag>{t('account.session.away')}</Tag>}
              {row.remembered && <Tag>{t('account.session.remembered')}</Tag>}
            </div>
            <div className="own-facts">
              <span>{locationLabel(row)}</span>
              <span>
                {t('account.session.active')} <TimeText value={row.activeTime} />
              </span>
              <span>
                {t('account.session.since')} <TimeText value={row.loginTime} />
              </span>
            </div>
          </div>
          {!row.current && (
            <Button
              danger
              type="text"
              aria-label={`${t(row.signedIn ? 'account.session.end' : 'account.session.forget')} ${clientLabel(t, row)}`}
              onClick={() => void confirmEndOne(row)}
            >
              {t(row.signedIn ? 'account.session.end' : 'account.session.forget')}
            </Button>
          )}
        </li>
      )}
    />
  );
}

const Phone = () => (
  <svg
    className="icon"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.7}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d="M8 3h8a1.5 1.5 0 0 1 1.500 1.500v15A1.500 1.500 0 0 1 16 21H8a1.500 1.500 0 0 1-1.500-1.500v-15A1.500 1.500 0 0 1 8 3M11 18h2" />
  </svg>
);
