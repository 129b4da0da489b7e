/** Errors of content model changes; part of the catalogue. */
export const contentModelErrors = {
  'action-editcontentmodel': 'edit the content model of a page',
  'apierror-botsnotsupported': 'This interface is not supported for bots.',
  'apierror-changecontentmodel-missingtitle':
    "The page you specified doesn't exist. To create a new page with a custom content model, use the <kbd>action=edit</kbd> module.",
  'apierror-csp-report': 'Error processing CSP report: $1.',
  'apierror-nochanges': 'No changes were requested.',
  'apierror-contentmodel-mismatch':
    'The content you supplied has <code>$1</code> content model, which differs from the current content model of the page <code>$2</code>.',
  'action-pagelang': 'change the page language',
  'pagelang-unchanged-language': 'The page $1 is already set to language $2.',
  'pagelang-unchanged-language-default': {
    code: 'pagelang-unchanged-language',
    text: "The page $1 is already set to the wiki's default content language.",
  },
  'apierror-pagelang-disabled': 'Changing the language of a page is not allowed on this wiki.',
  'apierror-stashedit-missingtext': { code: 'missingtext', text: 'No stashed text found with the given hash.' },
} as const
