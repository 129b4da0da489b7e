/** What can be wrong with the content that a request asks for; part of the catalogue. */
export const contentErrors = {
  'apierror-badformat': {
    code: 'badformat',
    text: 'The requested format $1 is not supported for content model $2 used by $3.',
  },
  'apierror-paramempty': { code: 'paramempty', text: 'The parameter <var>$1</var> may not be empty.' },
  'apierror-parsetree-notwikitext-title': {
    code: 'parsetree-notwikitext',
    text: '<kbd>prop=parsetree</kbd> is only supported for wikitext content. $1 uses content model $2.',
  },
  // Our own: MediaWiki can always render.
  'apierror-rendering-unavailable': {
    code: 'rendering-unavailable',
    text: 'This wiki does not render pages to HTML, so <var>$1</var> cannot be used. Ask for the wikitext instead.',
  },
  'apierror-templateexpansion-notwikitext': {
    code: 'templateexpansion-notwikitext',
    text: 'Template expansion is only supported for wikitext content. $1 uses content model $2.',
  },
  'apiwarn-tokennotallowed': {
    code: 'tokennotallowed',
    text: 'Action <kbd>$1</kbd> is not allowed for the current user.',
  },
  // A sentence in the place of a message's name: clients get it in the brackets of names without a text.
  'user and excludeuser cannot be used together': {
    code: 'badparams',
    text: '⧼user and excludeuser cannot be used together⧽',
  },
  revid: { code: 'revid', text: 'revision $1' },
} as const
