/** Errors of importing pages from a file; part of the catalogue. */
export const importErrors = {
  'apierror-cantimport-upload': "You don't have permission to import uploaded pages.",
  'apierror-import-unknownerror': 'Unknown error on import: $1.',
  'apierror-missingparam': 'The <var>$1</var> parameter must be set.',
  'import-rootpage-invalid': 'Given root page is an invalid title.',
  'import-rootpage-nosubpage': 'Namespace "$1" of the root page does not allow subpages.',
  importnofile: { code: 'nofile', text: 'No import file was uploaded.' },
} as const
