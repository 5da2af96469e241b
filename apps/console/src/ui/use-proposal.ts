import { proposalOf, type Resource } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, type FormInstance } from 'antd';
import { useCallback, useEffect, useRef } from 'react';
import { endpointQueryOptions } from '../data/api.ts';
import { asApiError } from '../data/api-error.ts';
import { translate } from '../data/i18n.ts';
import { usePermission } from '../data/permission.tsx';
import { hasExtension } from '../data/server-info.ts';
import { showFieldError } from './form-validation.ts';

type Values = Record<string, unknown>;

const normalize = (value: unknown) => JSON.stringify(value === '' || value === undefined ? null : value);
const isSame = (one: unknown, other: unknown) => normalize(one) === normalize(other);

interface ProposalOptions {
  /** Whether a new record is added. Otherwise only fields that already have the proposed value follow it. */
  isNew: boolean;
  active?: boolean;
  /** Inputs of the proposal that are not in the form. */
  fixedInputs?: Values;
}

/**
 * Fills fields with the values that the server proposes, again when the inputs change that they depend on. A field follows the proposal
 * until the user changes it. Without a proposal the number's field says that it must be entered.
 * @returns `replaceTaken`: if the server refused a proposed number, the field gets and explains a new one; otherwise false
 */
export function useProposal(of: Resource, form: FormInstance, { isNew, active = true, fixedInputs }: ProposalOptions) {
  const hasProposals = Object.values(of.fields).some(({ proposal }) => proposal);
  const canAdd = usePermission(of.permission('add'));
  const inputs = (Form.useWatch(
    (values: Values) => Object.fromEntries((of.proposedFrom ?? []).map((name) => [name, values[name]])),
    form,
  ) ?? {}) as Values;
  const validInputs = Object.entries({ ...inputs, ...fixedInputs }).filter(
    ([name, value]) => value && of.input.shape[name]?.safeParse(value).success,
  );
  const { proposedFrom = [] } = of;
  // an edited record is compared with the proposal for its own values
  const hasInputs = isNew || (proposedFrom.length > 0 && proposedFrom.every((name) => validInputs.some(([valid]) => valid === name)));
  const { data, error, refetch } = useQuery({
    ...endpointQueryOptions(proposalOf(of), Object.fromEntries(validInputs) as Record<string, string | number>),
    enabled: active && hasInputs && canAdd && hasProposals && hasExtension('proposals'),
    staleTime: 0,
    gcTime: 0,
    meta: { ownErrors: true },
  });
  const previous = useRef<Values>(undefined);
  const apply = useCallback(
    (proposal: Values) => {
      const before = previous.current;
      if (proposal === before) return;
      previous.current = proposal;
      if (!before && !isNew) return;
      const names = Object.keys({ ...before, ...proposal }).filter((name) => isSame(form.getFieldValue(name), before?.[name]));
      form.setFieldsValue(Object.fromEntries(names.map((name) => [name, proposal[name] ?? undefined])));
    },
    [form, isNew],
  );
  useEffect(() => {
    if (data) apply(data);
  }, [data, apply]);

  const numberField = Object.keys(of.fields).find((name) => of.fields[name]?.proposal && of.fields[name]?.kind === 'code');
  useEffect(() => {
    if (!error || !isNew || numberField === undefined || form.getFieldValue(numberField)) return;
    form.setFields([{ name: numberField, warnings: [translate('kit.proposalFailed')] }]);
  }, [error, form, isNew, numberField]);

  return async (error: unknown): Promise<boolean> => {
    const { field } = asApiError(error) ?? {};
    const taken = field && form.getFieldValue(field);
    const isNumber = field && of.fields[field]?.kind === 'code';
    const isProposed = isNumber && isNew && previous.current && isSame(taken, previous.current[field]);
    const next = isProposed && ((await refetch()).data as Values | undefined);
    if (!next || isSame(next[field], taken)) return false;
    apply(next);
    showFieldError(form, field, translate('kit.proposalTaken', { taken: String(taken), next: String(next[field]) }));
    return true;
  };
}
