/** What a group of boxes needs whose form item is one text: values with commas between them, as dictionaries keep several. */
export const asList = {
  getValueProps: (text: unknown) => ({ value: typeof text === 'string' && text !== '' ? text.split(',') : [] }),
  getValueFromEvent: (values: (string | number)[]) => (values.length > 0 ? values.join(',') : null),
};
