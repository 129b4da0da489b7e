// Traces of MediaWiki extensions by which a wiki's use of them can be recognized.

import { supportedExtensions } from '../wikitext/extensions/index.ts'

/** Tags rendered as in MediaWiki. */
export const HANDLED_TAGS: ReadonlySet<string> = new Set([
  ...['pre', 'nowiki', 'gallery', 'indicator', 'ref', 'references'],
  ...supportedExtensions.flatMap(({ tags = {} }) => Object.keys(tags)),
])

/** Extensions whose features are built in. */
export const OWN_EXTENSIONS: ReadonlySet<string> = new Set([
  'Cite',
  'Gadgets',
  'ParserFunctions',
  'Scribunto',
  'SpamBlacklist',
  'TitleBlacklist',
  ...supportedExtensions.flatMap(({ name, aliases = [] }) => [name, ...aliases]),
])

/** Tags that identify an extension, for wikis without a site file. */
export const TAGS_OF_EXTENSIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    CategoryTree: ['categorytree'],
    CharInsert: ['charinsert'],
    DynamicPageList: ['dynamicpagelist', 'dpl'],
    EasyTimeline: ['timeline'],
    EmbedVideo: ['embedvideo', 'youtube', 'vimeo'],
    Graph: ['graph'],
    ImageMap: ['imagemap'],
    InputBox: ['inputbox'],
    Kartographer: ['mapframe', 'maplink'],
    LabeledSectionTransclusion: ['section'],
    Math: ['math', 'chem', 'ce'],
    PhpTags: ['phptag'],
    Poem: ['poem'],
    ProofreadPage: ['pages', 'pagelist', 'pagequality'],
    Quiz: ['quiz'],
    RSS: ['rss'],
    Score: ['score'],
    SyntaxHighlight: ['syntaxhighlight', 'source'],
    TemplateData: ['templatedata'],
    TemplateStyles: ['templatestyles'],
    Translate: ['translate', 'languages', 'tvar'],
    UniversalLanguageSelector: ['languages-bar'],
    WikiHiero: ['hiero'],
  }).flatMap(([extension, tags]) => tags.map(tag => [tag, extension] as const)),
)

/** Namespace numbers reserved by extensions. Others above 99 may be the wiki's own. */
export const foreignNamespaces: ReadonlyMap<number, string> = new Map(
  Object.entries({
    Widgets: [274, 275],
    JsonConfig: [486, 487],
    TimedMediaHandler: [710, 711],
    Translate: [1198, 1199],
    Gadgets: [2300, 2301, 2302, 2303],
    StructuredDiscussions: [2600],
  }).flatMap(([extension, numbers]) => numbers.map(ns => [ns, extension] as const)),
)
