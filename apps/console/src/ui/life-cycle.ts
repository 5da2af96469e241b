import { type Access, type BodyOf, type CallOf, type LifeCycle, type StepName, stepNames } from '@suyuan/contract';
import { useMutation } from '@tanstack/react-query';
import { useContext } from 'react';
import { call, useRefetch } from '../data/api.ts';
import { findTranslationKey, useTranslations } from '../data/i18n.ts';
import { UserNameContext, usePermissions } from '../data/permission.tsx';
import { shellServices } from '../data/shell-services.ts';
import { type ConfirmImpact, type ConfirmOptions, confirm } from './confirm.ts';
import { ignoreApiError } from './form-validation.ts';

type PermissionCheck = (permission: string) => boolean;

const isAllowedAccess = (access: Access, isAllowed: PermissionCheck) => typeof access === 'string' || isAllowed(access.permission);

/** Steps that state and permissions allow, in the order of menus. */
export const allowedSteps = <L extends LifeCycle>(lifeCycle: L, { state }: { state: string }, isAllowed: PermissionCheck): StepName<L>[] =>
  stepNames(lifeCycle).filter((name) => {
    const { from, permission } = stepOf(lifeCycle, name);
    return from.includes(state) && isAllowed(permission);
  });

/** Whether the step leads on, so that it is a button. */
export const isForward = <L extends LifeCycle>(lifeCycle: L, name: StepName<L>) => stepOf(lifeCycle, name).forward === true;

// The cast: the type of a step is lost where its name is generic.
const stepOf = <L extends LifeCycle>({ steps }: L, name: StepName<L>) => steps[name] as LifeCycle['steps'][string];

/** Values in the texts: the record's name, the number of affected codes or records, and others. */
interface StepParams extends Record<string, string | number | undefined> {
  name: string;
  count?: number | string;
}

interface LifeCycleOptions<L extends LifeCycle, Row> {
  params(record: Row, step: StepName<L>): StepParams;
  /** Condition of a step in addition to state and permission. */
  isAvailable?(record: Row, step: StepName<L>): boolean;
  /** What the dialog of a step has in addition. */
  dialog?(step: StepName<L>, record: Row): Partial<ConfirmOptions> | Promise<Partial<ConfirmOptions>>;
  /** Returns whether it handles the step itself, e.g. with another dialog. */
  intercept?(step: StepName<L>, record: Row): boolean;
  /** Label that depends on the record. */
  label?(step: StepName<L>, record: Row): string | undefined;
  /** After success. Returns a message that replaces the derived one. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most return nothing
  onDone?(step: StepName<L>, record: Row, result: unknown): string | undefined | void;
  /** Page with the details of a step's impact. */
  impactLink?(record: Row, step: StepName<L>): Pick<ConfirmImpact, 'to' | 'linkText'> | undefined;
  /** Paths of other resources that a step changes. */
  affectedPaths?: readonly string[];
}

/**
 * Offers and runs the steps of a life cycle: dialog, request, success notice, invalidation. Texts are `<noun>.do.<step>` for the button,
 * `<noun>.ask.<step>` with a hint, and `<noun>.done.<step>` or else `<noun>.stepDone` with `<noun>.step.<step>`.
 */
