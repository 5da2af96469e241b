import { type CodeContainer, type CodeDetail, codes, placeText } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { shellServices } from '../../../data/hosts.ts';
import { request } from '../../../data/request.ts';
import { useTranslations } from '../../../data/words.ts';
import { confirm } from '../../../ui/confirm.ts';

export function useRelabel() {
  const t = useTranslations();
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: (body: object) => request<z.output<typeof CodeContainer>>('PUT', `${codes.path}/relabel`, body),
    onSettled: () => client.invalidateQueries({ queryKey: [codes.path] }),
  });
  const relabel = async ({ batchId, level, ordinal }: CodeDetail) => {
    const confirmation = await confirm({
      title: t('manage.code.relabel.ask', { level: t(codes.word(`level.${level}`)), ordinal }),
      content: t('manage.code.relabel.askHint'),
      okText: t('manage.code.relabel'),
      reason: 'needed',
    });
    if (!confirmation) return;
    await run.mutateAsync({ container: placeText({ batchId, level, ordinal }), reason: confirmation.reason }).then(
      (container) => shellServices.notify('success', t('manage.code.relabel.done', { code: container.code })),
      () => undefined, // the error is already displayed
    );
  };
  return { relabel, busy: run.isPending };
}
