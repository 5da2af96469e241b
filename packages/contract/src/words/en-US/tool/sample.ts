/** Words of the sample business and its removal. */
export const sample = {
  'tool.sample': 'Sample business',
  'tool.sample.there':
    'The sample business is still here: {batches, plural, one {# batch} other {# batches}} with codes, scans, cases and partners. Remove it before you go to work.',
  'tool.sample.remove': 'Remove the sample business',
  'tool.sample.removeAsk': 'Remove the sample business?',
  'tool.sample.removeMeans':
    'All sample batches are removed with their codes, scans, cases and trace records, and cannot be restored. What your own records use stays and is yours, with the goods that a dealer who stays may sell; a notice names each afterwards. Sample accounts are removed, or disabled where your records name them.',
  'tool.sample.removing': 'The sample business is being removed. You can leave this page and will be told when it is gone.',
  'tool.sample.removed': 'Sample business removed',
};
