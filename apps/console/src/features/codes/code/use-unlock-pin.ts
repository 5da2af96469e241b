import { type CodeDetail, codes, placeText } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { hosts } from '../../../data/hosts.ts';
import { request } from '../../../data/request.ts';
import { useWords } from '../../../data/words.ts';
import { confirm } from '../../../ui/confirm.ts';

export function useUnlockPin() {
  const t = useWords();
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: (body: object) => request('PUT', `${codes.path}/unlockPin`, body),
    onSettled: () => client.invalidateQueries({ queryKey: [codes.path] }),
  });
  const unlockPin = async ({ code, ...place }: CodeDetail) => {
    const consent = await confirm({
      title: t('manage.code.unlockPin.ask', { code }),
      content: t('manage.code.unlockPin.askHint'),
      okText: t('manage.code.unlockPin'),
      reason: 'needed',
    });
    if (!consent) return;
    await run.mutateAsync({ code: placeText(place), reason: consent.reason }).then(
      () => hosts.tell('success', t('manage.code.unlockPin.done', { code })),
      () => undefined, // the error is already displayed
    );
  };
  return { unlockPin, busy: run.isPending };
}
