import { type CodeDetail, codes, placeText } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { shellServices } from '../../../data/hosts.ts';
import { request } from '../../../data/request.ts';
import { useTranslations } from '../../../data/words.ts';
import { confirm } from '../../../ui/confirm.ts';

export function useUnlockPin() {
  const t = useTranslations();
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: (body: object) => request('PUT', `${codes.path}/unlockPin`, body),
    onSettled: () => client.invalidateQueries({ queryKey: [codes.path] }),
  });
  const unlockPin = async ({ code, ...place }: CodeDetail) => {
    const confirmation = await confirm({
      title: t('manage.code.unlockPin.ask', { code }),
      content: t('manage.code.unlockPin.askHint'),
      okText: t('manage.code.unlockPin'),
      reason: 'needed',
    });
    if (!confirmation) return;
    await run.mutateAsync({ code: placeText(place), reason: confirmation.reason }).then(
      () => shellServices.notify('success', t('manage.code.unlockPin.done', { code })),
      () => undefined, // the error is already displayed
    );
  };
  return { unlockPin, busy: run.isPending };
}
