/** Errors of history merges; part of the catalogue. */
export const mergeErrors = {
  'mergehistory-fail-invalid-dest': 'Destination page is invalid.',
  'mergehistory-fail-invalid-source': 'Source page is invalid.',
  'mergehistory-fail-no-change':
    'History merge did not merge any revisions. Please recheck the page and time parameters.',
  'mergehistory-fail-permission': 'Insufficient permissions to merge history.',
  'mergehistory-fail-self-merge': 'Source and destination pages are the same.',
  'mergehistory-fail-timestamps-overlap': 'Source revisions overlap or come after destination revisions.',
  'mergehistory-fail-toobig':
    'Unable to perform history merge as more than the limit of $1 {{PLURAL:$1|revision|revisions}} would be moved.',
} as const
