import { refusing } from '../../../platform/db/constraint.ts';

const taken = {
  supplier_supplier_code_key: 'supplierCodeTaken',
  code_rule_rule_name_key: 'codeRuleNameTaken',
  category_category_code_key: 'productCodeTaken',
  category_gtin_key: 'productGtinTaken',
  channel_business_channel_business_code_key: 'dealerCodeTaken',
  catalogue_kind_catalogue_code_key: 'categoryCodeTaken',
  catalogue_kind_parent_id_catalogue_name_key: 'categoryNameTaken',
  trace_template_template_name_key: 'traceTemplateNameTaken',
  form_form_key_key: 'formKeyTaken',
} as const;

/** Writes a sample record. If another record has its code or name, the problem contains that one of `names`. */
export const refuseTaken = <T>(names: Record<string, unknown>, write: Promise<T>): Promise<T> => refusing(taken, names, write);
