import { type Translate, type User, users } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { hosts } from '../../../data/hosts.ts';
import { useOwner } from '../../../data/owner.ts';
import { usePermission } from '../../../data/permission.tsx';
import { isSessionOver, refusalOf } from '../../../data/refusal.ts';
import { request } from '../../../data/request.ts';
import { has } from '../../../data/server-about.ts';
import { useWords } from '../../../data/words.ts';
import { confirm } from '../../../ui/confirm.ts';
import { isFixed } from './fixed.ts';
import { switchedWord, switchWord } from './status-words.ts';

interface Refused {
  user: User;
  reason: string;
}

async function switchAll(others: User[], status: User['status']): Promise<Refused[]> {
  await request('PUT', `${users.path}/changeStatus`, { userIds: others.map(({ userId }) => userId), status });
  return [];
}

/** One request per user; resolves to the failures with reasons. An expired session aborts the loop. */
async function switchEach(others: User[], status: User['status']): Promise<Refused[]> {
  const refused: Refused[] = [];
  for (const user of others) {
    try {
      await request('PUT', `${users.path}/changeStatus`, { userId: user.userId, status });
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal || isSessionOver(error)) throw error;
      refused.push({ user, reason: refusal.msg });
    }
  }
  return refused;
}

const nameOf = (t: Translate, { nickName, userName }: User) => t('kit.aside', { what: nickName, more: userName });

/** Enables or disables the selected users after a confirmation. Atomic where the server supports it. */
export function BulkStatus({ chosen, onDone }: { chosen: User[]; onDone: () => void }) {
  const t = useWords();
  const client = useQueryClient();
  const mayEdit = usePermission(users.permission('edit'));
  const self = useOwner();
  const change = useMutation({
    mutationFn: ({ others, status }: { others: User[]; status: User['status'] }) =>
      has('bulkStatus') ? switchAll(others, status) : switchEach(others, status),
    onSuccess: (refused, { others, status }) => {
      onDone();
      if (refused.length === 0) hosts.tell('success', t(switchedWord(status)));
      else {
        const counts = { done: others.length - refused.length, left: refused.length };
        const lines = refused.map(({ user, reason }) => t('system.user.notSwitched', { name: nameOf(t, user), reason }));
        hosts.tell(
          'error',
          t(status === '0' ? 'system.user.enabledPartly' : 'system.user.disabledPartly', counts),
          lines.join(t('kit.joint')),
        );
      }
      return client.invalidateQueries({ queryKey: [users.path] });
    },
  });
  if (!mayEdit) return null;
  return (['0', '1'] as const).map((status) => {
    const others = chosen.filter((user) => user.status !== status && user.userId !== self && !isFixed(user));
    const count = others.length;
    if (count === 0) return null;
    const verb = status === '0' ? 'enable' : 'disable';
    const ask = async () => {
      const title = t(`system.user.${verb}ManyAsk`, { count });
      const consent = await confirm({
        title,
        content: t(switchWord(status)),
        okText: t(`system.user.${verb}`),
        danger: status === '1',
      });
      if (consent) change.mutate({ others, status });
    };
    return (
      <Button key={status} loading={change.isPending} onClick={() => void ask()}>
        {t(`system.user.${verb}Count`, { count })}
      </Button>
    );
  });
}
