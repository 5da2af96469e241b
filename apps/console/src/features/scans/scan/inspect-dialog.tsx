import { codes, type Inspection, type InspectionInput, inspectCode, scanCases, scans } from '@suyuan/contract';
import { Alert, Button, Form, Input, type InputRef } from 'antd';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useCall } from '../../../data/api.ts';
import { asApiError } from '../../../data/api-error.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { shellServices } from '../../../data/shell-services.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { MountedModal } from '../../../ui/form-parts.tsx';
import { RegionName, RegionSelect } from '../../../ui/region-select.tsx';
import { RowLink } from '../../../ui/row-link.tsx';

function InspectOutcome({ inspection: { verdict, reason, region, code, authorised, outside, caseId } }: { inspection: Inspection }) {
  const t = useTranslations();
  const [canOpenCase, canOpenCode] = [usePermission(scanCases.permission('read')), usePermission(codes.permission('query'))];
  const regionCheck = outside ? 'outside' : authorised.length > 0 ? 'inside' : 'noLimit';
  return (
    <Alert
      type={outside || verdict === 'unknown' ? 'error' : verdict === 'genuine' || verdict === 'alreadyVerified' ? 'success' : 'warning'}
      title={
        <>
          <CodeBadge of={scans} field="verdict" value={verdict} /> {reason && t(scans.word(`reason.${reason}`))}{' '}
          {code?.code && <CopyableText grouped>{code.code}</CopyableText>}
        </>
      }
      description={
        code && (
          <>
            <p>
              {code.categoryName} · <span className="mono-text">{code.batchNo}</span> · {t(codes.word(`status.${code.status}`))}
            </p>
            <p>
              {t('manage.code.holderName')} {code.holderName ?? t('manage.code.noHolder')} · {region} ·{' '}
              <strong>{t(`manage.codeRecord.inspect.${regionCheck}`)}</strong>
            </p>
            {authorised.length > 0 && (
              <p>
                {t('manage.codeRecord.inspect.authorised')}{' '}
                {authorised.map((each, index) => (
                  <span key={each}>
                    {index > 0 && t('kit.joint')}
                    <RegionName code={each} />
                  </span>
                ))}
              </p>
            )}
            {caseId !== null && canOpenCase && <RowLink to={`${scanCases.path}/${caseId}`}>{t('manage.codeRecord.inspect.case')}</RowLink>}{' '}
            {canOpenCode && (
              <RowLink to={`${codes.path}/${code.batchId}/${code.ordinal}?level=${code.level}`}>
                {t('manage.codeRecord.inspect.openCode')}
              </RowLink>
            )}
          </>
        )
      }
    />
  );
}

/** Position and its time in milliseconds. */
interface PositionFix {
  position: NonNullable<InspectionInput['position']>;
  time: number;
}

/** Milliseconds after which a position is outdated, because the inspector may be in another shop. */
const POSITION_MAX_AGE_MS = 300_000;

/** Records inspections code by code; place and note stay for the next one. */
export default function InspectDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations();
  const [form] = Form.useForm<InspectionInput>();
  const codeInput = useRef<InputRef>(null);
  const [lastFix, setLastFix] = useState<PositionFix>();
  const queue = useRef(Promise.resolve());
  const run = useCall(inspectCode, { ownErrors: true });
  const submitInspection = async (body: InspectionInput) => {
    try {
      await run.mutateAsync(body);
    } catch (error) {
      const { field, msg = t('kit.failed'), detail } = asApiError(error) ?? {};
      if (form.getFieldValue('code')) return shellServices.notify('error', t('kit.pair', { what: body.code, which: msg }), detail);
      flushSync(() => form.setFieldValue('code', body.code));
      if (field === 'code' || field === 'regionCode') form.setFields([{ name: field, errors: [msg] }]);
      else shellServices.notify('error', msg, detail);
      // the next scan replaces it
      codeInput.current?.focus({ cursor: 'all' });
    }
  };
  // a scanner types on during a request: each code leaves the input at once and is queued
  const submit = () => {
    const values = form.getFieldsValue();
    const code = values.code?.trim();
    if (!code) return void form.validateFields(['code']).catch(() => undefined);
    form.setFields([
      { name: 'code', value: '', errors: [] },
      { name: 'regionCode', errors: [] }, // clears errors of the previous code
    ]);
    const isCurrent = lastFix && Date.now() - lastFix.time < POSITION_MAX_AGE_MS;
    if (!isCurrent) setLastFix(undefined);
    const body = { ...values, code, ...(isCurrent && { position: lastFix.position }) };
    queue.current = queue.current.then(() => submitInspection(body));
    codeInput.current?.focus();
  };
  const locate = () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords: { longitude: lng, latitude: lat, accuracy } }) => {
        setLastFix({ position: { lng, lat, accuracy }, time: Date.now() });
        form.setFields([{ name: 'regionCode', value: undefined, errors: [] }]);
      },
      () => shellServices.notify('warning', t('manage.traceability.hereFailed')),
      { timeout: 10_000 },
    );
  return (
    <MountedModal
      title={t('manage.codeRecord.inspect')}
      okText={t('manage.codeRecord.inspect.do')}
      cancelText={t('kit.close')}
      okButtonProps={{ loading: run.isPending }}
      onOk={submit}
      onCancel={onClose}
      width={560}
    >
      <p className="mt-0 mb-4 whitespace-pre-line">{t('manage.codeRecord.inspect.hint')}</p>
      <Form
        form={form}
        name="inspect"
        layout="vertical"
        onValuesChange={({ regionCode }: Partial<InspectionInput>) => regionCode && setLastFix(undefined)}
      >
        <Form.Item
          name="code"
          label={t('manage.codeRecord.inspect.code')}
          rules={[{ required: true, message: t('issue.required', { field: t('manage.codeRecord.code') }) }]}
        >
          <Input
            ref={codeInput}
            className="mono-text"
            maxLength={512}
            autoComplete="off"
            autoFocus
            onPressEnter={(event) => {
              event.preventDefault();
              submit();
            }}
          />
        </Form.Item>
        <Form.Item
          name="regionCode"
          label={t('manage.codeRecord.inspect.where')}
          extra={
            lastFix && (
              <>
                {t('manage.codeRecord.inspect.hereKnown', { metres: Math.round(lastFix.position.accuracy ?? 0) })}
                <Button type="link" size="small" onClick={() => setLastFix(undefined)}>
                  {t('manage.codeRecord.inspect.hereNot')}
                </Button>
              </>
            )
          }
        >
          <RegionSelect />
        </Form.Item>
        <Form.Item>
          <Button onClick={locate}>{t('manage.codeRecord.inspect.here')}</Button>
        </Form.Item>
        <Form.Item name="note" label={t('manage.codeRecord.inspect.note')}>
          <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={500} placeholder={t('manage.codeRecord.inspect.noteHint')} />
        </Form.Item>
      </Form>
      <div aria-live="polite">{run.data && !run.isPending && <InspectOutcome inspection={run.data} />}</div>
    </MountedModal>
  );
}
