import type { frames as chinese } from '../../zh-CN/shell/frames.ts';

export const frames: Record<keyof typeof chinese, string> = {
  'shell.frame.form.purpose': 'Puts business forms together from a catalogue of components',
  'shell.frame.form.catalogue': 'Components',
  'shell.frame.form.inputs': 'Inputs',
  'shell.frame.form.inputs.all': 'Input, text area (4 rows), password, number, search, auto-complete, mentions, rich text (height 300)',
  'shell.frame.form.choices': 'Choices',
  'shell.frame.form.choices.all': 'Select, cascader, tree select, transfer, radio group, checkbox group, switch, slider, rate (5), upload',
  'shell.frame.form.pickers': 'Pickers',
  'shell.frame.form.pickers.all': 'Time, date, month, week, range',
  'shell.frame.form.layout': 'Layout',
  'shell.frame.form.layout.all': 'Row, button, map view (start, end, width, height)',
  'shell.frame.form.config': 'Form defaults',
  'shell.frame.form.config.all': 'Horizontal, labels at the right; label 3, control 21, gutter 15; with buttons',
  'shell.frame.form.later':
    'Canvas, property panel and export are not delivered yet; this lists the components and defaults of the designer.',
  'shell.frame.parser.purpose': 'Shows a form as the designer exported it',
  'shell.frame.parser.none': 'No form has been designed in this browser yet',
  'shell.frame.tinymce.purpose': 'An example of rich text: what is written stays on this page and is not saved',
  'shell.frame.map.purpose': 'Finds the driving route between two places: nationwide, least time first',
  'shell.frame.map.start': 'Start',
  'shell.frame.map.end': 'End',
  'shell.frame.map.query': 'Find the route',
  'shell.frame.map.noKey':
    'No route from “{start}” to “{end}”: no key of a map service is configured. With a key, this page shows the map in 3D, suggests places and finds the route.',
  'shell.frame.map.both': 'Start or end is missing; fill in both, then ask',
  'shell.frame.genEdit.purpose': 'How the code of one table is generated: basics, columns, output',
  'shell.frame.genEdit.none': 'No table is chosen; choose one in the list of the code generator',
};
