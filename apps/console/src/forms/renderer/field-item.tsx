import type { FormNode, FormSettings } from '@suyuan/forms';
import { Col, Form } from 'antd';
import { createContext, type ReactNode, useContext } from 'react';

/** Share of the form's width that the column has. Labels use it to keep the same absolute width. */
export const ShareContext = createContext(1);

/** Label and control widths, of 24 columns within the component's column. */
function columnProps({ labelSpan, labelOffset, wrapperSpan, wrapperOffset }: FormSettings, share: number, labelled: boolean) {
  const scaleSpan = (span: number) => Math.min(20, Math.round(span / share));
  const label = scaleSpan(labelSpan + labelOffset);
  if (!labelled) return { wrapperCol: { span: 24 - label, offset: label } };
  const totalSpan = labelSpan + labelOffset + wrapperSpan + wrapperOffset;
  const wrapper = share === 1 && totalSpan <= 24 ? wrapperSpan : 24 - label;
  return {
    labelCol: {
      span: labelOffset ? Math.max(1, label - scaleSpan(labelOffset)) : label,
      ...(labelOffset && { offset: scaleSpan(labelOffset) }),
    },
    wrapperCol: { span: wrapper, ...(wrapperOffset && { offset: scaleSpan(wrapperOffset) }) },
  };
}

const widthProps = (width: string, labelled: boolean) =>
  labelled ? { labelCol: { flex: width } } : { wrapperCol: { style: { marginInlineStart: width } } };

interface FieldItemProps {
  node: FormNode;
  settings: FormSettings;
  stacked: boolean;
  /** In place of the label columns of `settings`. */
  labelWidth?: string | undefined;
  /** Control id for the label; groups have none. */
  htmlFor?: string | undefined;
  required?: boolean | undefined;
  fault?: string | undefined;
  /** Id of the help and error text, for `aria-describedby`. */
  helpId: string;
  children: ReactNode;
}

/** A field with label, help and error. Shared with the designer. */
export function FieldItem({ node, settings, stacked, labelWidth, htmlFor, required, fault, helpId, children }: FieldItemProps) {
  const share = useContext(ShareContext);
  const labelled = node.showLabel !== false && Boolean(node.label);
  const isHorizontal = settings.layout === 'horizontal' && !stacked;
  return (
    <Form.Item
      layout={isHorizontal ? 'horizontal' : 'vertical'}
      {...(isHorizontal && (labelWidth ? widthProps(labelWidth, labelled) : columnProps(settings, share, labelled)))}
      labelAlign={settings.labelAlign}
      label={labelled ? node.label : undefined}
      {...(htmlFor && { htmlFor })}
      required={required === true}
      {...(fault && { validateStatus: 'error' as const, help: <span id={`${helpId}-fault`}>{fault}</span> })}
      {...(node.help && { extra: <span id={`${helpId}-help`}>{node.help}</span> })}
    >
      {children}
    </Form.Item>
  );
}

/** The grid column of a component; full width if stacked. */
export function FieldColumn({ span, inline, stacked, children }: { span: number; inline: boolean; stacked: boolean; children: ReactNode }) {
  const share = useContext(ShareContext);
  if (inline && !stacked) return <div className="min-w-50">{children}</div>;
  return (
    <Col span={stacked ? 24 : span}>
      <ShareContext value={stacked ? 1 : (share * span) / 24}>{children}</ShareContext>
    </Col>
  );
}
