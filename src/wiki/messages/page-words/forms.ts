/** Forms: what fields and buttons are called. */
export const formWords: Readonly<Record<string, string>> = {
  go: 'Go',
  namespace: 'Namespace:',
  namespacesall: 'all',
  blanknamespace: '(Main)',
  invert: 'Invert the choice',
  allpagessubmit: 'Show',
  'sessionfailure-title': 'The form is too old',
  sessionfailure:
    'What you sent did not come from a page of this session. Nothing has been done; send the form once more.',
  summary: 'Summary:',
  watchthis: 'Watch this page',
  deleteotherreason: 'Other reason:',
  table_pager_limit_submit: 'Show',
}
