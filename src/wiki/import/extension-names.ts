// What of MediaWiki's extensions can be recognised in a wiki that uses them.

/** Tags that pages show here as MediaWiki does. */
export const HANDLED_TAGS: ReadonlySet<string> = new Set([
  ...['pre', 'nowiki', 'gallery', 'indicator', 'ref', 'references'],
])

/** Extensions whose work is done here. */
export const OWN_EXTENSIONS: ReadonlySet<string> = new Set([
  'Cite',
  'ParserFunctions',
  'SpamBlacklist',
  'TitleBlacklist',
])

/** Tags that tell of an extension, for wikis that come without a site file. */
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

/** Namespaces with numbers that extensions have to themselves. Others above 99 may be a wiki's own. */
export const foreignNamespaces: ReadonlyMap<number, string> = new Map(
  Object.entries({
    Widgets: [274, 275],
    JsonConfig: [486, 487],
    TimedMediaHandler: [710, 711],
    Scribunto: [828, 829],
    Translate: [1198, 1199],
    Gadgets: [2300, 2301, 2302, 2303],
    StructuredDiscussions: [2600],
  }).flatMap(([extension, numbers]) => numbers.map(ns => [ns, extension] as const)),
)
