/**
 * Names of tracking categories, as MediaWiki has them in each language, and our own descriptions of them. Unlike other
 * page words, the names apply in the wiki's content language.
 */
export const trackingWords: Readonly<Record<string, string>> = {
  'broken-file-category': 'Pages with broken file links',
  'broken-file-category-desc': 'The page shows a file that does not exist.',
  'duplicate-args-category': 'Pages using duplicate arguments in template calls',
  'duplicate-args-category-desc':
    'The page calls a template with the same argument more than once. Only the last value counts.',
  'expansion-depth-exceeded-category': 'Pages where expansion depth is exceeded',
  'expansion-depth-exceeded-category-desc': 'The templates of the page are nested too deeply.',
  'expensive-parserfunction-category': 'Pages with too many expensive parser function calls',
  'expensive-parserfunction-category-desc': 'The page calls too many expensive parser functions, such as #ifexist.',
  'hidden-category-category': 'Hidden categories',
  'hidden-category-category-desc': 'The category contains __HIDDENCAT__, so its pages do not show it by default.',
  'index-category': 'Indexed pages',
  'index-category-desc': 'The page contains __INDEX__, which lets search engines list it.',
  'magiclink-tracking-isbn': 'Pages using ISBN magic links',
  'magiclink-tracking-isbn-desc': 'The page contains an ISBN that becomes a link automatically.',
  'magiclink-tracking-pmid': 'Pages using PMID magic links',
  'magiclink-tracking-pmid-desc': 'The page contains a PMID that becomes a link automatically.',
  'magiclink-tracking-rfc': 'Pages using RFC magic links',
  'magiclink-tracking-rfc-desc': 'The page contains an RFC number that becomes a link automatically.',
  'node-count-exceeded-category': 'Pages where node count is exceeded',
  'node-count-exceeded-category-desc': 'The page is too complex: with its templates, it has too many elements.',
  'noindex-category': 'Noindexed pages',
  'noindex-category-desc': 'The page contains __NOINDEX__, which keeps search engines from listing it.',
  'nonnumeric-formatnum': 'Pages with non-numeric formatnum arguments',
  'nonnumeric-formatnum-desc': 'The page uses formatnum with text that is not a number.',
  'post-expand-template-argument-category': 'Pages containing omitted template arguments',
  'post-expand-template-argument-category-desc':
    'The template arguments of the page are too long, so some were left out.',
  'post-expand-template-inclusion-category': 'Pages where template include size is exceeded',
  'post-expand-template-inclusion-category-desc': 'The templates of the page are too long, so some were not expanded.',
  'restricted-displaytitle-ignored': 'Pages with ignored display titles',
  'restricted-displaytitle-ignored-desc': 'The page sets a display title that is not its own title in another form.',
  'template-loop-category': 'Pages with template loops',
  'template-loop-category-desc': 'A template on the page calls itself, directly or through other templates.',
  trackingcategories: 'Tracking categories',
  'trackingcategories-summary':
    'The wiki adds pages to these categories automatically. To rename a category, edit its message. To disable it, set the message to "-".',
  'trackingcategories-msg': 'Tracking category',
  'trackingcategories-name': 'Message name',
  'trackingcategories-desc': 'Criteria',
  'trackingcategories-nodesc': 'No description',
  'trackingcategories-disabled': 'Disabled',
}
