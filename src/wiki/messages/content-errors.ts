/** Errors about requested content; part of the catalogue. */
export const contentErrors = {
  'action-deletedtext': 'view deleted revision text',
  'apierror-badformat': 'The requested format $1 is not supported for content model $2 used by $3.',
  'apierror-badformat-generic': 'The requested format $1 is not supported for content model $2.',
  'apierror-concurrency-limit':
    'A concurrency limit has been exceeded. Please wait for each request to return before submitting the next.',
  'apierror-texttoocostly':
    'The text is too complex for one request. Request less at a time (a <var>section</var>, fewer revisions), or use fewer templates, links and tags.',
  'apierror-variant-without-tables': {
    code: 'variantwithouttables',
    text: 'Texts cannot be converted to the <var>variant</var> $1: this wiki has no conversion tables. Add them with <kbd>parlance wiki import-conversion-tables</kbd>.',
  },
  'apierror-invalidparammix-parse-new-section': {
    code: 'invalidparammix',
    text: '<kbd>section=new</kbd> cannot be combined with the <var>oldid</var>, <var>pageid</var> or <var>page</var> parameters. Please use <var>title</var> and <var>text</var>.',
  },
  'apierror-paramempty': 'The parameter <var>$1</var> may not be empty.',
  'apierror-parsetree-notwikitext': {
    code: 'notwikitext',
    text: '<kbd>prop=parsetree</kbd> is only supported for wikitext content.',
  },
  'apierror-parsetree-notwikitext-title': {
    code: 'parsetree-notwikitext',
    text: '<kbd>prop=parsetree</kbd> is only supported for wikitext content. $1 uses content model $2.',
  },
  'apierror-templateexpansion-notwikitext':
    'Template expansion is only supported for wikitext content. $1 uses content model $2.',
  'apiwarn-parse-nocontentmodel': 'No <var>title</var> or <var>contentmodel</var> was given, assuming $1.',
  'apiwarn-parse-revidwithouttext':
    '<var>revid</var> used without <var>text</var>, and parsed page properties were requested. Did you mean to use <var>oldid</var> instead of <var>revid</var>?',
  'apiwarn-parse-titlewithouttext':
    '<var>title</var> used without <var>text</var>, and parsed page properties were requested. Did you mean to use <var>page</var> instead of <var>title</var>?',
  'apiwarn-tokennotallowed': 'Action <kbd>$1</kbd> is not allowed for the current user.',
  // A sentence in place of a message key: clients get it in the brackets for keys without a text.
  'user and excludeuser cannot be used together': {
    code: 'badparams',
    text: '⧼user and excludeuser cannot be used together⧽',
  },
  revid: 'revision $1',
} as const
