import {
  actOnCodes,
  batches,
  type CodeActName,
  type CodeDetail,
  codes,
  type PinUnlockInput,
  placeText,
  type RelabelInput,
  relabelContainer,
  type UnpackList,
  unlockCodePin,
  unpackCodes,
} from '@suyuan/contract';
import { useMutation } from '@tanstack/react-query';
import { call, useRefetch } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { confirm } from '../../../ui/confirm.ts';
import { ordinalText } from '../../../ui/number-format.ts';
import { useCodeImpact } from '../shared/code-impact.ts';

export function useUnpack() {
  const t = useTranslations();
  const run = useMutation({
    mutationFn: (body: UnpackList) => call(unpackCodes, body),
    onSettled: useRefetch(codes.path),
  });
  return ({ batchId, level, ordinal, code }: CodeDetail, all: boolean) => {
    const name = code ?? ordinalText(ordinal);
    const selection = all ? { container: placeText({ batchId, level, ordinal }) } : { batchId, level, from: ordinal, to: ordinal };
    const options = {
      title: t(all ? 'manage.code.unpack.askAll' : 'manage.code.unpack.ask', { code: name }),
      content: t('manage.code.unpack.askHint'),
      okText: t(all ? 'manage.code.unpack.all' : 'manage.code.unpack'),
    };
    void confirm({ ...options, reason: 'optional' }, async ({ reason }) =>
      shellServices.notify('success', t('manage.code.unpack.done', await run.mutateAsync({ ...selection, reason }))),
    );
  };
}

export function useUnlockPin() {
  const t = useTranslations();
  const run = useMutation({
    mutationFn: (body: PinUnlockInput) => call(unlockCodePin, body),
    onSettled: useRefetch(codes.path),
  });
  return ({ code, ...place }: CodeDetail) => {
    const question = { title: t('manage.code.unlockPin.ask', { code }), content: t('manage.code.unlockPin.askHint') };
    void confirm({ ...question, okText: t('manage.code.unlockPin'), reason: 'required' }, async ({ reason = '' }) => {
      await run.mutateAsync({ code: placeText(place), reason });
      shellServices.notify('success', t('manage.code.unlockPin.done', { code }));
    });
  };
}

export function useRelabel() {
  const t = useTranslations();
  const run = useMutation({
    mutationFn: (body: RelabelInput) => call(relabelContainer, body),
    onSettled: useRefetch(codes.path),
  });
  return ({ batchId, level, ordinal }: CodeDetail) => {
    const title = t('manage.code.relabel.ask', { level: t(codes.word(`level.${level}`)), ordinal });
    const options = { title, content: t('manage.code.relabel.askHint'), okText: t('manage.code.relabel') };
    void confirm({ ...options, reason: 'required' }, async ({ reason = '' }) => {
      const { code } = await run.mutateAsync({ container: placeText({ batchId, level, ordinal }), reason });
      shellServices.notify('success', t('manage.code.relabel.done', { code }));
    });
  };
}

/** Recalls, freezes, unfreezes or voids one code after a reason. An irreversible action requires typing the code. */
export function useCodeAct() {
  const t = useTranslations();
  const run = useMutation({
    mutationFn: ({ name, ...body }: { name: CodeActName; batchId: number; level: number; from: number; to: number; reason: string }) =>
      call(actOnCodes(name), body),
    onSettled: useRefetch(batches.path, codes.path),
  });
  const codeImpact = useCodeImpact();
  return (name: CodeActName, { batchId, level, ordinal, code: text, payload, content }: CodeDetail) => {
    const code = text ?? ordinalText(ordinal);
    const verb = t(`manage.batch.do.${name}`);
    const options = {
      title: t('manage.code.ask', { verb, code }),
      content: t(`manage.code.ask.${name}`),
      okText: verb,
      danger: name === 'freeze' || name === 'void',
      ...((name === 'freeze' || name === 'void') &&
        codeImpact({ batchId, level, from: ordinal, to: ordinal }, content.find(({ level: at }) => at === 0)?.codes)),
      reason: 'required' as const,
      // users who see only the last characters type the ordinal
      ...(name === 'void' && { name: payload === null ? String(ordinal) : code }),
    };
    void confirm(options, async ({ reason = '' }) => {
      await run.mutateAsync({ name, batchId, level, from: ordinal, to: ordinal, reason });
      shellServices.notify('success', t('manage.code.acted', { step: t(`manage.batch.step.${name}`), code }));
    });
  };
}
