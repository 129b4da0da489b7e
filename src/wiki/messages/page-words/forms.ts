/** Form fields and buttons. */
export const formWords: Readonly<Record<string, string>> = {
  go: 'Go',
  namespace: 'Namespace:',
  namespacesall: 'all',
  blanknamespace: '(Main)',
  invert: 'Invert selection',
  allpagessubmit: 'Show',
  'sessionfailure-title': 'Session expired',
  sessionfailure: 'Your session expired, so nothing was changed. Submit the form again.',
  summary: 'Summary:',
  watchthis: 'Watch this page',
  'confirm-watch-label': 'Watch for:',
  'watchlist-expiry-options': 'Permanent:infinite,1 week:1 week,1 month:1 month,3 months:3 months,6 months:6 months',
  'watchlist-expiry-days-left': '{{PLURAL:$1|One day|$1 days}} left on your watchlist',
  'watchlist-expiry-hours-left': 'A few hours left on your watchlist',
  deleteotherreason: 'Other reason:',
  table_pager_limit_submit: 'Show',
}
