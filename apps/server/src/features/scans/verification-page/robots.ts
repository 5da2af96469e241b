/**
 * Robots and link previews, which open links without a consumer. Some names need exact fragments, because real browsers and apps share them
 * (LINE, KakaoTalk, Pinterest, YaBrowser, Sogou, Baidu).
 */
const patterns = [
  // most robots: Googlebot, AdsBot-Google, Applebot, bitlybot, archive.org_bot; some phones match too, see `renderPreview`
  'bot\\b|bot[-_]|spider|crawl|slurp|archiver',
  // Facebook and agents that imitate it: LINE (line-poker), KakaoTalk (kakaotalk-scrap), iMessage
  'facebookexternal|facebookcatalog|facebot|meta-external|kakaotalk-scrap|line-poker',
  '(?:bing|microsoft|skypeuri|url ?|link[- ]?|google web )preview',
  'whatsapp/|viber|vkshare|embedly|iframely|snap url|pinterest/0|larkurl2meta|linkservice|qq-urlmanager',
  'google-(?:read-aloud|pagerenderer|inspectiontool|site-verification|safety|adwords)|googleother|googleimageproxy|google favicon|apis-google|feedfetcher|mediapartners|lighthouse|page ?speed',
  'yandex(?!browser|search)|yeti/|daumoa|qwantify|barkrowler|heritrix|nutch',
  '(?:chatgpt|claude|perplexity|mistralai)-user|anthropic-ai|cohere-ai|diffbot',
  'pingdom|statuscake|site24x7|w3c_validator',
];

const robotPattern = new RegExp(patterns.join('|'), 'i');

export const isRobot = (agent: string): boolean => robotPattern.test(agent);
