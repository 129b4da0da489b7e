/** Errors of comparisons; part of the catalogue. */
export const compareErrors = {
  'apierror-baddiff': {
    code: 'baddiff',
    text: 'The diff cannot be retrieved. One or both revisions do not exist or you do not have permission to view them.',
  },
  'apierror-compare-maintextrequired': {
    code: 'compare-maintextrequired',
    text: 'Parameter <var>$1text-main</var> is required when <var>$1slots</var> contains <kbd>main</kbd> (cannot delete the main slot).',
  },
  'apierror-compare-no-title': {
    code: 'compare-no-title',
    text: 'Cannot pre-save transform without a title. Try specifying <var>fromtitle</var> or <var>totitle</var>.',
  },
  'apierror-compare-nofromrevision': {
    code: 'compare-nofromrevision',
    text: "No 'from' revision. Specify <var>fromrev</var>, <var>fromtitle</var>, or <var>fromid</var>.",
  },
  'apierror-compare-notorevision': {
    code: 'compare-notorevision',
    text: "No 'to' revision. Specify <var>torev</var>, <var>totitle</var>, or <var>toid</var>.",
  },
  'apierror-compare-nosuchfromsection': {
    code: 'nosuchfromsection',
    text: "There is no section $1 in the 'from' content.",
  },
  'apierror-compare-nosuchtosection': { code: 'nosuchtosection', text: "There is no section $1 in the 'to' content." },
  'apierror-compare-relative-to-deleted': {
    code: 'compare-relative-to-deleted',
    text: 'Cannot use <kbd>torelative=$1</kbd> relative to a deleted revision.',
  },
  'apierror-compare-relative-to-nothing': {
    code: 'compare-relative-to-nothing',
    text: "No 'from' revision for <var>torelative</var> to be relative to.",
  },
  'apierror-missingcontent-revid-role': {
    code: 'missingcontent',
    text: 'Missing content for revision ID $1 for role $2.',
  },
  'apierror-missingrev-title': { code: 'nosuchrevid', text: 'No current revision of title $1.' },
  'apierror-missingtitle-byname': { code: 'missingtitle', text: "The page $1 doesn't exist." },
  'apierror-sectionreplacefailed': { code: 'sectionreplacefailed', text: 'Could not merge updated section.' },
  'apierror-sectionsnotsupported': {
    code: 'sectionsnotsupported',
    text: 'Sections are not supported for content model $1.',
  },
  'apiwarn-compare-no-next': {
    code: 'compare-no-next',
    text: 'Revision $2 is the latest revision of $1, there is no revision for <kbd>torelative=next</kbd> to compare to.',
  },
  'apiwarn-compare-no-prev': {
    code: 'compare-no-prev',
    text: 'Revision $2 is the earliest revision of $1, there is no revision for <kbd>torelative=prev</kbd> to compare to.',
  },
  'apiwarn-compare-nocontentmodel': {
    code: 'compare-nocontentmodel',
    text: 'No content model could be determined, assuming $1.',
  },
} as const
