import type { CatalogueKey } from './catalogue.ts'

/**
 * Codes that modules use instead of the catalogue's, as in MediaWiki, with their message keys. A `*` stands for a
 * parameter name or another value.
 */
export const ownCodes = {
  'badid_*': 'apierror-revisions-badid',
  badmodelformat: 'apierror-badformat-generic',
  badmodule: 'apierror-badmodule-badsubmodule',
  'badurl_*': 'apierror-badurl',
  'baduser_*': 'paramvalidator-baduser',
  'badvalue_*': 'apierror-badparameter',
  'cspreport-*': 'apierror-csp-report',
  'immobile-target-namespace': 'immobile-target-namespace',
  'login-required': 'apierror-mustbeloggedin-generic',
  multisource: 'apierror-invalidparammix-cannotusewith',
  mustbeloggedin: 'apierror-mustbeloggedin',
  nofilename: 'apierror-missingparam',
  nointerwikiprefix: 'apierror-missingparam',
  nolang: 'apierror-missingparam',
  nooptionname: 'apierror-missingparam',
  noprefix: 'apierror-missingparam',
  nosuchuser: 'nosuchusershort',
  param_ip: 'apierror-badip',
  'paramempty_*': 'apierror-paramempty',
  patrol: 'apierror-permissiondenied-patrolflag',
  stashfailed: 'verification-error',
  stashnotloggedin: 'apierror-mustbeloggedin',
  'titleblacklist-forbidden': 'titleblacklist-forbidden-edit',
  unknown_leaction: 'apierror-unrecognizedvalue',
} as const satisfies Readonly<Record<string, CatalogueKey>>
