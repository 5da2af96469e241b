import { emptyDoc, type FieldType, type FormDoc, type FormNode, specOf } from '@suyuan/forms';
import { unique } from './factories.ts';
import type { Client } from './test-server.ts';

export const formPermissions = ['list', 'query', 'add', 'edit', 'remove', 'publish', 'data', 'export'].map((verb) => `tool:form:${verb}`);

let serial = 100;

export function nodeOf(type: FieldType, name: string, overrides: Partial<FormNode> = {}): FormNode {
  return { id: ++serial, type, name, label: name, regList: [], ...specOf(type).fresh(), ...overrides };
}

export const docOf = (...fields: FormNode[]): FormDoc => ({ ...emptyDoc(), idSeq: serial, fields });

/** A form that any signed-in user may fill in. */
export async function publishForm(by: Client, doc: FormDoc, overrides: object = {}) {
  const formKey = `form-${unique()}`;
  const added = await by.post('/tool/form', { formKey, formName: `巡检表 ${formKey}`, doc, ...overrides });
  if (added.body.code !== 200) throw new Error(JSON.stringify(added.body));
  const formId = added.body.data.formId as number;
  const published = await by.put(`/tool/form/${formId}/publish`, { note: '第一版' });
  if (published.body.code !== 200) throw new Error(JSON.stringify(published.body));
  return { formId, formKey };
}
