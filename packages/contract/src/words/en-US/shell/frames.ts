import type { frames as chinese } from '../../zh-CN/shell/frames.ts';

export const frames: Record<keyof typeof chinese, string> = {
  'shell.frame.parser.purpose': 'Fill in published forms; try drafts and pasted documents first',
  'shell.frame.parser.purpose.plain': 'Try the draft of the designer, or a document that is pasted',
  'shell.frame.tinymce.purpose': 'A sample of the rich-text editor: what you write stays on this page and is not saved',
  'shell.frame.tinymce.sample':
    '<h2>Try the rich-text editor</h2><p>Write <strong>bold</strong>, <em>italic</em>, <span style="color: #cf1322">coloured</span> words and <a href="https://example.org/">links</a>; drop or paste pictures; paste from Word: lists, tables and emphasis stay, fonts and margins go.</p><ul><li><p>Ctrl+F finds and replaces</p></li><li><p>Arrow keys go from tool to tool</p></li></ul><table><tbody><tr><th><p>Batch</p></th><th><p>Origin</p></th></tr><tr><td><p>20260131-A</p></td><td><p>Inner Mongolia</p></td></tr></tbody></table>',
  'shell.frame.tinymce.reading': 'As readers see it',
  'shell.frame.tinymce.readingHint': 'As notices and stories of goods are displayed: filtered by the same allow-list',
  'shell.frame.tinymce.startOver': 'Clear',
  'shell.frame.tinymce.copy': 'Copy HTML',
  'shell.frame.map.purpose': 'Finds the driving route between two places: nationwide, least time first',
  'shell.frame.map.start': 'Start',
  'shell.frame.map.end': 'Destination',
  'shell.frame.map.query': 'Find the route',
  'shell.frame.map.noKey':
    'No key of a map service is set, so this is the built-in map: it suggests provinces, cities and counties, draws a straight line between city centres and measures it. With AMAP_KEY set, there are street-level suggestions, a 3D map and the fastest driving route.',
  'shell.frame.map.same': 'Start and destination are the same place; choose another destination',
  'shell.frame.map.lost': 'The script of the map service could not be loaded; check the network, AMAP_KEY and the domain bound to the key',
  'shell.frame.map.failed': 'The map service did not answer; try again later, or check AMAP_SECURITY_CODE',
  'shell.frame.map.noWay': 'No driving route from “{start}” to “{end}” was found; choose both places from the suggestions',
  'shell.frame.map.drive': 'About {km, number} km and {time} hours by car, the fastest way',
  'shell.frame.map.missing': '{what} is missing; fill it in, then search',
  'shell.frame.genEdit.purpose': 'Generator settings of one table: basics, columns and generation',
  'shell.frame.genEdit.none': 'No table is chosen; choose one from the list of the code generator',
  'shell.frame.genEdit.choose': 'Choose a table',
};
