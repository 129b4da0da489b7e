/** Form fields and buttons. */
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
  'confirm-watch-label': 'Watch it for:',
  'watchlist-expiry-options': 'Ever:infinite,A week:1 week,A month:1 month,3 months:3 months,6 months:6 months',
  'watchlist-expiry-days-left': 'Watched for {{PLURAL:$1|one more day|$1 more days}}',
  'watchlist-expiry-hours-left': 'Watched for some more hours',
  deleteotherreason: 'Other reason:',
  table_pager_limit_submit: 'Show',
}
