/** Reasons for denied permissions; part of the catalogue. The codes are those of MediaWiki's API. */
export const permissionErrors = {
  'apierror-autoblocked': 'Your IP address has been blocked automatically, because it was used by a blocked user.',
  'apierror-blocked': 'You have been blocked from editing.',
  'apierror-blocked-partial': { code: 'blocked', text: 'You have been blocked from editing this page.' },
  'badaccess-group0': {
    code: 'permissiondenied',
    text: 'You are not allowed to execute the action you have requested.',
  },
  'badaccess-groups': {
    code: 'permissiondenied',
    text: 'The action you have requested is limited to users in {{PLURAL:$2|the group|one of the groups}}: $1.',
  },
  'cant-move-category-page': 'You do not have permission to move category pages.',
  'cant-move-to-category-page': 'You do not have permission to move a page to a category page.',
  'cant-move-to-user-page': 'You do not have permission to move a page to a user page (except to a user subpage).',
  'cant-move-user-page': 'You do not have permission to move user pages (apart from subpages).',
  cascadeprotected:
    'This page has been protected from editing because it is transcluded in the following {{PLURAL:$1|page, which is|pages, which are}} protected with the "cascading" option turned on:\n$2',
  customcssprotected:
    "You do not have permission to edit this CSS page because it contains another user's personal settings.",
  customjsonprotected:
    "You do not have permission to edit this JSON page because it contains another user's personal settings.",
  customjsprotected:
    "You do not have permission to edit this JavaScript page because it contains another user's personal settings.",
  deleteprotected: { code: 'cantedit', text: 'You cannot delete this page because it has been protected.' },
  'immobile-source-namespace': { code: 'immobilenamespace', text: 'Cannot move pages in namespace "$1".' },
  'immobile-target-namespace': { code: 'immobilenamespace', text: 'Cannot move pages into namespace "$1".' },
  movenologintext: {
    code: 'cantmove-anon',
    text: 'You must be a registered user and [[Special:UserLogin|logged in]] to move a page.',
  },
  movenotallowed: { code: 'cantmove', text: 'You do not have permission to move pages.' },
  movenotallowedfile: { code: 'cantmovefile', text: 'You do not have permission to move files.' },
  mycustomcssprotected: 'You do not have permission to edit this CSS page.',
  mycustomjsonprotected: 'You do not have permission to edit this JSON page.',
  mycustomjsprotected: 'You do not have permission to edit this JavaScript page.',
  mycustomjsredirectprotected:
    'You do not have permission to edit this JavaScript page because it is a redirect and it does not point inside your userspace.',
  namespaceprotected: {
    code: 'protectednamespace',
    text: 'You do not have permission to edit pages in the <strong>$1</strong> namespace.',
  },
  'nocreate-loggedin': { code: 'cantcreate', text: 'You do not have permission to create new pages.' },
  nocreatetext: {
    code: 'cantcreate-anon',
    text: '{{SITENAME}} has restricted the ability to create new pages.\nYou can go back and edit an existing page, or [[Special:UserLogin|log in or create an account]].',
  },
  'ns-specialprotected': { code: 'unsupportednamespace', text: 'Special pages cannot be edited.' },
  'protect-cantedit': {
    code: 'cantedit',
    text: 'You cannot change the protection settings of this page because you do not have permission to edit it.',
  },
  protectedinterface: {
    code: 'protectednamespace-interface',
    text: 'This page provides interface text for the software on this wiki, and is protected to prevent abuse.\nTo add or change translations for all wikis, please use [https://translatewiki.net/ translatewiki.net], the MediaWiki localisation project.',
  },
  protectedpagetext: {
    code: 'protectedpage',
    text: 'This page has been protected to prevent editing or other actions.',
  },
  sitecssprotected: 'You do not have permission to edit this CSS page because it may affect all visitors.',
  sitejsonprotected: 'You do not have permission to edit this JSON page because it may affect all visitors.',
  sitejsprotected: 'You do not have permission to edit this JavaScript page because it may affect all visitors.',
  siterawhtmlprotected:
    'You do not have permission to edit this page because it contains raw HTML which can be modified to affect all visitors.',
  titleprotected: {
    code: 'protectedtitle',
    text: 'This title has been protected from creation by [[User:$1|$1]].\nThe reason given is <em>$2</em>.',
  },
  'undelete-cantcreate':
    'You cannot undelete this page as there is no existing page with this name and you are not allowed to create this page.',
  'undelete-cantedit': 'You cannot undelete this page as you are not allowed to edit this page.',
} as const