export function useLifeCycle<L extends LifeCycle, Row extends { state: string }>(lifeCycle: L, options: LifeCycleOptions<L, Row>) {
  type Name = StepName<L>;
  const { of } = lifeCycle;
  const { params, isAvailable, dialog, intercept, onDone, impactLink, affectedPaths = [] } = options;
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const userName = useContext(UserNameContext);
  const mutation = useMutation({
    mutationFn: ({ name, values }: { name: Name; values: object }) =>
      call(stepOf(lifeCycle, name), values as CallOf<LifeCycle['steps'][string]>),
    onSettled: useRefetch(of.path, ...affectedPaths),
  });

  /** Who submits a record cannot be the second person. */
  const needsOther = (record: Row, name: Name) =>
    stepOf(lifeCycle, name).secondPerson !== undefined && (record as { submitBy?: string | null }).submitBy === userName;
  const stepsOf = (record: Row): Name[] =>
    allowedSteps(lifeCycle, record, hasPermi).filter((name) => isAvailable?.(record, name) !== false && !needsOther(record, name));

  /** Rejects after the error has been displayed. */
  const send = async <N extends Name>(name: N, record: Row, body: BodyOf<L['steps'][N]>, doneText?: string): Promise<void> => {
    const values = { id: (record as Record<string, unknown>)[of.key], ...(body as object) };
    const result: unknown = await mutation.mutateAsync({ name, values });
    const doneKey = findTranslationKey(of.word(`done.${name}`)) ?? of.word('stepDone');
    const texts = { ...params(record, name), step: t(of.word(`step.${name}`)) };
    shellServices.notify('success', onDone?.(name, record, result) ?? doneText ?? t(doneKey, texts));
  };

  /** Without a dialog. Resolves to whether it succeeded. */
  const request = <N extends Name>(name: N, record: Row, body: BodyOf<L['steps'][N]>, doneText?: string): Promise<boolean> =>
    send(name, record, body, doneText).then(
      () => true,
      (error: unknown) => {
        ignoreApiError(error);
        return false;
      },
    );

  const impactOf = (name: Name, record: Row): Partial<ConfirmOptions> => {
    const { impact } = stepOf(lifeCycle, name);
    const notifiedKey = findTranslationKey(of.word(`notified.${name}`)) ?? findTranslationKey(of.word('notified'));
    const id = (record as Record<string, unknown>)[of.key] as number;
    const isReadable = impact && ('path' in impact ? isAllowedAccess(impact.access, hasPermi) : true);
    const read = () =>
      impact && 'path' in impact
        ? (call(impact, { id }) as Promise<unknown> as Promise<Record<string, number>>)
        : Object.fromEntries((impact ?? []).map((field) => [field, Number((record as Record<string, unknown>)[field] ?? 0)]));
    return {
      ...(isReadable && {
        impact: { key: [of.path, id], read, word: (count) => of.word(`impact.${count}`), ...impactLink?.(record, name) },
      }),
      ...(impact && notifiedKey && { notified: t(notifiedKey) }),
    };
  };

  const runStep = async (name: Name, record: Row): Promise<void> => {
    if (intercept?.(name, record)) return;
    const { immediate, reason, confirm: typed, danger } = stepOf(lifeCycle, name);
    const sendBody = (body: object) => send(name, record, body as BodyOf<L['steps'][Name]>);
    if (immediate) return sendBody({}).catch(ignoreApiError);
    const texts = params(record, name);
    const hint = findTranslationKey(of.word(`ask.${name}.hint`));
    const options = {
      title: t(of.word(`ask.${name}`), texts),
      ...(hint && { content: t(hint, { count: 0, ...texts }) }),
      okText: t(of.word(`do.${name}`)),
      ...(danger && { danger }),
      ...impactOf(name, record),
      ...(reason && { reason }),
      ...(typed && { name: String((record as Record<string, unknown>)[typed.field]) }),
      ...(await dialog?.(name, record)),
    };
    await confirm(options, (answer) =>
      sendBody({ ...(answer.reason && { reason: answer.reason }), ...(typed && { confirm: answer.confirm }) }),
    );
  };

  const actionOf = (name: Name, record: Row) => ({
    key: name as string,
    label: options.label?.(name, record) ?? t(of.word(`do.${name}`)),
    danger: stepOf(lifeCycle, name).danger === true,
    onClick: () => void runStep(name, record),
  });
  return {
    busy: mutation.isPending,
    runStep,
    request,
    send,
    /** Why the next step is not offered to this user: `<noun>.needsOther` or a general text, and `<noun>.wait.<step>` without the permission. */
    waitText(record: Row): string | undefined {
      const names = stepNames(lifeCycle).filter((name) => stepOf(lifeCycle, name).from.includes(record.state));
      if (names.some((name) => needsOther(record, name))) return t(findTranslationKey(of.word('needsOther')) ?? 'kit.needsOther');
      const forbidden = names.filter((name) => !hasPermi(stepOf(lifeCycle, name).permission));
      const [wait] = forbidden.flatMap((name) => findTranslationKey(of.word(`wait.${name}`)) ?? []);
      return wait && t(wait);
    },
    actionsOf: (record: Row) => stepsOf(record).map((name) => actionOf(name, record)),
    /** `next`: the first step that leads on, for a button. The others are for a menu. */
    offer(record: Row) {
      const names = stepsOf(record);
      const next = names.find((name) => isForward(lifeCycle, name));
      return {
        next: next && actionOf(next, record),
        others: names.filter((name) => name !== next).map((name) => actionOf(name, record)),
      };
    },
  };
}
