/** All extensions, by MediaWiki's names. */
export const EXTENSION_NAMES = [
  'Arrays',
  'CategoryTree',
  'CharInsert',
  'Echo',
  'ImageMap',
  'InputBox',
  'LabeledSectionTransclusion',
  'Loops',
  'Math',
  'PageImages',
  'Poem',
  'PortableInfobox',
  'SyntaxHighlight',
  'TabberNeue',
  'TemplateData',
  'TemplateStyles',
  'TextExtracts',
  'Thanks',
  'Variables',
  // Shown as source.
  'Cargo',
  'EasyTimeline',
  'Graph',
  'Kartographer',
  'Score',
  'SemanticMediaWiki',
  'WikiHiero',
] as const

export type ExtensionName = (typeof EXTENSION_NAMES)[number]
