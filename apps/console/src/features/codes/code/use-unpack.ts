import { type CodeDetail, codes, placeText } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { shellServices } from '../../../data/hosts.ts';
import { request } from '../../../data/request.ts';
import { useTranslations } from '../../../data/words.ts';
import { confirm } from '../../../ui/confirm.ts';
import { groupDigits } from '../../../ui/numbers.ts';

export function useUnpack() {
  const t = useTranslations();
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: (body: object) => request<{ packed: number }>('PUT', `${codes.path}/unpack`, body),
    onSettled: () => client.invalidateQueries({ queryKey: [codes.path] }),
  });
  const unpack = async ({ batchId, level, ordinal, code }: CodeDetail, all: boolean) => {
    const name = code ?? groupDigits(ordinal);
    const confirmation = await confirm({
      title: t(all ? 'manage.code.unpack.askAll' : 'manage.code.unpack.ask', { code: name }),
      content: t('manage.code.unpack.askHint'),
      okText: t(all ? 'manage.code.unpack.all' : 'manage.code.unpack'),
      reason: 'optional',
    });
    if (!confirmation) return;
    const selection = all ? { container: placeText({ batchId, level, ordinal }) } : { batchId, level, from: ordinal, to: ordinal };
    await run.mutateAsync({ ...selection, reason: confirmation.reason }).then(
      (done) => shellServices.notify('success', t('manage.code.unpack.done', done)),
      () => undefined, // the error is already displayed
    );
  };
  return { unpack, busy: run.isPending };
}
