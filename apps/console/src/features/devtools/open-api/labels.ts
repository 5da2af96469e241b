import type { WordKey } from '@suyuan/contract';
import { translate } from '../../../data/words.ts';

/** Locale keys for the library's English-only labels. */
const labels: Record<string, WordKey> = {
  Parameters: 'tool.swagger.label.parameters',
  'No parameters': 'tool.swagger.label.noParameters',
  Name: 'tool.swagger.label.name',
  Description: 'tool.swagger.label.description',
  'Try it out': 'tool.swagger.label.try',
  'Try it out ': 'tool.swagger.label.try',
  Cancel: 'kit.cancel',
  Reset: 'kit.reset',
  Execute: 'tool.swagger.label.execute',
  Clear: 'tool.swagger.label.clear',
  'Request body': 'tool.swagger.label.body',
  Responses: 'tool.swagger.label.responses',
  'Server response': 'tool.swagger.label.answered',
  'Response body': 'tool.swagger.label.answerBody',
  'Response headers': 'tool.swagger.label.answerHeaders',
  'Request duration': 'tool.swagger.label.duration',
  'Request URL': 'tool.swagger.label.url',
  Code: 'tool.swagger.label.code',
  Details: 'tool.swagger.label.details',
  Links: 'tool.swagger.label.links',
  'No links': 'tool.swagger.label.none',
  'Media type': 'tool.swagger.label.mediaType',
  Examples: 'tool.swagger.label.examples',
  'Example Value': 'tool.swagger.label.example',
  'Example Description': 'tool.swagger.label.exampleName',
  Schema: 'tool.swagger.label.schema',
  Download: 'tool.swagger.label.save',
  'Send empty value': 'tool.swagger.label.empty',
  'Expand all': 'tool.swagger.label.expand',
  'Collapse all': 'tool.swagger.label.collapse',
  required: 'tool.swagger.label.required',
};

function translateTextNode(node: Node) {
  const key = node.nodeType === Node.TEXT_NODE ? labels[(node.nodeValue ?? '').trim()] : undefined;
  // code and examples contain no labels
  if (!key || node.parentElement?.closest('pre, code, .markdown, textarea, select')) return;
  const label = translate(key);
  if (node.nodeValue !== label) node.nodeValue = label;
}

function translateSubtree(root: Node) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) translateTextNode(node);
}

/** Translates the library's labels, now and as they are added. */
export function applyLabels(root: Node): MutationObserver {
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') translateTextNode(target);
      for (const node of addedNodes) {
        translateTextNode(node);
        translateSubtree(node);
      }
    }
  });
  observer.observe(root, { subtree: true, childList: true, characterData: true });
  return observer;
}
