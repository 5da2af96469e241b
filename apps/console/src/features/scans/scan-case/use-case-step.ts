import { assignCase, blacklists, type CaseVerdict, decideCase, noteCase, reopenCase, scanCases } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { shellServices } from '../../../data/hosts.ts';
import { request } from '../../../data/request.ts';
import { useTranslations } from '../../../data/words.ts';

const steps = { assign: assignCase, note: noteCase, judge: decideCase, reopen: reopenCase } as const;
export type CaseStep = keyof typeof steps;

/** Runs a step of a case, notifies and reloads the case. Resolves to whether it succeeded. */
export function useCaseStep(caseId: number) {
  const t = useTranslations();
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: ({ step, body }: { step: CaseStep; body: object }) =>
      request<unknown>('PUT', steps[step].path.replace(':id', String(caseId)), body),
    onSettled: () => Promise.all([scanCases.path, blacklists.path].map((path) => client.invalidateQueries({ queryKey: [path] }))),
  });
  const take = (step: CaseStep, body: { verdict?: CaseVerdict } & Record<string, unknown>): Promise<boolean> =>
    run.mutateAsync({ step, body }).then(
      () => {
        const verdict = body.verdict && t(scanCases.word(`verdict.${body.verdict}`));
        const messageKey = step === 'assign' && body.assigneeId === null ? 'takeBack' : step;
        shellServices.notify('success', t(`manage.codeCase.done.${messageKey}`, { verdict }));
        return true;
      },
      () => false, // the error is already displayed
    );
  return { take, busy: run.isPending };
}
