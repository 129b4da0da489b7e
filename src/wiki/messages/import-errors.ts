/** Errors of importing pages from a file; part of the catalogue. */
export const importErrors = {
  'apierror-cantimport-upload': {
    code: 'cantimport-upload',
    text: "You don't have permission to import uploaded pages.",
  },
  'apierror-import-unknownerror': { code: 'import-unknownerror', text: 'Unknown error on import: $1.' },
  'apierror-missingparam': { code: 'missingparam', text: 'The <var>$1</var> parameter must be set.' },
  'import-rootpage-invalid': { code: 'import-rootpage-invalid', text: 'Given root page is an invalid title.' },
  'import-rootpage-nosubpage': {
    code: 'import-rootpage-nosubpage',
    text: 'Namespace "$1" of the root page does not allow subpages.',
  },
  importnofile: { code: 'nofile', text: 'No import file was uploaded.' },
} as const
