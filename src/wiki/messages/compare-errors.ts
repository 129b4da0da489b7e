/** Errors of comparisons; part of the catalogue. */
export const compareErrors = {
  'apierror-baddiff':
    'The diff cannot be retrieved. One or both revisions do not exist or you do not have permission to view them.',
  'apierror-compare-maintextrequired':
    'Parameter <var>$1text-main</var> is required when <var>$1slots</var> contains <kbd>main</kbd> (cannot delete the main slot).',
  'apierror-compare-no-title':
    'Cannot pre-save transform without a title. Try specifying <var>fromtitle</var> or <var>totitle</var>.',
  'apierror-compare-nofromrevision':
    "No 'from' revision. Specify <var>fromrev</var>, <var>fromtitle</var>, or <var>fromid</var>.",
  'apierror-compare-notorevision':
    "No 'to' revision. Specify <var>torev</var>, <var>totitle</var>, or <var>toid</var>.",
  'apierror-compare-nosuchfromsection': {
    code: 'nosuchfromsection',
    text: "There is no section $1 in the 'from' content.",
  },
  'apierror-compare-nosuchtosection': { code: 'nosuchtosection', text: "There is no section $1 in the 'to' content." },
  'apierror-compare-relative-to-deleted': 'Cannot use <kbd>torelative=$1</kbd> relative to a deleted revision.',
  'apierror-compare-relative-to-nothing': "No 'from' revision for <var>torelative</var> to be relative to.",
  'apierror-missingcontent-revid-role': {
    code: 'missingcontent',
    text: 'Missing content for revision ID $1 for role $2.',
  },
  'apierror-missingrev-title': { code: 'nosuchrevid', text: 'No current revision of title $1.' },
  'apierror-missingtitle-byname': { code: 'missingtitle', text: "The page $1 doesn't exist." },
  'apierror-sectionreplacefailed': 'Could not merge updated section.',
  'apierror-sectionsnotsupported': 'Sections are not supported for content model $1.',
  'apiwarn-compare-no-next':
    'Revision $2 is the latest revision of $1, there is no revision for <kbd>torelative=next</kbd> to compare to.',
  'apiwarn-compare-no-prev':
    'Revision $2 is the earliest revision of $1, there is no revision for <kbd>torelative=prev</kbd> to compare to.',
  'apiwarn-compare-nocontentmodel': 'No content model could be determined, assuming $1.',
} as const
