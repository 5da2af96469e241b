import { type TraceForm, toDesignerForm, traceDoc, traceFields } from '@suyuan/contract';
import { docFaults, type FormDoc, sameDoc } from '@suyuan/forms';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslations } from '../../../data/i18n.ts';
import { type DesignerHandle, FormDesigner } from '../../../forms/form-designer.tsx';
import { requiredMark } from '../../../forms/renderer/form-texts.tsx';
import { leaveForm } from '../../../ui/confirm.ts';
import { MountedDrawer } from '../../../ui/form-parts.tsx';
import { StatusDot } from '../../../ui/status-tones.tsx';

interface StepFormProps {
  stepName: string;
  form: TraceForm;
  disabled: boolean;
  onChange: (form: TraceForm) => void;
}

export function StepForm({ stepName, form, disabled, onChange }: StepFormProps) {
  const t = useTranslations();
  const [open, setOpen] = useState(false);
  const fields = traceFields(form);
  return (
    <>
      <h3 className="mt-0 mb-2 text-sm">{t('manage.traceTemplate.fields')}</h3>
      {fields.length === 0 ? (
        <p className="text-muted">{t('manage.traceTemplate.noFields')}</p>
      ) : (
        <ul className="mt-0 mb-3 grid list-none grid-cols-[repeat(auto-fill,minmax(240px,1fr))] gap-2 p-0">
          {fields.map(({ name, title, unit, public: isPublic, node }) => (
            <li key={name} className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded border border-line px-3 py-2">
              <span className={node.required ? requiredMark : undefined}>{title}</span>
              <span className="text-muted">
                {t(`tool.build.type.${node.type}`)}
                {unit && ` · ${unit}`}
              </span>
              {isPublic && <StatusDot tone="genuine">{t('manage.traceTemplate.field.public')}</StatusDot>}
            </li>
          ))}
        </ul>
      )}
      {!disabled && <Button onClick={() => setOpen(true)}>{t('manage.traceTemplate.design')}</Button>}
      {open && (
        <DesignDrawer
          title={t('manage.traceTemplate.designOf', { name: stepName })}
          doc={traceDoc(form)}
          onClose={() => setOpen(false)}
          onDone={(doc) => {
            onChange(toDesignerForm({ designer: 'forms', version: 1, doc }));
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

interface DesignDrawerProps {
  title: string;
  doc: FormDoc;
  onClose: () => void;
  onDone: (doc: FormDoc) => void;
}

/** Full-page form designer. A button applies the changes; leaving without it requires a confirmation. */
function DesignDrawer({ title, doc, onClose, onDone }: DesignDrawerProps) {
  const t = useTranslations();
  const designer = useRef<DesignerHandle>(null);
  const applyDesign = () => {
    const currentDoc = designer.current?.doc();
    if (!currentDoc) return;
    if (docFaults(currentDoc).some(({ level }) => level === 'error')) return designer.current?.showFaults();
    onDone(currentDoc);
  };
  const closeDesigner = () => {
    const currentDoc = designer.current?.doc();
    void leaveForm(currentDoc !== undefined && !sameDoc(currentDoc, doc), onClose);
  };
  return (
    <MountedDrawer
      size="100%"
      title={title}
      onClose={closeDesigner}
      keyboard={false}
      styles={{ body: { padding: '12px 24px' } }}
      extra={
        <Button type="primary" onClick={applyDesign}>
          {t('manage.traceTemplate.designDone')}
        </Button>
      }
    >
      <FormDesigner doc={doc} handle={designer} onSave={applyDesign} publishes height="calc(100dvh - 112px)" />
    </MountedDrawer>
  );
}
