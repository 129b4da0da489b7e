import type { TextKey } from '#html/texts/index.ts'

/** Labels of bot password grants. */
export const GRANT_TEXTS: Readonly<Record<string, TextKey>> = {
  highvolume: 'account.grant_highvolume',
  import: 'account.grant_import',
  editpage: 'account.grant_editpage',
  editprotected: 'account.grant_editprotected',
  editmycssjs: 'account.grant_editmycssjs',
  editmyoptions: 'account.grant_editmyoptions',
  editinterface: 'account.grant_editinterface',
  editsiteconfig: 'account.grant_editsiteconfig',
  createeditmovepage: 'account.grant_createeditmovepage',
  uploadfile: 'account.grant_uploadfile',
  uploadeditmovefile: 'account.grant_uploadeditmovefile',
  patrol: 'account.grant_patrol',
  rollback: 'account.grant_rollback',
  blockusers: 'account.grant_blockusers',
  viewdeleted: 'account.grant_viewdeleted',
  viewrestrictedlogs: 'account.grant_viewrestrictedlogs',
  delete: 'account.grant_delete',
  oversight: 'account.grant_oversight',
  protect: 'account.grant_protect',
  viewmywatchlist: 'account.grant_viewmywatchlist',
  editmywatchlist: 'account.grant_editmywatchlist',
  sendemail: 'account.grant_sendemail',
  createaccount: 'account.grant_createaccount',
  privateinfo: 'account.grant_privateinfo',
  mergehistory: 'account.grant_mergehistory',
}

/** What a program with a scope can do, in plain words. */
export const SCOPE_TEXTS: Readonly<Record<string, TextKey>> = {
  ...GRANT_TEXTS,
  basic: 'oauth.scope_basic',
  highvolume: 'oauth.scope_highvolume',
  'mwoauth-authonly': 'oauth.scope_authonly',
  'mwoauth-authonlyprivate': 'oauth.scope_authonlyprivate',
  'translation-read': 'oauth.scope_read',
  'translation-edit': 'oauth.scope_edit',
  'translation-manage': 'oauth.scope_manage',
  'translation-account': 'oauth.scope_account',
  'translation-admin': 'oauth.scope_admin',
}
