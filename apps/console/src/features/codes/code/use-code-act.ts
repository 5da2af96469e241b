import { batches, type CodeActName, type CodeDetail, codes } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { shellServices } from '../../../data/hosts.ts';
import { request } from '../../../data/request.ts';
import { useTranslations } from '../../../data/words.ts';
import { confirm } from '../../../ui/confirm.ts';
import { groupDigits } from '../../../ui/numbers.ts';

/** Recalls, freezes, unfreezes or voids one code after a reason. An irreversible action requires typing the code. */
export function useCodeAct() {
  const t = useTranslations();
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: ({
      name,
      ...body
    }: {
      name: CodeActName;
      batchId: number;
      level: number;
      from: number;
      to: number;
      reason: string | undefined;
    }) => request('PUT', `${codes.path}/${name}`, body),
    onSettled: () => Promise.all([batches.path, codes.path].map((path) => client.invalidateQueries({ queryKey: [path] }))),
  });
  const act = async (name: CodeActName, { batchId, level, ordinal, code: text, payload }: CodeDetail) => {
    const code = text ?? groupDigits(ordinal);
    const verb = t(`manage.batch.do.${name}`);
    const confirmation = await confirm({
      title: t('manage.code.ask', { verb, code }),
      content: t(`manage.code.ask.${name}`),
      okText: verb,
      danger: name !== 'unfreeze' && name !== 'takeBack',
      reason: 'needed',
      // users who see only the last characters type the ordinal
      ...(name === 'void' && { name: payload === null ? String(ordinal) : code }),
    });
    if (!confirmation) return;
    await run.mutateAsync({ name, batchId, level, from: ordinal, to: ordinal, reason: confirmation.reason }).then(
      () => shellServices.notify('success', t('manage.code.acted', { step: t(`manage.batch.step.${name}`), code })),
      () => undefined, // the error is already displayed
    );
  };
  return { act, busy: run.isPending };
}
