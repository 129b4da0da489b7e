/** Errors of history merges; part of the catalogue. */
export const mergeErrors = {
  'mergehistory-fail-invalid-dest': { code: 'mergehistory-fail-invalid-dest', text: 'Destination page is invalid.' },
  'mergehistory-fail-invalid-source': { code: 'mergehistory-fail-invalid-source', text: 'Source page is invalid.' },
  'mergehistory-fail-no-change': {
    code: 'mergehistory-fail-no-change',
    text: 'History merge did not merge any revisions. Please recheck the page and time parameters.',
  },
  'mergehistory-fail-permission': {
    code: 'mergehistory-fail-permission',
    text: 'Insufficient permissions to merge history.',
  },
  'mergehistory-fail-self-merge': {
    code: 'mergehistory-fail-self-merge',
    text: 'Source and destination pages are the same.',
  },
  'mergehistory-fail-timestamps-overlap': {
    code: 'mergehistory-fail-timestamps-overlap',
    text: 'Source revisions overlap or come after destination revisions.',
  },
  'mergehistory-fail-toobig': {
    code: 'mergehistory-fail-toobig',
    text: 'Unable to perform history merge as more than the limit of $1 {{PLURAL:$1|revision|revisions}} would be moved.',
  },
} as const
