import type { JsonObject } from '../json.ts';
import forms from './form-generator.json' with { type: 'json' };

/** One item of each component of form-generator in its dialect for Ant Design Vue 1. Structure follows form-generator; texts are our own. */
export const antdvForm: JsonObject = forms.antdvForm;

/** The same in its dialect for Element UI. */
export const elementForm: JsonObject = forms.elementForm;

export const antdvItems: JsonObject[] = forms.antdvForm.fields;
export const elementItems: JsonObject[] = forms.elementForm.fields;
