/** Form item props for checkbox groups whose value is one comma-separated text. */
export const commaSeparatedProps = {
  getValueProps: (text: unknown) => ({ value: typeof text === 'string' && text !== '' ? text.split(',') : [] }),
  getValueFromEvent: (values: (string | number)[]) => (values.length > 0 ? values.join(',') : null),
};
