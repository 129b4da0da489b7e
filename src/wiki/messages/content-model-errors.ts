/** Errors of content model changes; part of the catalogue. */
export const contentModelErrors = {
  'action-editcontentmodel': { code: 'action-editcontentmodel', text: 'edit the content model of a page' },
  'apierror-botsnotsupported': { code: 'botsnotsupported', text: 'This interface is not supported for bots.' },
  'apierror-changecontentmodel-missingtitle': {
    code: 'changecontentmodel-missingtitle',
    text: "The page you specified doesn't exist. To create a new page with a custom content model, use the <kbd>action=edit</kbd> module.",
  },
  'apierror-csp-report': { code: 'csp-report', text: 'Error processing CSP report: $1.' },
  'apierror-nochanges': { code: 'nochanges', text: 'No changes were requested.' },
  'apierror-contentmodel-mismatch': {
    code: 'contentmodel-mismatch',
    text: 'The content you supplied has <code>$1</code> content model, which differs from the current content model of the page <code>$2</code>.',
  },
  'action-pagelang': { code: 'action-pagelang', text: 'change the page language' },
  'pagelang-unchanged-language': {
    code: 'pagelang-unchanged-language',
    text: 'The page $1 is already set to language $2.',
  },
  'pagelang-unchanged-language-default': {
    code: 'pagelang-unchanged-language',
    text: "The page $1 is already set to the wiki's default content language.",
  },
  'apierror-pagelang-disabled': {
    code: 'pagelang-disabled',
    text: 'Changing the language of a page is not allowed on this wiki.',
  },
  'apierror-stashedit-missingtext': { code: 'missingtext', text: 'No stashed text found with the given hash.' },
} as const
