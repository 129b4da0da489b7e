// Generated from the declarations of both APIs by "npm run client"; do not edit.
import type { JsonObject, Many } from './common.ts'

/** Parameters of every request. */
export interface CommonParams {
  /** Reject the request if database replication lags by more than this many seconds. */
  maxlag?: number
  /** Seconds for which shared caches may store the response. */
  smaxage?: number
  /** Seconds for which the client may cache the response. */
  maxage?: number
  /** Verify that the caller is logged in (user), is a bot (bot), or is not logged in (anon). */
  assert?: 'anon' | 'bot' | 'user'
  /** Verify that the caller is this user. */
  assertuser?: string
  /** Any value; it is returned in the response. */
  requestid?: string
  /** Include the name of the server. */
  servedby?: boolean
  /** Include the current timestamp. */
  curtimestamp?: boolean
  /** Include the languages used for uselang and errorlang. */
  responselanginfo?: boolean
  /** Origin of a cross-site request (CORS). */
  origin?: string
  /** Language for messages. */
  uselang?: string
  /** Variant of the language. */
  variant?: string
  /** Format of errors and warnings. */
  errorformat?: 'bc' | 'html' | 'none' | 'plaintext' | 'raw' | 'wikitext'
  /** Language of errors and warnings. */
  errorlang?: string
  /** Use the wiki's own versions of messages for errors and warnings. */
  errorsuselocal?: boolean
}

/** Parameters of every query. */
export interface QueryParams {
  /** List all returned page ids in a separate section. */
  indexpageids?: boolean
  /** Export the pages as XML. */
  export?: boolean
  /** Return the XML export without wrapping it in a response. */
  exportnowrap?: boolean
  /** Version of the export format. */
  exportschema?: '0.10' | '0.11'
  /** Return full URLs for interwiki titles. */
  iwurl?: boolean
  /** Return continuation data in the format used before 2014. */
  rawcontinue?: boolean
  /** Titles of the pages. */
  titles?: Many<string>
  /** Page ids of the pages. */
  pageids?: Many<number>
  /** Revision ids of the pages. */
  revids?: Many<number>
  /** Resolve redirects. */
  redirects?: boolean
  /** Look for missing titles in other variants of the language. */
  converttitles?: boolean
}

/** Block a user, an IP address or a range, sitewide or from some pages and namespaces. */
export interface Block {
  /** Target of the block: a username, #id, an IP address or a range. */
  user?: string
  /**
   * User id of the target. Use user=#id instead.
   * @deprecated
   */
  userid?: number
  /** When the block ends: a timestamp, a duration (3 days), or never. */
  expiry?: string
  /** Reason for the block. */
  reason?: string
  /** Block only anonymous users of the IP address. */
  anononly?: boolean
  /** Prevent account creation. */
  nocreate?: boolean
  /** Also block the last IP address of the user and every address they use later. */
  autoblock?: boolean
  /** Prevent the user from sending email through the wiki. */
  noemail?: boolean
  /** Hide the username everywhere. Requires the hideuser right. */
  hidename?: boolean
  /** Allow the user to edit their own talk page. */
  allowusertalk?: boolean
  /** Replace an existing block. */
  reblock?: boolean
  /** Watch the user page and talk page of the target. */
  watchuser?: boolean
  /** When the page leaves the watchlist: a timestamp or a duration (1 month). By default, an existing expiry is kept. */
  watchlistexpiry?: string
  /** Change tags to apply to the block log entry. */
  tags?: Many<string>
  /** Block only from the given pages or namespaces. */
  partial?: boolean
  /** Pages to block the user from, with partial. */
  pagerestrictions?: Many<string>
  /** Namespace ids to block the user from, with partial. */
  namespacerestrictions?: Many<number | '*'>
  /** Token of the type the module requires, from meta=tokens. */
  token?: string
}

/** Change the current user's password. */
export interface Changeauthenticationdata {
  /** Authentication request to change, by id. */
  changeauthrequest: string
  /** Token of the type the module requires, from meta=tokens. */
  changeauthtoken?: string
}

/** Convert a page to another content model. */
export interface Changecontentmodel {
  /** Title of the page. */
  title?: string
  /** Page id, instead of the title. */
  pageid?: number
  /** Reason, for the edit summary and the log entry. */
  summary?: string
  /** Change tags to apply to the log entry and the edit. */
  tags?: Many<string>
  /** New content model of the page. */
  model: 'css' | 'javascript' | 'json' | 'text' | 'wikitext'
  /** Mark the edit as a bot edit. */
  bot?: boolean
  /** Token of the type the module requires, from meta=tokens. */
  token?: string
}

/** Check whether a token is valid. */
export interface Checktoken {
  /** Type of the token. */
  type: 'createaccount' | 'csrf' | 'login' | 'patrol' | 'rollback' | 'userrights' | 'watch'
  /** Token of the type the module requires, from meta=tokens. */
  token?: string
  /** Maximum age of the token, in seconds. */
  maxtokenage?: number
}

/** Clear the "new messages" flag of the current user. */
export interface Clearhasmsg {
}

/** Log in interactively, in several steps if more than a password is needed. */
export interface Clientlogin {
  /** Use only these authentication requests, by id. */
  loginrequests?: Many<string>
  /** Format of messages. */
  loginmessageformat?: 'html' | 'none' | 'raw' | 'wikitext'
  /** Merge the fields of all authentication requests into one list. */
  loginmergerequestfields?: boolean
  /** Keep the state of an earlier, failed login attempt. */
  loginpreservestate?: boolean
  /** URL to return to after authentication with a third-party service. */
  loginreturnurl?: string
  /** Continue after returning from a third-party service. */
  logincontinue?: boolean
  /** Token of the type the module requires, from meta=tokens. */
  logintoken?: string
}

/** Get the difference between two pages, revisions or texts. */
export interface Compare {
  /** Left side: the latest revision of this page. */
  fromtitle?: string
  /** Left side: the latest revision of the page with this id. */
  fromid?: number
  /** Left side: this revision. */
  fromrev?: number
  /** Slots whose text is supplied for the left side. */
  fromslots?: Many<'main'>
  /** Text of the slot on the left side. */
  [name: `fromtext-${string}`]: string | undefined
  /** Section of the left page that the text replaces. */
  [name: `fromsection-${string}`]: string | undefined
  /** Serialization format of the text. */
  [name: `fromcontentformat-${string}`]: 'application/json' | 'application/octet-stream' | 'application/unknown' | 'application/x-binary' | 'text/css' | 'text/javascript' | 'text/plain' | 'text/unknown' | 'text/x-wiki' | 'unknown/unknown' | undefined
  /** Content model of the text. */
  [name: `fromcontentmodel-${string}`]: 'css' | 'javascript' | 'json' | 'text' | 'unknown' | 'wikitext' | undefined
  /** Apply the pre-save transform to the left text. */
  frompst?: boolean
  /**
   * Left text. Use fromtext-main instead.
   * @deprecated
   */
  fromtext?: string
  /**
   * Serialization format of the text. Use fromcontentformat-main instead.
   * @deprecated
   */
  fromcontentformat?: 'application/json' | 'application/octet-stream' | 'application/unknown' | 'application/x-binary' | 'text/css' | 'text/javascript' | 'text/plain' | 'text/unknown' | 'text/x-wiki' | 'unknown/unknown'
  /**
   * Content model of the text. Use fromcontentmodel-main instead.
   * @deprecated
   */
  fromcontentmodel?: 'css' | 'javascript' | 'json' | 'text' | 'unknown' | 'wikitext'
  /**
   * Compare only this section of the left side.
   * @deprecated
   */
  fromsection?: string
  /** Right side: the latest revision of this page. */
  totitle?: string
  /** Right side: the latest revision of the page with this id. */
  toid?: number
  /** Right side: this revision. */
  torev?: number
  /** Compare with the previous or next revision of the page on the left, or with its latest one. */
  torelative?: 'cur' | 'next' | 'prev'
  /** Slots whose text is supplied for the right side. */
  toslots?: Many<'main'>
  /** Text of the slot on the right side. */
  [name: `totext-${string}`]: string | undefined
  /** Section of the right page that the text replaces. */
  [name: `tosection-${string}`]: string | undefined
  /** Serialization format of the text. */
  [name: `tocontentformat-${string}`]: 'application/json' | 'application/octet-stream' | 'application/unknown' | 'application/x-binary' | 'text/css' | 'text/javascript' | 'text/plain' | 'text/unknown' | 'text/x-wiki' | 'unknown/unknown' | undefined
  /** Content model of the text. */
  [name: `tocontentmodel-${string}`]: 'css' | 'javascript' | 'json' | 'text' | 'unknown' | 'wikitext' | undefined
  /** Apply the pre-save transform to the right text. */
  topst?: boolean
  /**
   * Right text. Use totext-main instead.
   * @deprecated
   */
  totext?: string
  /**
   * Serialization format of the text. Use tocontentformat-main instead.
   * @deprecated
   */
  tocontentformat?: 'application/json' | 'application/octet-stream' | 'application/unknown' | 'application/x-binary' | 'text/css' | 'text/javascript' | 'text/plain' | 'text/unknown' | 'text/x-wiki' | 'unknown/unknown'
  /**
   * Content model of the text. Use tocontentmodel-main instead.
   * @deprecated
   */
  tocontentmodel?: 'css' | 'javascript' | 'json' | 'text' | 'unknown' | 'wikitext'
  /**
   * Compare only this section of the right side.
   * @deprecated
   */
  tosection?: string
  /** Information to return. */
  prop?: Many<'comment' | 'diff' | 'diffsize' | 'ids' | 'parsedcomment' | 'rel' | 'size' | 'timestamp' | 'title' | 'user'>
  /** Return one diff for each of these slots instead of a combined one. */
  slots?: Many<'main' | '*'>
}

/** Create an account. */
export interface Createaccount {
  /** Use only these authentication requests, by id. */
  createrequests?: Many<string>
  /** Format of messages. */
  createmessageformat?: 'html' | 'none' | 'raw' | 'wikitext'
  /** Merge the fields of all authentication requests into one list. */
  createmergerequestfields?: boolean
  /** Keep the state of an earlier, failed login attempt. */
  createpreservestate?: boolean
  /** URL to return to after authentication with a third-party service. */
  createreturnurl?: string
  /** Continue after returning from a third-party service. */
  createcontinue?: boolean
  /** Token of the type the module requires, from meta=tokens. */
  createtoken?: string
}

/** Log violations of the Content Security Policy reported by browsers. */
export interface Cspreport {
  /** The policy was only monitored, not enforced. */
  reportonly?: boolean
  /** Source of the report. */
  source?: string
}

/** Delete a page. Its revisions are archived and can be restored. */
export interface Delete {
  /** Title of the page to delete. */
  title?: string
  /** Id of the page to delete, instead of its title. */
  pageid?: number
  /** Reason for the deletion. By default, describes the content and author of the page. */
  reason?: string
  /** Change tags to apply to the deletion log entry. */
  tags?: Many<string>
  /** Also delete the talk page, if it exists. */
  deletetalk?: boolean
  /**
   * Add the page to the watchlist.
   * @deprecated
   */
  watch?: boolean
  /** Watch or unwatch the page, use the preferences, or leave the watchlist unchanged. */
  watchlist?: 'nochange' | 'preferences' | 'unwatch' | 'watch'
  /** When the page leaves the watchlist: a timestamp or a duration (1 month). By default, an existing expiry is kept. */
  watchlistexpiry?: string
  /**
   * Remove the page from the watchlist.
   * @deprecated
   */
  unwatch?: boolean
  /** Archive name of an old version of a file, to delete only that version. */
  oldimage?: string
  /** Token of the type the module requires, from meta=tokens. */
  token?: string
}

/** Create or edit a page. */
export interface Edit {
  /** Title of the page to edit. */
  title?: string
  /** Id of the page to edit, instead of its title. */
  pageid?: number
  /** Section to edit: a number, 0 for the lead section, or new for a new section. */
  section?: string
  /** Heading of a new section. */
  sectiontitle?: string
  /** New text of the page or section. */
  text?: string
  /** Edit summary. Also the heading of a new section without sectiontitle. */
  summary?: string
  /** Change tags to apply to the revision. */
  tags?: Many<string>
  /** Mark the edit as minor. */
  minor?: boolean
  /** Do not mark the edit as minor, whatever the preferences say. */
  notminor?: boolean
  /** Mark the edit as a bot edit. */
  bot?: boolean
  /** Revision the edit is based on. Later edits are merged, or the edit is rejected as a conflict. */
  baserevid?: number
  /** Timestamp of the base revision, instead of its id. */
  basetimestamp?: string | Date
  /** When editing started. Prevents recreating a page that was deleted since. */
  starttimestamp?: string | Date
  /** Recreate the page even if it was deleted in the meantime. */
  recreate?: boolean
  /** Fail if the page exists. */
  createonly?: boolean
  /** Fail if the page does not exist. */
  nocreate?: boolean
  /**
   * Add the page to the watchlist.
   * @deprecated
   */
  watch?: boolean
  /**
   * Remove the page from the watchlist.
   * @deprecated
   */
  unwatch?: boolean
  /** Watch or unwatch the page, use the preferences, or leave the watchlist unchanged. */
  watchlist?: 'nochange' | 'preferences' | 'unwatch' | 'watch'
  /** When the page leaves the watchlist: a timestamp or a duration (1 month). By default, an existing expiry is kept. */
  watchlistexpiry?: string
  /** MD5 hash of the text, or of prependtext and appendtext joined. If it does not match, the edit is rejected. */
  md5?: string
  /** Text to add to the beginning of the page or section. */
  prependtext?: string
  /** Text to add to the end of the page or section. */
  appendtext?: string
  /** Revision to undo. */
  undo?: number
  /** Undo all revisions after this one, up to and including undo. */
  undoafter?: number
  /** Follow a redirect and edit its target. */
  redirect?: boolean
  /** Serialization format of the text. */
  contentformat?: 'application/json' | 'application/octet-stream' | 'application/unknown' | 'application/x-binary' | 'text/css' | 'text/javascript' | 'text/plain' | 'text/unknown' | 'text/x-wiki' | 'unknown/unknown'
  /** Content model of the new content. */
  contentmodel?: 'css' | 'javascript' | 'json' | 'text' | 'unknown' | 'wikitext'
  /** Token of the type the module requires, from meta=tokens. */
  token?: string
}

/** Send an email to a user who accepts email from other users. */
export interface Emailuser {
  /** Recipient. */
  target: string
  /** Subject line. */
  subject: string
  /** Body of the email. */
  text: string
  /** Send a copy to the caller. */
  ccme?: boolean
  /** Token of the type the module requires, from meta=tokens. */
  token?: string
}

/** Expand the templates, parser functions and variables in wikitext. */
export interface Expandtemplates {
  /** Page to expand the text on. */
  title?: string
  /** Wikitext to expand. */
  text: string
  /** Revision for {{REVISIONID}} and similar variables. */
  revid?: number
  /** Information to return. */
  prop?: Many<'categories' | 'encodedjsconfigvars' | 'jsconfigvars' | 'modules' | 'parsetree' | 'properties' | 'ttl' | 'volatile' | 'wikitext'>
  /** Keep HTML comments in the output. */
  includecomments?: boolean
  /** Include the merge strategies of jsconfigvars. */
  showstrategykeys?: boolean
  /**
   * Return the XML parse tree. Use prop=parsetree instead.
   * @deprecated
   */
  generatexml?: boolean
}

/** Get a feed of a user's contributions. */
export interface Feedcontributions {
  /** Format of the feed. */
  feedformat?: 'atom' | 'rss'
  /** User whose contributions to list. */
  user: string
  /** List only contributions in this namespace. */
  namespace?: number
  /** List contributions of this year and earlier. */
  year?: number
  /** List contributions of this month and earlier. */
  month?: number
  /** Change tags to filter by. Has no effect, as in MediaWiki 1.39. */
  tagfilter?: Many<string>
  /** List only revisions with hidden parts. */
  deletedonly?: boolean
  /** List only edits that are the latest revision of their page. */
  toponly?: boolean
  /** List only edits that created a page. */
  newonly?: boolean
  /** Hide minor edits. */
  hideminor?: boolean
  /** Show the size difference of each edit. */
  showsizediff?: boolean
}

/** Get a feed of recent changes. */
export interface Feedrecentchanges {
  /** Format of the feed. */
  feedformat?: 'atom' | 'rss'
  /** List only changes in this namespace. */
  namespace?: number
  /** List changes in all namespaces except the given one. */
  invert?: boolean
  /** Include the associated talk or subject namespace. */
  associated?: boolean
  /** Number of days to go back. */
  days?: number
  /** Maximum number of changes. */
  limit?: number
  /** List only changes since this timestamp. */
  from?: string | Date
  /** Hide minor edits. */
  hideminor?: boolean
  /** Hide bot edits. */
  hidebots?: boolean
  /** Hide changes by anonymous users. */
  hideanons?: boolean
  /** Hide changes by registered users. */
  hideliu?: boolean
  /** Hide patrolled changes. */
  hidepatrolled?: boolean
  /** Hide the caller's own changes. */
  hidemyself?: boolean
  /** Hide changes of category membership. */
  hidecategorization?: boolean
  /** List only changes with this tag. */
  tagfilter?: string
  /** List only changes to pages linked from this page. */
  target?: string
  /** List changes to pages that link to the target instead. */
  showlinkedto?: boolean
}

/** Get a feed of changes to watched pages. */
export interface Feedwatchlist {
  /** Format of the feed. */
  feedformat?: 'atom' | 'rss'
  /** Number of hours to go back. */
  hours?: number
  /** Link directly to changed sections where possible. */
  linktosections?: boolean
  /** Include all revisions of a page, not only the latest. */
  allrev?: boolean
  /** Owner of the watchlist, together with wltoken. */
  wlowner?: string
  /** Watchlist token from the owner's preferences. */
  wltoken?: string
  /** List only changes that meet these criteria. */
  wlshow?: Many<'!anon' | '!autopatrolled' | '!bot' | '!minor' | '!patrolled' | '!unread' | 'anon' | 'autopatrolled' | 'bot' | 'minor' | 'patrolled' | 'unread'>
  /** Types of changes to list. */
  wltype?: Many<'categorize' | 'edit' | 'external' | 'log' | 'new'>
  /** Do not list changes by this user. */
  wlexcludeuser?: string
}

/** Revert a file to an earlier version. */
export interface Filerevert {
  /** Name of the file, without the File: prefix. */
  filename: string
  /** Upload comment. */
  comment?: string
  /** Archive name of the version to revert to, from archivename in prop=imageinfo. */
  archivename: string
  /** Token of the type the module requires, from meta=tokens. */
  token?: string
}

/** Show help for modules and their parameters as an HTML page. */
export interface Help {
  /** Modules to show, by path, for example query+allpages. */
  modules?: Many<string>
  /** Include the submodules of the modules. */
  submodules?: boolean
  /** Include submodules recursively. */
  recursivesubmodules?: boolean
  /** Wrap the page in an ordinary response of the requested format. */
  wrap?: boolean
  /** Include a table of contents. */
  toc?: boolean
}

/** Rotate images clockwise. Each becomes a new version of its file. */
export interface Imagerotate {
  /** Degrees to rotate the images by. */
  rotation: '90' | '180' | '270'
  /** Continue value from the previous response. */
  continue?: string
  /** Change tags to apply to the upload log entries. */
  tags?: Many<string>
  /** List only these titles. */
  titles?: Many<string>
  /** Page ids of the pages. */
  pageids?: Many<number>
  /** Revision ids of the pages. */
  revids?: Many<number>
  /** Module that supplies the pages. */
  generator?: string
  /** Resolve redirects. */
  redirects?: boolean
  /** Look for missing titles in other variants of the language. */
  converttitles?: boolean
  /** Token of the type the module requires, from meta=tokens. */
  token?: string
}

/** Import pages with their histories from an XML file. */
export interface Import {
  /** Summary for the import log and the page histories. */
  summary?: string
  /** The uploaded XML file. */
  xml?: Blob
  /** Interwiki prefix for unknown usernames. */
  interwikiprefix?: string
  /** Wiki to import from. */
  interwikisource?: string
  /** Page to import from the other wiki. */
  interwikipage?: string
  /** Import the full history, not just the latest revision. */
  fullhistory?: boolean
  /** Also import all transcluded templates. */
  templates?: boolean
  /** Import all pages into this namespace. */
  namespace?: number
  /** Assign edits to local users with the same name. */
  assignknownusers?: boolean
  /** Import all pages as subpages of this page. */
  rootpage?: string
  /** Change tags to apply to the import log entries and to the null revisions. */
  tags?: Many<string>
  /** Token of the type the module requires, from meta=tokens. */
  token?: string
}

/** Link an account of a third-party service to the current user. */
export interface Linkaccount {
  /** Use only these authentication requests, by id. */
  linkrequests?: Many<string>
  /** Format of messages. */
  linkmessageformat?: 'html' | 'none' | 'raw' | 'wikitext'
  /** Merge the fields of all authentication requests into one list. */
  linkmergerequestfields?: boolean
  /** URL to return to after authentication with the third-party service. */
  linkreturnurl?: string
  /** Continue after returning from the third-party service. */
  linkcontinue?: boolean
  /** Token of the type the module requires, from meta=tokens. */
  linktoken?: string
}

/** Log in with a username and password, or with a bot password. */
export interface Login {
  /** Username. */
  lgname?: string
  /** Password. */
  lgpassword?: string
  /** Domain (optional). */
  lgdomain?: string
  /** Token of the type the module requires, from meta=tokens. */
  lgtoken?: string
}

/** Log out and end the session. */
export interface Logout {
  /** Token of the type the module requires, from meta=tokens. */
  token?: string
}

/** Create, delete, activate and deactivate change tags. */
export interface Managetags {
  /** Operation to perform. */
  operation: 'activate' | 'create' | 'deactivate' | 'delete'
  /** Name of the tag. */
  tag: string
  /** Reason for the log. */
  reason?: string
  /** Ignore warnings. */
  ignorewarnings?: boolean
  /** Change tags to apply to the log entry. */
  tags?: Many<string>
  /** Token of the type the module requires, from meta=tokens. */
  token?: string
}

/** Merge older revisions of one page into the history of another. */
export interface Mergehistory {
  /** Title of the source page. */
  from?: string
  /** Id of the source page, instead of its title. */
  fromid?: number
  /** Title of the destination page. */
  to?: string
  /** Id of the destination page, instead of its title. */
  toid?: number
  /** Move revisions up to this timestamp. By default, moves all of them. */
  timestamp?: string | Date
  /** Reason for the merge. */
  reason?: string
  /** Token of the type the module requires, from meta=tokens. */
  token?: string
}

/** Move a page. */
export interface Move {
  /** Title of the page to move. */
  from?: string
  /** Id of the page to move, instead of its title. */
  fromid?: number
  /** New title. */
  to: string
  /** Reason for the move. */
  reason?: string
  /** Also move the talk page, if it exists. */
  movetalk?: boolean
  /** Also move subpages, where possible. */
  movesubpages?: boolean
  /** Do not leave a redirect. */
  noredirect?: boolean
  /** Watch or unwatch the page and the redirect, use the preferences, or change nothing. */
  watchlist?: 'nochange' | 'preferences' | 'unwatch' | 'watch'
  /** When the page leaves the watchlist: a timestamp or a duration (1 month). By default, an existing expiry is kept. */
  watchlistexpiry?: string
  /** Ignore warnings. */
  ignorewarnings?: boolean
  /** Change tags to apply to the move log entry and the null revision. */
  tags?: Many<string>
  /** Token of the type the module requires, from meta=tokens. */
  token?: string
}

/** Suggest pages for a search prefix, in the OpenSearch formats. */
export interface Opensearch {
  /** Search query. */
  search: string
  /** List only results in these namespaces. */
  namespace?: Many<number | '*'>
  /** Maximum number of results. */
  limit?: number | 'max'
  /**
   * Has no effect.
   * @deprecated
   */
  suggest?: boolean
  /** Resolve redirects. */
  redirects?: 'resolve' | 'return'
  /** Format of the output. */
  format?: 'json' | 'jsonfm' | 'xml' | 'xmlfm'
  /** Return an error if there are warnings that the format cannot show. */
  warningsaserror?: boolean
}

/** Change the current user's preferences. */
export interface Options {
  /** Reset preferences to the site defaults. */
  reset?: boolean
  /** Types of preferences to reset. */
  resetkinds?: Many<'all' | 'registered' | 'registered-checkmatrix' | 'registered-multiselect' | 'special' | 'unused' | 'userjs'>
  /** Preferences to change, as name=value, for example skin=vector. Without a value, resets to the default. */
  change?: Many<string>
  /** Name of a preference whose value may contain a pipe. */
  optionname?: string
  /** Value of optionname. */
  optionvalue?: string
  /** Token of the type the module requires, from meta=tokens. */
  token?: string
}

/** Get information about API modules and their parameters. */
export interface Paraminfo {
  /** Modules by path, for example query+allpages. A trailing * means all submodules, ** all levels. */
  modules?: Many<string>
  /** Format of the descriptions. */
  helpformat?: 'html' | 'none' | 'raw' | 'wikitext'
  /**
   * Query modules by name. Use modules instead.
   * @deprecated
   */
  querymodules?: Many<'allcategories' | 'alldeletedrevisions' | 'allfileusages' | 'allimages' | 'alllinks' | 'allmessages' | 'allpages' | 'allredirects' | 'allrevisions' | 'alltransclusions' | 'allusers' | 'authmanagerinfo' | 'backlinks' | 'blocks' | 'categories' | 'categoryinfo' | 'categorymembers' | 'contributors' | 'deletedrevisions' | 'deletedrevs' | 'duplicatefiles' | 'embeddedin' | 'extlinks' | 'exturlusage' | 'filearchive' | 'filerepoinfo' | 'fileusage' | 'imageinfo' | 'images' | 'imageusage' | 'info' | 'iwbacklinks' | 'iwlinks' | 'langbacklinks' | 'langlinks' | 'languageinfo' | 'links' | 'linkshere' | 'logevents' | 'mystashedfiles' | 'pagepropnames' | 'pageprops' | 'pageswithprop' | 'prefixsearch' | 'protectedtitles' | 'querypage' | 'random' | 'recentchanges' | 'redirects' | 'revisions' | 'search' | 'siteinfo' | 'stashimageinfo' | 'tags' | 'templates' | 'tokens' | 'transcludedin' | 'usercontribs' | 'userinfo' | 'users' | 'watchlist' | 'watchlistraw'>
  /**
   * Get information about the main module. Use modules=main instead.
   * @deprecated
   */
  mainmodule?: string
  /**
   * Get information about the page set parameters.
   * @deprecated
   */
  pagesetmodule?: string
  /**
   * Format modules by name. Use modules instead.
   * @deprecated
   */
  formatmodules?: Many<'json' | 'jsonfm' | 'none' | 'php' | 'phpfm' | 'rawfm' | 'xml' | 'xmlfm'>
}

/** Parse a page or text and return the output. */
export interface Parse {
  /** Title of the page. */
  title?: string
  /** Text to parse. Use title or contentmodel to set the content model. */
  text?: string
  /** Revision for {{REVISIONID}} and similar variables. */
  revid?: number
  /** Edit summary to parse. */
  summary?: string
  /** Name of the special page. */
  page?: string
  /** Page id, instead of the title. */
  pageid?: number
  /** Resolve redirects. */
  redirects?: boolean
  /** Parse this revision. Overrides page and pageid. */
  oldid?: number
  /** Information to return for each result. */
  prop?: Many<'categories' | 'categorieshtml' | 'displaytitle' | 'encodedjsconfigvars' | 'externallinks' | 'headhtml' | 'images' | 'indicators' | 'iwlinks' | 'jsconfigvars' | 'langlinks' | 'limitreportdata' | 'limitreporthtml' | 'links' | 'modules' | 'parsetree' | 'parsewarnings' | 'parsewarningshtml' | 'properties' | 'revid' | 'sections' | 'subtitle' | 'templates' | 'text' | 'wikitext' | 'headitems'>
  /** CSS class of the element around the output. */
  wrapoutputclass?: string
  /** Apply the pre-save transform before parsing. */
  pst?: boolean
  /** Apply the pre-save transform without parsing. */
  onlypst?: boolean
  /**
   * Include language links supplied by extensions.
   * @deprecated
   */
  effectivelanglinks?: boolean
  /** Return only this section of the content, by number. */
  section?: string
  /** Heading of a new section, with section=new. */
  sectiontitle?: string
  /**
   * Use disablelimitreport instead.
   * @deprecated
   */
  disablepp?: boolean
  /** Omit the limit report from the output. */
  disablelimitreport?: boolean
  /** Omit edit section links. */
  disableeditsection?: boolean
  /** Do not deduplicate inline style sheets. */
  disablestylededuplication?: boolean
  /** Include the merge strategies of jsconfigvars. */
  showstrategykeys?: boolean
  /**
   * Return the XML parse tree of the content.
   * @deprecated
   */
  generatexml?: boolean
  /** Parse in preview mode. */
  preview?: boolean
  /** Parse in section preview mode. */
  sectionpreview?: boolean
  /** Omit the table of contents. */
  disabletoc?: boolean
  /** Skin to produce the output for. */
  useskin?: 'apioutput' | 'fallback' | 'minerva' | 'monobook' | 'timeless' | 'vector' | 'vector-2022'
  /** Serialization format of the content and of difftotext. */
  contentformat?: 'application/json' | 'application/octet-stream' | 'application/unknown' | 'application/x-binary' | 'text/css' | 'text/javascript' | 'text/plain' | 'text/unknown' | 'text/x-wiki' | 'unknown/unknown'
  /** Content model of the text. */
  contentmodel?: 'css' | 'javascript' | 'json' | 'text' | 'unknown' | 'wikitext'
}

/** Mark an edit as patrolled. */
export interface Patrol {
  /** Recent changes id of the edit. */
  rcid?: number
  /** Revision id, instead of the recent changes id. */
  revid?: number
  /** Change tags to apply to the patrol log entry. */
  tags?: Many<string>
  /** Token of the type the module requires, from meta=tokens. */
  token?: string
}

/** Protect or unprotect a page. */
export interface Protect {
  /** Title of the page. */
  title?: string
  /** Page id, instead of the title. */
  pageid?: number
  /** Protections to set, as action=level, for example edit=sysop. The level all lifts a protection, as does omitting the action. */
  protections: Many<string>
  /** When protections expire: one timestamp for all, or one for each. infinite, indefinite, infinity or never do not expire. */
  expiry?: Many<string>
  /** Reason for the protection. */
  reason?: string
  /** Change tags to apply to the protection log entry. */
  tags?: Many<string>
  /** Also protect transcluded pages. Only for levels that support it. */
  cascade?: boolean
  /**
   * Add the page to the watchlist.
   * @deprecated
   */
  watch?: boolean
  /** Watch or unwatch the page, use the preferences, or leave the watchlist unchanged. */
  watchlist?: 'nochange' | 'preferences' | 'unwatch' | 'watch'
  /** When the page leaves the watchlist: a timestamp or a duration (1 month). By default, an existing expiry is kept. */
  watchlistexpiry?: string
  /** Token of the type the module requires, from meta=tokens. */
  token?: string
}

/** Purge the cache of pages, and update their links on request. */
export interface Purge {
  /** Update the link tables. */
  forcelinkupdate?: boolean
  /** Update the link tables, also of pages that transclude these pages. */
  forcerecursivelinkupdate?: boolean
  /** Continue value from the previous response. */
  continue?: string
  /** List only these titles. */
  titles?: Many<string>
  /** Page ids of the pages. */
  pageids?: Many<number>
  /** Revision ids of the pages. */
  revids?: Many<number>
  /** Module that supplies the pages. */
  generator?: string
  /** Resolve redirects. */
  redirects?: boolean
  /** Look for missing titles in other variants of the language. */
  converttitles?: boolean
}

/** Remove a temporary password that was sent by email. */
export interface Removeauthenticationdata {
  /** Authentication request to remove, by id. */
  request: string
  /** Token of the type the module requires, from meta=tokens. */
  token?: string
}

/** Email a password reset link to a user. */
export interface Resetpassword {
  /** User whose password to reset. */
  user?: string
  /** Email address of the user. If a username is given too, both must match. */
  email?: string
  /** Token of the type the module requires, from meta=tokens. */
  token?: string
}

/** Hide or unhide parts of revisions, log entries and file versions. */
export interface Revisiondelete {
  /** Type of the items. */
  type: 'archive' | 'filearchive' | 'logging' | 'oldimage' | 'revision'
  /** Title of the page or file, if the type needs one. */
  target?: string
  /** Ids of the items. Archived revisions and old file versions use timestamps. */
  ids: Many<string>
  /** Parts to hide. */
  hide?: Many<'comment' | 'content' | 'user'>
  /** Parts to unhide. */
  show?: Many<'comment' | 'content' | 'user'>
  /** Whether to hide the parts from administrators too. */
  suppress?: 'no' | 'nochange' | 'yes'
  /** Reason for hiding or unhiding. */
  reason?: string
  /** Change tags to apply to the deletion log entry. */
  tags?: Many<string>
  /** Token of the type the module requires, from meta=tokens. */
  token?: string
}

/** Undo the latest edits of a page made by one user in a row. */
export interface Rollback {
  /** Title of the page. */
  title?: string
  /** Page id, instead of the title. */
  pageid?: number
  /** Change tags to apply to the rollback. */
  tags?: Many<string>
  /** User whose edits to roll back. Fails if another user has edited since. */
  user: string
  /** Custom edit summary. */
  summary?: string
  /** Mark the reverted edits and the rollback as bot edits. */
  markbot?: boolean
  /** Watch or unwatch the page, use the preferences, or leave the watchlist unchanged. */
  watchlist?: 'nochange' | 'preferences' | 'unwatch' | 'watch'
  /** When the page leaves the watchlist: a timestamp or a duration (1 month). By default, an existing expiry is kept. */
  watchlistexpiry?: string
  /** Token of the type the module requires, from meta=tokens. */
  token?: string
}

/** Get an RSD (Really Simple Discovery) document that describes this API. */
export interface Rsd {
}

/** Set the notification timestamp of watched pages. */
export interface Setnotificationtimestamp {
  /** Apply to all watched pages. */
  entirewatchlist?: boolean
  /** New notification timestamp: the first unseen change. By default, marks everything as seen. */
  timestamp?: string | Date
  /** First unseen revision (one page only). */
  torevid?: number
  /** Last seen revision (one page only). */
  newerthanrevid?: number
  /** Continue value from the previous response. */
  continue?: string
  /** List only these titles. */
  titles?: Many<string>
  /** Page ids of the pages. */
  pageids?: Many<number>
  /** Revision ids of the pages. */
  revids?: Many<number>
  /** Module that supplies the pages. */
  generator?: string
  /** Resolve redirects. */
  redirects?: boolean
  /** Look for missing titles in other variants of the language. */
  converttitles?: boolean
  /** Token of the type the module requires, from meta=tokens. */
  token?: string
}

/** Set the language of a page, if the wiki allows it. */
export interface Setpagelanguage {
  /** Title of the page. */
  title?: string
  /** Page id, instead of the title. */
  pageid?: number
  /** Language code, or default for the wiki's content language. */
  lang: 'default' | 'aa' | 'ab' | 'abs' | 'ace' | 'ady' | 'ady-cyrl' | 'aeb' | 'aeb-arab' | 'aeb-latn' | 'af' | 'ak' | 'aln' | 'als' | 'alt' | 'am' | 'ami' | 'an' | 'ang' | 'anp' | 'ar' | 'arc' | 'arn' | 'arq' | 'ary' | 'arz' | 'as' | 'ase' | 'ast' | 'atj' | 'av' | 'avk' | 'awa' | 'ay' | 'az' | 'azb' | 'ba' | 'ban' | 'ban-bali' | 'bar' | 'bat-smg' | 'bbc' | 'bbc-latn' | 'bcc' | 'bci' | 'bcl' | 'be' | 'be-tarask' | 'be-x-old' | 'bg' | 'bgn' | 'bh' | 'bho' | 'bi' | 'bjn' | 'blk' | 'bm' | 'bn' | 'bo' | 'bpy' | 'bqi' | 'br' | 'brh' | 'bs' | 'btm' | 'bto' | 'bug' | 'bxr' | 'ca' | 'cbk-zam' | 'cdo' | 'ce' | 'ceb' | 'ch' | 'cho' | 'chr' | 'chy' | 'ckb' | 'co' | 'cps' | 'cr' | 'crh' | 'crh-cyrl' | 'crh-latn' | 'cs' | 'csb' | 'cu' | 'cv' | 'cy' | 'da' | 'dag' | 'de' | 'de-at' | 'de-ch' | 'de-formal' | 'din' | 'diq' | 'dsb' | 'dtp' | 'dty' | 'dv' | 'dz' | 'ee' | 'egl' | 'el' | 'eml' | 'en' | 'en-ca' | 'en-gb' | 'eo' | 'es' | 'es-419' | 'es-formal' | 'et' | 'eu' | 'ext' | 'fa' | 'fat' | 'ff' | 'fi' | 'fit' | 'fiu-vro' | 'fj' | 'fo' | 'fon' | 'fr' | 'frc' | 'frp' | 'frr' | 'fur' | 'fy' | 'ga' | 'gaa' | 'gag' | 'gan' | 'gan-hans' | 'gan-hant' | 'gcr' | 'gd' | 'gl' | 'gld' | 'glk' | 'gn' | 'gom' | 'gom-deva' | 'gom-latn' | 'gor' | 'got' | 'gpe' | 'grc' | 'gsw' | 'gu' | 'guc' | 'gur' | 'guw' | 'gv' | 'ha' | 'hak' | 'haw' | 'he' | 'hi' | 'hif' | 'hif-latn' | 'hil' | 'ho' | 'hr' | 'hrx' | 'hsb' | 'hsn' | 'ht' | 'hu' | 'hu-formal' | 'hy' | 'hyw' | 'hz' | 'ia' | 'id' | 'ie' | 'ig' | 'ii' | 'ik' | 'ike-cans' | 'ike-latn' | 'ilo' | 'inh' | 'io' | 'is' | 'it' | 'iu' | 'ja' | 'jam' | 'jbo' | 'jut' | 'jv' | 'ka' | 'kaa' | 'kab' | 'kbd' | 'kbd-cyrl' | 'kbp' | 'kcg' | 'kea' | 'kg' | 'khw' | 'ki' | 'kiu' | 'kj' | 'kjp' | 'kk' | 'kk-arab' | 'kk-cn' | 'kk-cyrl' | 'kk-kz' | 'kk-latn' | 'kk-tr' | 'kl' | 'km' | 'kn' | 'ko' | 'ko-kp' | 'koi' | 'kr' | 'krc' | 'kri' | 'krj' | 'krl' | 'ks' | 'ks-arab' | 'ks-deva' | 'ksh' | 'ksw' | 'ku' | 'ku-arab' | 'ku-latn' | 'kum' | 'kv' | 'kw' | 'ky' | 'la' | 'lad' | 'lb' | 'lbe' | 'lez' | 'lfn' | 'lg' | 'li' | 'lij' | 'liv' | 'lki' | 'lld' | 'lmo' | 'ln' | 'lo' | 'loz' | 'lrc' | 'lt' | 'ltg' | 'lus' | 'luz' | 'lv' | 'lzh' | 'lzz' | 'mad' | 'mai' | 'map-bms' | 'mdf' | 'mg' | 'mh' | 'mhr' | 'mi' | 'min' | 'mk' | 'ml' | 'mn' | 'mni' | 'mnw' | 'mo' | 'mos' | 'mr' | 'mrh' | 'mrj' | 'ms' | 'ms-arab' | 'mt' | 'mus' | 'mwl' | 'my' | 'myv' | 'mzn' | 'na' | 'nah' | 'nan' | 'nap' | 'nb' | 'nds' | 'nds-nl' | 'ne' | 'new' | 'ng' | 'nia' | 'niu' | 'nl' | 'nl-informal' | 'nmz' | 'nn' | 'no' | 'nod' | 'nov' | 'nqo' | 'nrm' | 'nso' | 'nv' | 'ny' | 'nyn' | 'nys' | 'oc' | 'ojb' | 'olo' | 'om' | 'or' | 'os' | 'pa' | 'pag' | 'pam' | 'pap' | 'pcd' | 'pcm' | 'pdc' | 'pdt' | 'pfl' | 'pi' | 'pih' | 'pl' | 'pms' | 'pnb' | 'pnt' | 'prg' | 'ps' | 'pt' | 'pt-br' | 'pwn' | 'qu' | 'qug' | 'rgn' | 'rif' | 'rm' | 'rmc' | 'rmy' | 'rn' | 'ro' | 'roa-rup' | 'roa-tara' | 'rsk' | 'ru' | 'rue' | 'rup' | 'ruq' | 'ruq-cyrl' | 'ruq-latn' | 'rw' | 'ryu' | 'sa' | 'sah' | 'sat' | 'sc' | 'scn' | 'sco' | 'sd' | 'sdc' | 'sdh' | 'se' | 'se-fi' | 'se-no' | 'se-se' | 'sei' | 'ses' | 'sg' | 'sgs' | 'sh' | 'shi' | 'shi-latn' | 'shi-tfng' | 'shn' | 'shy' | 'shy-latn' | 'si' | 'simple' | 'sjd' | 'sje' | 'sk' | 'skr' | 'skr-arab' | 'sl' | 'sli' | 'sm' | 'sma' | 'smn' | 'sms' | 'sn' | 'so' | 'sq' | 'sr' | 'sr-ec' | 'sr-el' | 'srn' | 'sro' | 'ss' | 'st' | 'stq' | 'sty' | 'su' | 'sv' | 'sw' | 'syl' | 'szl' | 'szy' | 'ta' | 'tay' | 'tcy' | 'tdd' | 'te' | 'tet' | 'tg' | 'tg-cyrl' | 'tg-latn' | 'th' | 'ti' | 'tk' | 'tl' | 'tly' | 'tly-cyrl' | 'tn' | 'to' | 'tpi' | 'tr' | 'tru' | 'trv' | 'ts' | 'tt' | 'tt-cyrl' | 'tt-latn' | 'tum' | 'tw' | 'ty' | 'tyv' | 'tzm' | 'udm' | 'ug' | 'ug-arab' | 'ug-latn' | 'uk' | 'ur' | 'uz' | 'uz-cyrl' | 'uz-latn' | 've' | 'vec' | 'vep' | 'vi' | 'vls' | 'vmf' | 'vmw' | 'vo' | 'vot' | 'vro' | 'wa' | 'war' | 'wls' | 'wo' | 'wuu' | 'xal' | 'xh' | 'xmf' | 'xsy' | 'yi' | 'yo' | 'yrl' | 'yue' | 'za' | 'zea' | 'zgh' | 'zh' | 'zh-classical' | 'zh-cn' | 'zh-hans' | 'zh-hant' | 'zh-hk' | 'zh-min-nan' | 'zh-mo' | 'zh-my' | 'zh-sg' | 'zh-tw' | 'zh-yue' | 'zu'
  /** Reason for the change. */
  reason?: string
  /** Change tags to apply to the log entry. */
  tags?: Many<string>
  /** Token of the type the module requires, from meta=tokens. */
  token?: string
}

/** Check URLs against the wiki's spam blacklist. */
export interface Spamblacklist {
  /** URLs to check. */
  url: Many<string>
}

/** Parse an edit ahead of time, so that saving it is faster. */
export interface Stashedit {
  /** Title of the page. */
  title: string
  /** Section that the text replaces: a number, or new. */
  section?: string
  /** Heading of a new section. */
  sectiontitle?: string
  /** Text of the page or section. */
  text?: string
  /** Hash of a text sent earlier, instead of the text. */
  stashedtexthash?: string
  /** Edit summary. */
  summary?: string
  /** Content model of the text. */
  contentmodel: 'css' | 'javascript' | 'json' | 'text' | 'unknown' | 'wikitext'
  /** Serialization format of the text. */
  contentformat: 'application/json' | 'application/octet-stream' | 'application/unknown' | 'application/x-binary' | 'text/css' | 'text/javascript' | 'text/plain' | 'text/unknown' | 'text/x-wiki' | 'unknown/unknown'
  /** Revision the text is based on; 0 for the latest. */
  baserevid: number
  /** Token of the type the module requires, from meta=tokens. */
  token?: string
}

/** Add or remove change tags from revisions and log entries. */
export interface Tag {
  /** Recent changes ids. */
  rcid?: Many<number>
  /** Revision ids. */
  revid?: Many<number>
  /** Log entry ids. */
  logid?: Many<number>
  /** Tags to add. They must exist for manual use. */
  add?: Many<string>
  /** Tags to remove. Tags applied by the software cannot be removed. */
  remove?: Many<string>
  /** Reason for the change. */
  reason?: string
  /** Change tags to apply to the log entry. */
  tags?: Many<string>
  /** Token of the type the module requires, from meta=tokens. */
  token?: string
}

/** Check a title against the wiki's title blacklist. */
export interface Titleblacklist {
  /** Title to check. */
  tbtitle: string
  /** Action to check. */
  tbaction?: 'create' | 'createpage' | 'createtalk' | 'edit' | 'move' | 'new-account' | 'upload'
  /** Ignore the caller's right to override the blacklist. */
  tbnooverride?: boolean
}

/** Unblock a user. */
export interface Unblock {
  /** Id of the block, from list=blocks. */
  id?: number
  /** Target of the block: a username, #id, an IP address or a range. */
  user?: string
  /**
   * User id of the target. Use user=#id instead.
   * @deprecated
   */
  userid?: number
  /** Reason for the unblock. */
  reason?: string
  /** Change tags to apply to the block log entry. */
  tags?: Many<string>
  /** Token of the type the module requires, from meta=tokens. */
  token?: string
}

/** Restore a deleted page, or some of its revisions. */
export interface Undelete {
  /** Title of the page to restore. */
  title: string
  /** Reason for the restoration. */
  reason?: string
  /** Change tags to apply to the deletion log entry. */
  tags?: Many<string>
  /** Timestamps of the revisions to restore. By default, restores all. */
  timestamps?: Many<string | Date>
  /** Ids of the file versions to restore. */
  fileids?: Many<number>
  /** Also restore the talk page. */
  undeletetalk?: boolean
  /** Watch or unwatch the page, use the preferences, or leave the watchlist unchanged. */
  watchlist?: 'nochange' | 'preferences' | 'unwatch' | 'watch'
  /** When the page leaves the watchlist: a timestamp or a duration (1 month). By default, an existing expiry is kept. */
  watchlistexpiry?: string
  /** Token of the type the module requires, from meta=tokens. */
  token?: string
}

/** Unlink an account of a third-party service. */
export interface Unlinkaccount {
  /** Authentication request to remove, by id. */
  request: string
  /** Token of the type the module requires, from meta=tokens. */
  token?: string
}

/** Upload a file, whole or in chunks, or publish a stashed one. */
export interface Upload {
  /** Target filename. */
  filename?: string
  /** Upload comment. Also the initial text of the file page without text. */
  comment?: string
  /** Change tags to apply to the upload log entry and the file page revision. */
  tags?: Many<string>
  /** Initial text of the page of a new file. */
  text?: string
  /**
   * Watch the page.
   * @deprecated
   */
  watch?: boolean
  /** Watch the page, use the preferences, or leave the watchlist unchanged. */
  watchlist?: 'nochange' | 'preferences' | 'watch'
  /** When the page leaves the watchlist: a timestamp or a duration (1 month). By default, an existing expiry is kept. */
  watchlistexpiry?: string
  /** Ignore warnings. */
  ignorewarnings?: boolean
  /** Contents of the file. */
  file?: Blob
  /** URL to fetch the file from, if the wiki allows it. */
  url?: string
  /** Key of a stashed file to publish. */
  filekey?: string
  /**
   * Use filekey instead.
   * @deprecated
   */
  sessionkey?: string
  /** Stash the file without publishing it. */
  stash?: boolean
  /** Size of the whole file, for uploads in chunks. */
  filesize?: number
  /** Offset of the chunk in bytes. */
  offset?: number
  /** Contents of the chunk. */
  chunk?: Blob
  /** Allow background processing. Has no effect: uploads are always synchronous. */
  async?: boolean
  /** Only return the status of the upload with this key. */
  checkstatus?: boolean
  /** Token of the type the module requires, from meta=tokens. */
  token?: string
}

/** Add a user to groups, or remove them from groups. */
export interface Userrights {
  /** User to change: a name, or #id. */
  user?: string
  /**
   * User id. Use user=#id instead.
   * @deprecated
   */
  userid?: number
  /** Groups to add. For existing memberships, updates the expiry. */
  add?: Many<string>
  /** When memberships expire: one timestamp for all added groups, or one for each. */
  expiry?: Many<string>
  /** Groups to remove. */
  remove?: Many<string>
  /** Reason for the change. */
  reason?: string
  /** Token of the type the module requires, from meta=tokens. */
  token?: string
  /** Change tags to apply to the rights log entry. */
  tags?: Many<string>
}

/** Check whether a password meets the password policy. */
export interface Validatepassword {
  /** Password to check. */
  password: string
  /** Name of an account to be created. By default, checks for the current user. */
  user?: string
  /** Email address of the account to be created. */
  email?: string
  /** Real name for the account to be created. */
  realname?: string
}

/** Add pages to the watchlist, or remove them from it. */
export interface Watch {
  /**
   * Page to watch. Use titles instead.
   * @deprecated
   */
  title?: string
  /** When the pages leave the watchlist: a timestamp or a duration (1 month). By default, an existing expiry is kept. */
  expiry?: string
  /** Remove the pages from the watchlist. */
  unwatch?: boolean
  /** Continue value from the previous response. */
  continue?: string
  /** List only these titles. */
  titles?: Many<string>
  /** Page ids of the pages. */
  pageids?: Many<number>
  /** Revision ids of the pages. */
  revids?: Many<number>
  /** Module that supplies the pages. */
  generator?: string
  /** Resolve redirects. */
  redirects?: boolean
  /** Look for missing titles in other variants of the language. */
  converttitles?: boolean
  /** Token of the type the module requires, from meta=tokens. */
  token?: string
}

/** List all categories that are in use or have a page, optionally with their sizes. */
export interface QueryAllcategories {
  /** Value to start from. */
  acfrom?: string
  /** Continue value from the previous response. */
  accontinue?: string
  /** Value to stop at. */
  acto?: string
  /** List only results that start with this text. */
  acprefix?: string
  /** Direction of the list. */
  acdir?: 'ascending' | 'descending'
  /** Minimum number of members. */
  acmin?: number
  /** Maximum number of members. */
  acmax?: number
  /** Maximum number of results. */
  aclimit?: number | 'max'
  /** Information to return for each result. */
  acprop?: Many<'hidden' | 'size'>
}

/** List all deleted revisions: those of a user by time, or all of them by title. */
export interface QueryAlldeletedrevisions {
  /** Information to return for each result. */
  adrprop?: Many<'comment' | 'content' | 'contentmodel' | 'flags' | 'ids' | 'parsedcomment' | 'roles' | 'sha1' | 'size' | 'slotsha1' | 'slotsize' | 'tags' | 'timestamp' | 'user' | 'userid' | 'parsetree'>
  /** Revision slots to return. */
  adrslots?: Many<'main' | '*'>
  /** Maximum number of results. */
  adrlimit?: number | 'max'
  /**
   * Expand templates in the content.
   * @deprecated
   */
  adrexpandtemplates?: boolean
  /**
   * Return the XML parse tree of the content.
   * @deprecated
   */
  adrgeneratexml?: boolean
  /**
   * Return the content parsed to HTML.
   * @deprecated
   */
  adrparse?: boolean
  /** Return only this section of the content, by number. */
  adrsection?: string
  /**
   * Compare each revision with this one: a revision id, or prev, next or cur.
   * @deprecated
   */
  adrdiffto?: string
  /**
   * Compare each revision with this text.
   * @deprecated
   */
  adrdifftotext?: string
  /**
   * Apply the pre-save transform to the text before comparing.
   * @deprecated
   */
  adrdifftotextpst?: boolean
  /**
   * Serialization format of the content and of difftotext.
   * @deprecated
   */
  adrcontentformat?: 'application/json' | 'text/css' | 'text/javascript' | 'text/plain' | 'text/x-wiki'
  /** List only results by this user. */
  adruser?: string
  /** List only results in these namespaces. */
  adrnamespace?: Many<number | '*'>
  /** Timestamp to start from. */
  adrstart?: string | Date
  /** Timestamp to end at. */
  adrend?: string | Date
  /** Direction of the list. */
  adrdir?: 'newer' | 'older'
  /** Value to start from. */
  adrfrom?: string
  /** Value to stop at. */
  adrto?: string
  /** List only results that start with this text. */
  adrprefix?: string
  /** Do not list results by this user. */
  adrexcludeuser?: string
  /** List only results with this tag. */
  adrtag?: string
  /** Continue value from the previous response. */
  adrcontinue?: string
  /** As a generator, return titles instead of revision ids. */
  adrgeneratetitles?: boolean
}

/** List all file usages by file name, including missing files. */
export interface QueryAllfileusages {
  /** Continue value from the previous response. */
  afcontinue?: string
  /** Value to start from. */
  affrom?: string
  /** Value to stop at. */
  afto?: string
  /** List only results that start with this text. */
  afprefix?: string
  /** List each target only once, however often it is linked. */
  afunique?: boolean
  /** Information to return for each result. */
  afprop?: Many<'ids' | 'title'>
  /** Maximum number of results. */
  aflimit?: number | 'max'
  /** Direction of the list. */
  afdir?: 'ascending' | 'descending'
}

/** List all files, by name or by upload time. */
export interface QueryAllimages {
  /** Property to sort by. */
  aisort?: 'name' | 'timestamp'
  /** Direction of the list. */
  aidir?: 'ascending' | 'descending' | 'newer' | 'older'
  /** Value to start from. */
  aifrom?: string
  /** Value to stop at. */
  aito?: string
  /** Continue value from the previous response. */
  aicontinue?: string
  /** Timestamp to start from. */
  aistart?: string | Date
  /** Timestamp to end at. */
  aiend?: string | Date
  /** Information to return for each result. */
  aiprop?: Many<'badfile' | 'bitdepth' | 'canonicaltitle' | 'comment' | 'commonmetadata' | 'dimensions' | 'extmetadata' | 'mediatype' | 'metadata' | 'mime' | 'parsedcomment' | 'sha1' | 'size' | 'timestamp' | 'url' | 'user' | 'userid'>
  /** List only results that start with this text. */
  aiprefix?: string
  /** Minimum size in bytes. */
  aiminsize?: number
  /** Maximum size in bytes. */
  aimaxsize?: number
  /** List only files with this SHA-1 hash, in hexadecimal. */
  aisha1?: string
  /** List only files with this SHA-1 hash, in base 36. */
  aisha1base36?: string
  /** List only results by this user. */
  aiuser?: string
  /** List only uploads by bots, only others, or all. */
  aifilterbots?: 'all' | 'bots' | 'nobots'
  /** List only files with these MIME types. */
  aimime?: Many<string>
  /** Maximum number of results. */
  ailimit?: number | 'max'
}

/** List all links by target title. */
export interface QueryAlllinks {
  /** Continue value from the previous response. */
  alcontinue?: string
  /** Value to start from. */
  alfrom?: string
  /** Value to stop at. */
  alto?: string
  /** List only results that start with this text. */
  alprefix?: string
  /** List each target only once, however often it is linked. */
  alunique?: boolean
  /** Information to return for each result. */
  alprop?: Many<'ids' | 'title'>
  /** List only results in these namespaces. */
  alnamespace?: number
  /** Maximum number of results. */
  allimit?: number | 'max'
  /** Direction of the list. */
  aldir?: 'ascending' | 'descending'
}

/** Get interface messages: the defaults and the customised versions of this wiki. */
export interface QueryAllmessages {
  /** Messages to return; * for all. */
  ammessages?: Many<string>
  /** Information to return for each result. */
  amprop?: Many<'default'>
  /** Expand templates and magic words in the messages. */
  amenableparser?: boolean
  /** Omit the texts. */
  amnocontent?: boolean
  /** Include messages that exist only on this wiki. */
  amincludelocal?: boolean
  /** Values for $1, $2, …. */
  amargs?: Many<string>
  /** Return only messages whose names contain this text. */
  amfilter?: string
  /** Return only customised messages, or only others. */
  amcustomised?: 'all' | 'modified' | 'unmodified'
  /** Language code. */
  amlang?: string
  /** Value to start from. */
  amfrom?: string
  /** Value to stop at. */
  amto?: string
  /** Title of the page. */
  amtitle?: string
  /** List only results that start with this text. */
  amprefix?: string
}

/** List all pages of a namespace by title. */
export interface QueryAllpages {
  /** Value to start from. */
  apfrom?: string
  /** Continue value from the previous response. */
  apcontinue?: string
  /** Value to stop at. */
  apto?: string
  /** List only results that start with this text. */
  apprefix?: string
  /** List only results in these namespaces. */
  apnamespace?: number
  /** List only redirects, only other pages, or all pages. */
  apfilterredir?: 'all' | 'nonredirects' | 'redirects'
  /** Minimum size in bytes. */
  apminsize?: number
  /** Maximum size in bytes. */
  apmaxsize?: number
  /** List only pages with these types of protection. */
  apprtype?: Many<'edit' | 'move' | 'upload'>
  /** List only pages with these protection levels. */
  apprlevel?: Many<'' | 'autoconfirmed' | 'sysop'>
  /** Filter by cascading protection. */
  apprfiltercascade?: 'all' | 'cascading' | 'noncascading'
  /** Maximum number of results. */
  aplimit?: number | 'max'
  /** Direction of the list. */
  apdir?: 'ascending' | 'descending'
  /** Filter by whether the page has language links. */
  apfilterlanglinks?: 'all' | 'withlanglinks' | 'withoutlanglinks'
  /** Filter by protection expiry. */
  apprexpiry?: 'all' | 'definite' | 'indefinite'
}

/** List all redirects by target title. */
export interface QueryAllredirects {
  /** Continue value from the previous response. */
  arcontinue?: string
  /** Value to start from. */
  arfrom?: string
  /** Value to stop at. */
  arto?: string
  /** List only results that start with this text. */
  arprefix?: string
  /** List each target only once, however often it is linked. */
  arunique?: boolean
  /** Information to return for each result. */
  arprop?: Many<'fragment' | 'ids' | 'interwiki' | 'title'>
  /** List only results in these namespaces. */
  arnamespace?: number
  /** Maximum number of results. */
  arlimit?: number | 'max'
  /** Direction of the list. */
  ardir?: 'ascending' | 'descending'
}

/** List all revisions by time. */
export interface QueryAllrevisions {
  /** Information to return for each result. */
  arvprop?: Many<'comment' | 'content' | 'contentmodel' | 'flags' | 'ids' | 'parsedcomment' | 'roles' | 'sha1' | 'size' | 'slotsha1' | 'slotsize' | 'tags' | 'timestamp' | 'user' | 'userid' | 'parsetree'>
  /** Revision slots to return. */
  arvslots?: Many<'main' | '*'>
  /** Maximum number of results. */
  arvlimit?: number | 'max'
  /**
   * Expand templates in the content.
   * @deprecated
   */
  arvexpandtemplates?: boolean
  /**
   * Return the XML parse tree of the content.
   * @deprecated
   */
  arvgeneratexml?: boolean
  /**
   * Return the content parsed to HTML.
   * @deprecated
   */
  arvparse?: boolean
  /** Return only this section of the content, by number. */
  arvsection?: string
  /**
   * Compare each revision with this one: a revision id, or prev, next or cur.
   * @deprecated
   */
  arvdiffto?: string
  /**
   * Compare each revision with this text.
   * @deprecated
   */
  arvdifftotext?: string
  /**
   * Apply the pre-save transform to the text before comparing.
   * @deprecated
   */
  arvdifftotextpst?: boolean
  /**
   * Serialization format of the content and of difftotext.
   * @deprecated
   */
  arvcontentformat?: 'application/json' | 'text/css' | 'text/javascript' | 'text/plain' | 'text/x-wiki'
  /** List only results by this user. */
  arvuser?: string
  /** List only results in these namespaces. */
  arvnamespace?: Many<number | '*'>
  /** Timestamp to start from. */
  arvstart?: string | Date
  /** Timestamp to end at. */
  arvend?: string | Date
  /** Direction of the list. */
  arvdir?: 'newer' | 'older'
  /** Do not list results by this user. */
  arvexcludeuser?: string
  /** Continue value from the previous response. */
  arvcontinue?: string
  /** As a generator, return titles instead of revision ids. */
  arvgeneratetitles?: boolean
}

/** List all transclusions by target title, including missing targets. */
export interface QueryAlltransclusions {
  /** Continue value from the previous response. */
  atcontinue?: string
  /** Value to start from. */
  atfrom?: string
  /** Value to stop at. */
  atto?: string
  /** List only results that start with this text. */
  atprefix?: string
  /** List each target only once, however often it is linked. */
  atunique?: boolean
  /** Information to return for each result. */
  atprop?: Many<'ids' | 'title'>
  /** List only results in these namespaces. */
  atnamespace?: number
  /** Maximum number of results. */
  atlimit?: number | 'max'
  /** Direction of the list. */
  atdir?: 'ascending' | 'descending'
}

/** List all registered users by name, optionally with groups and rights. */
export interface QueryAllusers {
  /** Value to start from. */
  aufrom?: string
  /** Value to stop at. */
  auto?: string
  /** List only results that start with this text. */
  auprefix?: string
  /** Direction of the list. */
  audir?: 'ascending' | 'descending'
  /** List only users in these groups. */
  augroup?: Many<'bot' | 'bureaucrat' | 'interface-admin' | 'suppress' | 'sysop'>
  /** Do not list users in these groups. */
  auexcludegroup?: Many<'bot' | 'bureaucrat' | 'interface-admin' | 'suppress' | 'sysop'>
  /** List only users with these rights through an assigned group. */
  aurights?: Many<'apihighlimits' | 'applychangetags' | 'autoconfirmed' | 'autocreateaccount' | 'autopatrol' | 'bigdelete' | 'block' | 'blockemail' | 'bot' | 'browsearchive' | 'changetags' | 'createaccount' | 'createpage' | 'createtalk' | 'delete' | 'deletechangetags' | 'deletedhistory' | 'deletedtext' | 'deletelogentry' | 'deleterevision' | 'edit' | 'editcontentmodel' | 'editinterface' | 'editmyoptions' | 'editmyprivateinfo' | 'editmyusercss' | 'editmyuserjs' | 'editmyuserjson' | 'editmyuserjsredirect' | 'editmywatchlist' | 'editprotected' | 'editsemiprotected' | 'editsitecss' | 'editsitejs' | 'editsitejson' | 'editusercss' | 'edituserjs' | 'edituserjson' | 'hideuser' | 'import' | 'importupload' | 'ipblock-exempt' | 'managechangetags' | 'markbotedits' | 'mergehistory' | 'minoredit' | 'move' | 'move-categorypages' | 'move-rootuserpages' | 'move-subpages' | 'movefile' | 'nominornewtalk' | 'noratelimit' | 'override-export-depth' | 'pagelang' | 'patrol' | 'patrolmarks' | 'protect' | 'purge' | 'read' | 'reupload' | 'reupload-own' | 'reupload-shared' | 'rollback' | 'sendemail' | 'siteadmin' | 'skipcaptcha' | 'spamblacklistlog' | 'suppressionlog' | 'suppressredirect' | 'suppressrevision' | 'tboverride' | 'tboverride-account' | 'titleblacklistlog' | 'unblockself' | 'undelete' | 'unwatchedpages' | 'upload' | 'upload_by_url' | 'userrights' | 'userrights-interwiki' | 'viewmyprivateinfo' | 'viewmywatchlist' | 'viewsuppressed' | 'writeapi'>
  /** Information to return for each result. */
  auprop?: Many<'blockinfo' | 'centralids' | 'editcount' | 'groups' | 'implicitgroups' | 'registration' | 'rights'>
  /** Maximum number of results. */
  aulimit?: number | 'max'
  /** List only users with edits. */
  auwitheditsonly?: boolean
  /** List only recently active users. */
  auactiveusers?: boolean
  /** Report whether the account is attached to this wiki. */
  auattachedwiki?: string
}

/** Get the authentication requests for login, account creation or credential changes. */
export interface QueryAuthmanagerinfo {
  /** Report whether this operation requires a recent login. */
  amisecuritysensitiveoperation?: string
  /** Return the authentication requests for this operation. */
  amirequestsfor?: 'change' | 'create' | 'create-continue' | 'link' | 'link-continue' | 'login' | 'login-continue' | 'remove' | 'unlink'
  /** Merge the fields of all authentication requests into one list. */
  amimergerequestfields?: boolean
  /** Format of messages. */
  amimessageformat?: 'html' | 'none' | 'raw' | 'wikitext'
}

/** List pages that link to a page, optionally also through redirects. */
export interface QueryBacklinks {
  /** Title of the page. */
  bltitle?: string
  /** Page id, instead of the title. */
  blpageid?: number
  /** Continue value from the previous response. */
  blcontinue?: string
  /** List only results in these namespaces. */
  blnamespace?: Many<number | '*'>
  /** Direction of the list. */
  bldir?: 'ascending' | 'descending'
  /** List only redirects, only other pages, or all pages. */
  blfilterredir?: 'all' | 'nonredirects' | 'redirects'
  /** Maximum number of results. */
  bllimit?: number | 'max'
  /** Also list links through redirects. */
  blredirect?: boolean
}

/** List active blocks of users and IP addresses, newest first. */
export interface QueryBlocks {
  /** Timestamp to start from. */
  bkstart?: string | Date
  /** Timestamp to end at. */
  bkend?: string | Date
  /** Direction of the list. */
  bkdir?: 'newer' | 'older'
  /** List only blocks with these ids. */
  bkids?: Many<number>
  /** Usernames. */
  bkusers?: Many<string>
  /** List only blocks that apply to this IP address or range. */
  bkip?: string
  /** Maximum number of results. */
  bklimit?: number | 'max'
  /** Information to return for each result. */
  bkprop?: Many<'by' | 'byid' | 'expiry' | 'flags' | 'id' | 'range' | 'reason' | 'restrictions' | 'timestamp' | 'user' | 'userid'>
  /** List only results that meet these criteria. Prefix a criterion with ! to invert it. */
  bkshow?: Many<'!account' | '!ip' | '!range' | '!temp' | 'account' | 'ip' | 'range' | 'temp'>
  /** Continue value from the previous response. */
  bkcontinue?: string
}

/** List the categories of pages. */
export interface QueryCategories {
  /** Information to return for each result. */
  clprop?: Many<'hidden' | 'sortkey' | 'timestamp'>
  /** List only results that meet these criteria. Prefix a criterion with ! to invert it. */
  clshow?: Many<'!hidden' | 'hidden'>
  /** Maximum number of results. */
  cllimit?: number | 'max'
  /** Continue value from the previous response. */
  clcontinue?: string
  /** List only these categories. */
  clcategories?: Many<string>
  /** Direction of the list. */
  cldir?: 'ascending' | 'descending'
}

/** Get the number of pages, files and subcategories in categories. */
export interface QueryCategoryinfo {
  /** Continue value from the previous response. */
  cicontinue?: string
}

/** List the members of a category, by sort key or by the time they were added. */
export interface QueryCategorymembers {
  /** Title of the page. */
  cmtitle?: string
  /** Page id, instead of the title. */
  cmpageid?: number
  /** Information to return for each result. */
  cmprop?: Many<'ids' | 'sortkey' | 'sortkeyprefix' | 'timestamp' | 'title' | 'type'>
  /** List only results in these namespaces. */
  cmnamespace?: Many<number | '*'>
  /** List only results of these types. */
  cmtype?: Many<'file' | 'page' | 'subcat'>
  /** Continue value from the previous response. */
  cmcontinue?: string
  /** Maximum number of results. */
  cmlimit?: number | 'max'
  /** Property to sort by. */
  cmsort?: 'sortkey' | 'timestamp'
  /** Direction of the list. */
  cmdir?: 'asc' | 'ascending' | 'desc' | 'descending' | 'newer' | 'older'
  /** Timestamp to start from. */
  cmstart?: string | Date
  /** Timestamp to end at. */
  cmend?: string | Date
  /** Sort key to start from, in hexadecimal. */
  cmstarthexsortkey?: string
  /** Sort key to end at, in hexadecimal. */
  cmendhexsortkey?: string
  /** Sort key prefix to start from. */
  cmstartsortkeyprefix?: string
  /** Sort key prefix to end before. */
  cmendsortkeyprefix?: string
  /**
   * Use starthexsortkey instead.
   * @deprecated
   */
  cmstartsortkey?: string
  /**
   * Use endhexsortkey instead.
   * @deprecated
   */
  cmendsortkey?: string
}

/** List registered contributors to pages and count anonymous ones. */
export interface QueryContributors {
  /** List only users in these groups. */
  pcgroup?: Many<'bot' | 'bureaucrat' | 'interface-admin' | 'suppress' | 'sysop'>
  /** Do not list users in these groups. */
  pcexcludegroup?: Many<'bot' | 'bureaucrat' | 'interface-admin' | 'suppress' | 'sysop'>
  /** List only users with these rights through an assigned group. */
  pcrights?: Many<'apihighlimits' | 'applychangetags' | 'autoconfirmed' | 'autocreateaccount' | 'autopatrol' | 'bigdelete' | 'block' | 'blockemail' | 'bot' | 'browsearchive' | 'changetags' | 'createaccount' | 'createpage' | 'createtalk' | 'delete' | 'deletechangetags' | 'deletedhistory' | 'deletedtext' | 'deletelogentry' | 'deleterevision' | 'edit' | 'editcontentmodel' | 'editinterface' | 'editmyoptions' | 'editmyprivateinfo' | 'editmyusercss' | 'editmyuserjs' | 'editmyuserjson' | 'editmyuserjsredirect' | 'editmywatchlist' | 'editprotected' | 'editsemiprotected' | 'editsitecss' | 'editsitejs' | 'editsitejson' | 'editusercss' | 'edituserjs' | 'edituserjson' | 'hideuser' | 'import' | 'importupload' | 'ipblock-exempt' | 'managechangetags' | 'markbotedits' | 'mergehistory' | 'minoredit' | 'move' | 'move-categorypages' | 'move-rootuserpages' | 'move-subpages' | 'movefile' | 'nominornewtalk' | 'noratelimit' | 'override-export-depth' | 'pagelang' | 'patrol' | 'patrolmarks' | 'protect' | 'purge' | 'read' | 'reupload' | 'reupload-own' | 'reupload-shared' | 'rollback' | 'sendemail' | 'siteadmin' | 'skipcaptcha' | 'spamblacklistlog' | 'suppressionlog' | 'suppressredirect' | 'suppressrevision' | 'tboverride' | 'tboverride-account' | 'titleblacklistlog' | 'unblockself' | 'undelete' | 'unwatchedpages' | 'upload' | 'upload_by_url' | 'userrights' | 'userrights-interwiki' | 'viewmyprivateinfo' | 'viewmywatchlist' | 'viewsuppressed' | 'writeapi'>
  /** Do not list users with these rights through an assigned group. */
  pcexcluderights?: Many<'apihighlimits' | 'applychangetags' | 'autoconfirmed' | 'autocreateaccount' | 'autopatrol' | 'bigdelete' | 'block' | 'blockemail' | 'bot' | 'browsearchive' | 'changetags' | 'createaccount' | 'createpage' | 'createtalk' | 'delete' | 'deletechangetags' | 'deletedhistory' | 'deletedtext' | 'deletelogentry' | 'deleterevision' | 'edit' | 'editcontentmodel' | 'editinterface' | 'editmyoptions' | 'editmyprivateinfo' | 'editmyusercss' | 'editmyuserjs' | 'editmyuserjson' | 'editmyuserjsredirect' | 'editmywatchlist' | 'editprotected' | 'editsemiprotected' | 'editsitecss' | 'editsitejs' | 'editsitejson' | 'editusercss' | 'edituserjs' | 'edituserjson' | 'hideuser' | 'import' | 'importupload' | 'ipblock-exempt' | 'managechangetags' | 'markbotedits' | 'mergehistory' | 'minoredit' | 'move' | 'move-categorypages' | 'move-rootuserpages' | 'move-subpages' | 'movefile' | 'nominornewtalk' | 'noratelimit' | 'override-export-depth' | 'pagelang' | 'patrol' | 'patrolmarks' | 'protect' | 'purge' | 'read' | 'reupload' | 'reupload-own' | 'reupload-shared' | 'rollback' | 'sendemail' | 'siteadmin' | 'skipcaptcha' | 'spamblacklistlog' | 'suppressionlog' | 'suppressredirect' | 'suppressrevision' | 'tboverride' | 'tboverride-account' | 'titleblacklistlog' | 'unblockself' | 'undelete' | 'unwatchedpages' | 'upload' | 'upload_by_url' | 'userrights' | 'userrights-interwiki' | 'viewmyprivateinfo' | 'viewmywatchlist' | 'viewsuppressed' | 'writeapi'>
  /** Maximum number of results. */
  pclimit?: number | 'max'
  /** Continue value from the previous response. */
  pccontinue?: string
}

/** Get deleted revisions of pages, or by revision id. */
export interface QueryDeletedrevisions {
  /** Information to return for each result. */
  drvprop?: Many<'comment' | 'content' | 'contentmodel' | 'flags' | 'ids' | 'parsedcomment' | 'roles' | 'sha1' | 'size' | 'slotsha1' | 'slotsize' | 'tags' | 'timestamp' | 'user' | 'userid' | 'parsetree'>
  /** Revision slots to return. */
  drvslots?: Many<'main' | '*'>
  /** Maximum number of results. */
  drvlimit?: number | 'max'
  /**
   * Expand templates in the content.
   * @deprecated
   */
  drvexpandtemplates?: boolean
  /**
   * Return the XML parse tree of the content.
   * @deprecated
   */
  drvgeneratexml?: boolean
  /**
   * Return the content parsed to HTML.
   * @deprecated
   */
  drvparse?: boolean
  /** Return only this section of the content, by number. */
  drvsection?: string
  /**
   * Compare each revision with this one: a revision id, or prev, next or cur.
   * @deprecated
   */
  drvdiffto?: string
  /**
   * Compare each revision with this text.
   * @deprecated
   */
  drvdifftotext?: string
  /**
   * Apply the pre-save transform to the text before comparing.
   * @deprecated
   */
  drvdifftotextpst?: boolean
  /**
   * Serialization format of the content and of difftotext.
   * @deprecated
   */
  drvcontentformat?: 'application/json' | 'text/css' | 'text/javascript' | 'text/plain' | 'text/x-wiki'
  /** Timestamp to start from. */
  drvstart?: string | Date
  /** Timestamp to end at. */
  drvend?: string | Date
  /** Direction of the list. */
  drvdir?: 'newer' | 'older'
  /** List only results with this tag. */
  drvtag?: string
  /** List only results by this user. */
  drvuser?: string
  /** Do not list results by this user. */
  drvexcludeuser?: string
  /** Continue value from the previous response. */
  drvcontinue?: string
}

/** List deleted revisions. Use prop=deletedrevisions or list=alldeletedrevisions instead. */
export interface QueryDeletedrevs {
  /** Timestamp to start from. */
  drstart?: string | Date
  /** Timestamp to end at. */
  drend?: string | Date
  /** Direction of the list. */
  drdir?: 'newer' | 'older'
  /** Value to start from. */
  drfrom?: string
  /** Value to stop at. */
  drto?: string
  /** List only results that start with this text. */
  drprefix?: string
  /** List each target only once, however often it is linked. */
  drunique?: boolean
  /** List only results in these namespaces. */
  drnamespace?: number
  /** List only results with this tag. */
  drtag?: string
  /** List only results by this user. */
  druser?: string
  /** Do not list results by this user. */
  drexcludeuser?: string
  /** Information to return for each result. */
  drprop?: Many<'comment' | 'content' | 'len' | 'minor' | 'parentid' | 'parsedcomment' | 'revid' | 'sha1' | 'tags' | 'token' | 'user' | 'userid'>
  /** Maximum number of results. */
  drlimit?: number | 'max'
  /** Continue value from the previous response. */
  drcontinue?: string
}

/** List duplicates of files, based on their hashes. */
export interface QueryDuplicatefiles {
  /** Maximum number of results. */
  dflimit?: number | 'max'
  /** Continue value from the previous response. */
  dfcontinue?: string
  /** Direction of the list. */
  dfdir?: 'ascending' | 'descending'
  /** List only local files, not those of a shared repository. */
  dflocalonly?: boolean
}

/** List pages that transclude a page. */
export interface QueryEmbeddedin {
  /** Title of the page. */
  eititle?: string
  /** Page id, instead of the title. */
  eipageid?: number
  /** Continue value from the previous response. */
  eicontinue?: string
  /** List only results in these namespaces. */
  einamespace?: Many<number | '*'>
  /** Direction of the list. */
  eidir?: 'ascending' | 'descending'
  /** List only redirects, only other pages, or all pages. */
  eifilterredir?: 'all' | 'nonredirects' | 'redirects'
  /** Maximum number of results. */
  eilimit?: number | 'max'
}

/** List the external URLs that pages link to. */
export interface QueryExtlinks {
  /** Maximum number of results. */
  ellimit?: number | 'max'
  /** Continue value from the previous response. */
  elcontinue?: string
  /** Protocol of the URL; empty for http and https. */
  elprotocol?: '' | 'bitcoin' | 'ftp' | 'ftps' | 'geo' | 'git' | 'gopher' | 'http' | 'https' | 'irc' | 'ircs' | 'magnet' | 'mailto' | 'mms' | 'news' | 'nntp' | 'redis' | 'sftp' | 'sip' | 'sips' | 'sms' | 'ssh' | 'svn' | 'tel' | 'telnet' | 'urn' | 'worldwind' | 'xmpp'
  /** URL to search for, without the protocol. */
  elquery?: string
  /** Expand protocol-relative URLs. */
  elexpandurl?: boolean
}

/** List pages that contain a given external link. */
export interface QueryExturlusage {
  /** Information to return for each result. */
  euprop?: Many<'ids' | 'title' | 'url'>
  /** Continue value from the previous response. */
  eucontinue?: string
  /** Protocol of the URL; empty for http and https. */
  euprotocol?: '' | 'bitcoin' | 'ftp' | 'ftps' | 'geo' | 'git' | 'gopher' | 'http' | 'https' | 'irc' | 'ircs' | 'magnet' | 'mailto' | 'mms' | 'news' | 'nntp' | 'redis' | 'sftp' | 'sip' | 'sips' | 'sms' | 'ssh' | 'svn' | 'tel' | 'telnet' | 'urn' | 'worldwind' | 'xmpp'
  /** URL to search for, without the protocol. */
  euquery?: string
  /** List only results in these namespaces. */
  eunamespace?: Many<number | '*'>
  /** Maximum number of results. */
  eulimit?: number | 'max'
  /** Expand protocol-relative URLs. */
  euexpandurl?: boolean
}

/** List deleted files by name. */
export interface QueryFilearchive {
  /** Value to start from. */
  fafrom?: string
  /** Value to stop at. */
  fato?: string
  /** List only results that start with this text. */
  faprefix?: string
  /** Direction of the list. */
  fadir?: 'ascending' | 'descending'
  /** List only files with this SHA-1 hash, in hexadecimal. */
  fasha1?: string
  /** List only files with this SHA-1 hash, in base 36. */
  fasha1base36?: string
  /** Information to return for each result. */
  faprop?: Many<'archivename' | 'bitdepth' | 'description' | 'dimensions' | 'mediatype' | 'metadata' | 'mime' | 'parseddescription' | 'sha1' | 'size' | 'timestamp' | 'user'>
  /** Maximum number of results. */
  falimit?: number | 'max'
  /** Continue value from the previous response. */
  facontinue?: string
}

/** Get information about the wiki's file repositories. */
export interface QueryFilerepoinfo {
  /** Information to return for each result. */
  friprop?: Many<'canUpload' | 'displayname' | 'favicon' | 'initialCapital' | 'local' | 'name' | 'rootUrl' | 'scriptDirUrl' | 'thumbUrl' | 'url'>
}

/** List pages that use the given files. */
export interface QueryFileusage {
  /** Information to return for each result. */
  fuprop?: Many<'pageid' | 'redirect' | 'title'>
  /** List only results in these namespaces. */
  funamespace?: Many<number | '*'>
  /** List only results that meet these criteria. Prefix a criterion with ! to invert it. */
  fushow?: Many<'!redirect' | 'redirect'>
  /** Maximum number of results. */
  fulimit?: number | 'max'
  /** Continue value from the previous response. */
  fucontinue?: string
}

/** Get information about files and their versions: size, uploader, URL and metadata. */
export interface QueryImageinfo {
  /** Information to return for each result. */
  iiprop?: Many<'archivename' | 'badfile' | 'bitdepth' | 'canonicaltitle' | 'comment' | 'commonmetadata' | 'dimensions' | 'extmetadata' | 'mediatype' | 'metadata' | 'mime' | 'parsedcomment' | 'sha1' | 'size' | 'thumbmime' | 'timestamp' | 'uploadwarning' | 'url' | 'user' | 'userid'>
  /** Maximum number of results. */
  iilimit?: number | 'max'
  /** Timestamp to start from. */
  iistart?: string | Date
  /** Timestamp to end at. */
  iiend?: string | Date
  /** Return the URL of a thumbnail with this width. */
  iiurlwidth?: number
  /** Return the URL of a thumbnail with this height. */
  iiurlheight?: number
  /** Version of the metadata format. */
  iimetadataversion?: string
  /** Language for extended metadata. */
  iiextmetadatalanguage?: string
  /** Return extended metadata in all available languages. */
  iiextmetadatamultilang?: boolean
  /** Return only these fields of the extended metadata. */
  iiextmetadatafilter?: Many<string>
  /** Thumbnail options, such as a page number. */
  iiurlparam?: string
  /** Page for checking the bad image list. */
  iibadfilecontexttitle?: string
  /** Continue value from the previous response. */
  iicontinue?: string
  /** List only local files, not those of a shared repository. */
  iilocalonly?: boolean
}

/** List the files used on pages. */
export interface QueryImages {
  /** Maximum number of results. */
  imlimit?: number | 'max'
  /** Continue value from the previous response. */
  imcontinue?: string
  /** List only these files. */
  imimages?: Many<string>
  /** Direction of the list. */
  imdir?: 'ascending' | 'descending'
}

/** List pages that use a file, optionally also through redirects. */
export interface QueryImageusage {
  /** Title of the page. */
  iutitle?: string
  /** Page id, instead of the title. */
  iupageid?: number
  /** Continue value from the previous response. */
  iucontinue?: string
  /** List only results in these namespaces. */
  iunamespace?: Many<number | '*'>
  /** Direction of the list. */
  iudir?: 'ascending' | 'descending'
  /** List only redirects, only other pages, or all pages. */
  iufilterredir?: 'all' | 'nonredirects' | 'redirects'
  /** Maximum number of results. */
  iulimit?: number | 'max'
  /** Also list links through redirects. */
  iuredirect?: boolean
}

/** Get basic page information: latest revision, length, language, protection and permitted actions. */
export interface QueryInfo {
  /** Information to return for each result. */
  inprop?: Many<'displaytitle' | 'notificationtimestamp' | 'preload' | 'protection' | 'subjectid' | 'talkid' | 'url' | 'varianttitles' | 'visitingwatchers' | 'watched' | 'watchers' | 'readable'>
  /** Test whether the current user may perform these actions on the page. */
  intestactions?: Many<string>
  /** Level of detail for testactions. */
  intestactionsdetail?: 'boolean' | 'full' | 'quick'
  /**
   * Use meta=tokens instead.
   * @deprecated
   */
  intoken?: Many<'block' | 'delete' | 'edit' | 'email' | 'import' | 'move' | 'protect' | 'unblock' | 'watch'>
  /** Continue value from the previous response. */
  incontinue?: string
}

/** List pages that link to another wiki, or to one page there. */
export interface QueryIwbacklinks {
  /** Interwiki prefix. */
  iwblprefix?: string
  /** Title of the page. */
  iwbltitle?: string
  /** Continue value from the previous response. */
  iwblcontinue?: string
  /** Maximum number of results. */
  iwbllimit?: number | 'max'
  /** Information to return for each result. */
  iwblprop?: Many<'iwprefix' | 'iwtitle'>
  /** Direction of the list. */
  iwbldir?: 'ascending' | 'descending'
}

/** List interwiki links of pages, except language links. */
export interface QueryIwlinks {
  /** Information to return for each result. */
  iwprop?: Many<'url'>
  /** List only links with this interwiki prefix. */
  iwprefix?: string
  /** Title of the page. */
  iwtitle?: string
  /** Direction of the list. */
  iwdir?: 'ascending' | 'descending'
  /** Maximum number of results. */
  iwlimit?: number | 'max'
  /** Continue value from the previous response. */
  iwcontinue?: string
  /**
   * Return full URLs.
   * @deprecated
   */
  iwurl?: boolean
}

/** List pages with a language link to a given language or page. */
export interface QueryLangbacklinks {
  /** Language code. */
  lbllang?: string
  /** Title of the page. */
  lbltitle?: string
  /** Continue value from the previous response. */
  lblcontinue?: string
  /** Maximum number of results. */
  lbllimit?: number | 'max'
  /** Information to return for each result. */
  lblprop?: Many<'lllang' | 'lltitle'>
  /** Direction of the list. */
  lbldir?: 'ascending' | 'descending'
}

/** List language links of pages. */
export interface QueryLanglinks {
  /** Information to return for each result. */
  llprop?: Many<'autonym' | 'langname' | 'url'>
  /** Language code. */
  lllang?: string
  /** Title of the page. */
  lltitle?: string
  /** Direction of the list. */
  lldir?: 'ascending' | 'descending'
  /** Language for language names. */
  llinlanguagecode?: string
  /** Maximum number of results. */
  lllimit?: number | 'max'
  /** Continue value from the previous response. */
  llcontinue?: string
  /**
   * Return full URLs.
   * @deprecated
   */
  llurl?: boolean
}

/** Get information about languages: names, writing direction, fallbacks and variants. */
export interface QueryLanguageinfo {
  /** Information to return for each result. */
  liprop?: Many<'autonym' | 'bcp47' | 'code' | 'dir' | 'fallbacks' | 'name' | 'variants'>
  /** Language codes; * for all. */
  licode?: Many<string>
  /** Continue value from the previous response. */
  licontinue?: string
}

/** List the links on pages. */
export interface QueryLinks {
  /** List only results in these namespaces. */
  plnamespace?: Many<number | '*'>
  /** Maximum number of results. */
  pllimit?: number | 'max'
  /** Continue value from the previous response. */
  plcontinue?: string
  /** List only these titles. */
  pltitles?: Many<string>
  /** Direction of the list. */
  pldir?: 'ascending' | 'descending'
}

/** List pages that link to the given pages. */
export interface QueryLinkshere {
  /** Information to return for each result. */
  lhprop?: Many<'pageid' | 'redirect' | 'title'>
  /** List only results in these namespaces. */
  lhnamespace?: Many<number | '*'>
  /** List only results that meet these criteria. Prefix a criterion with ! to invert it. */
  lhshow?: Many<'!redirect' | 'redirect'>
  /** Maximum number of results. */
  lhlimit?: number | 'max'
  /** Continue value from the previous response. */
  lhcontinue?: string
}

/** List log entries, newest first. */
export interface QueryLogevents {
  /** Information to return for each result. */
  leprop?: Many<'comment' | 'details' | 'ids' | 'parsedcomment' | 'tags' | 'timestamp' | 'title' | 'type' | 'user' | 'userid'>
  /** List only results of these types. */
  letype?: '' | 'block' | 'contentmodel' | 'create' | 'delete' | 'import' | 'managetags' | 'merge' | 'move' | 'newusers' | 'patrol' | 'protect' | 'rights' | 'spamblacklist' | 'suppress' | 'tag' | 'titleblacklist' | 'upload'
  /** List only entries with this action. */
  leaction?: string
  /** Timestamp to start from. */
  lestart?: string | Date
  /** Timestamp to end at. */
  leend?: string | Date
  /** Direction of the list. */
  ledir?: 'newer' | 'older'
  /** List only results by this user. */
  leuser?: string
  /** Title of the page. */
  letitle?: string
  /** List only results in these namespaces. */
  lenamespace?: number
  /** List only results that start with this text. */
  leprefix?: string
  /** List only results with this tag. */
  letag?: string
  /** Maximum number of results. */
  lelimit?: number | 'max'
  /** Continue value from the previous response. */
  lecontinue?: string
}

/** List files in the current user's upload stash. */
export interface QueryMystashedfiles {
  /** Information to return for each result. */
  msfprop?: Many<'size' | 'type'>
  /** Maximum number of results. */
  msflimit?: number | 'max'
  /** Continue value from the previous response. */
  msfcontinue?: string
}

/** List all page property names in use on the wiki. */
export interface QueryPagepropnames {
  /** Continue value from the previous response. */
  ppncontinue?: string
  /** Maximum number of results. */
  ppnlimit?: number | 'max'
}

/** Get page properties set by the page text, such as the display title. */
export interface QueryPageprops {
  /** Continue value from the previous response. */
  ppcontinue?: string
  /** Return only these page properties. */
  ppprop?: Many<string>
}

/** List pages with a given page property. */
export interface QueryPageswithprop {
  /** Page property to list pages for. */
  pwppropname: string
  /** Information to return for each result. */
  pwpprop?: Many<'ids' | 'title' | 'value'>
  /** Continue value from the previous response. */
  pwpcontinue?: string
  /** Maximum number of results. */
  pwplimit?: number | 'max'
  /** Direction of the list. */
  pwpdir?: 'ascending' | 'descending'
}

/** Search for page titles by prefix, best match first. */
export interface QueryPrefixsearch {
  /** Search query. */
  pssearch: string
  /** List only results in these namespaces. */
  psnamespace?: Many<number | '*'>
  /** Maximum number of results. */
  pslimit?: number | 'max'
  /** Number of results to skip, from the previous response. */
  psoffset?: number
}

/** List titles protected from creation. */
export interface QueryProtectedtitles {
  /** List only results in these namespaces. */
  ptnamespace?: Many<number | '*'>
  /** List only titles with these protection levels. */
  ptlevel?: Many<'autoconfirmed' | 'sysop'>
  /** Maximum number of results. */
  ptlimit?: number | 'max'
  /** Direction of the list. */
  ptdir?: 'newer' | 'older'
  /** Timestamp to start from. */
  ptstart?: string | Date
  /** Timestamp to end at. */
  ptend?: string | Date
  /** Information to return for each result. */
  ptprop?: Many<'comment' | 'expiry' | 'level' | 'parsedcomment' | 'timestamp' | 'user' | 'userid'>
  /** Continue value from the previous response. */
  ptcontinue?: string
}

/** Get a maintenance list of a special page, such as orphaned, short or wanted pages. */
export interface QueryQuerypage {
  /** Name of the special page. */
  qppage: 'Ancientpages' | 'BrokenRedirects' | 'Deadendpages' | 'DoubleRedirects' | 'Fewestrevisions' | 'ListDuplicatedFiles' | 'Listredirects' | 'Lonelypages' | 'Longpages' | 'MediaStatistics' | 'Mostcategories' | 'Mostimages' | 'Mostinterwikis' | 'Mostlinked' | 'Mostlinkedcategories' | 'Mostlinkedtemplates' | 'Mostrevisions' | 'Shortpages' | 'Uncategorizedcategories' | 'Uncategorizedimages' | 'Uncategorizedpages' | 'Uncategorizedtemplates' | 'Unusedcategories' | 'Unusedimages' | 'Unusedtemplates' | 'Unwatchedpages' | 'Wantedcategories' | 'Wantedfiles' | 'Wantedpages' | 'Wantedtemplates' | 'Withoutinterwiki'
  /** Number of results to skip, from the previous response. */
  qpoffset?: number
  /** Maximum number of results. */
  qplimit?: number | 'max'
}

/** Get random pages. */
export interface QueryRandom {
  /** List only results in these namespaces. */
  rnnamespace?: Many<number | '*'>
  /** List only redirects, only other pages, or all pages. */
  rnfilterredir?: 'all' | 'nonredirects' | 'redirects'
  /**
   * Use filterredir instead.
   * @deprecated
   */
  rnredirect?: boolean
  /** Maximum number of results. */
  rnlimit?: number | 'max'
  /** Continue value from the previous response. */
  rncontinue?: string
}

/** List recent changes: edits, new pages and log entries, newest first. */
export interface QueryRecentchanges {
  /** Timestamp to start from. */
  rcstart?: string | Date
  /** Timestamp to end at. */
  rcend?: string | Date
  /** Direction of the list. */
  rcdir?: 'newer' | 'older'
  /** List only results in these namespaces. */
  rcnamespace?: Many<number | '*'>
  /** List only results by this user. */
  rcuser?: string
  /** Do not list results by this user. */
  rcexcludeuser?: string
  /** List only results with this tag. */
  rctag?: string
  /** Information to return for each result. */
  rcprop?: Many<'comment' | 'flags' | 'ids' | 'loginfo' | 'parsedcomment' | 'patrolled' | 'redirect' | 'sha1' | 'sizes' | 'tags' | 'timestamp' | 'title' | 'user' | 'userid'>
  /**
   * Use meta=tokens instead.
   * @deprecated
   */
  rctoken?: Many<'patrol'>
  /** List only results that meet these criteria. Prefix a criterion with ! to invert it. */
  rcshow?: Many<'!anon' | '!autopatrolled' | '!bot' | '!minor' | '!patrolled' | '!redirect' | 'anon' | 'autopatrolled' | 'bot' | 'minor' | 'patrolled' | 'redirect' | 'unpatrolled'>
  /** Maximum number of results. */
  rclimit?: number | 'max'
  /** List only results of these types. */
  rctype?: Many<'categorize' | 'edit' | 'external' | 'log' | 'new'>
  /** List only changes that are the latest revision of their page. */
  rctoponly?: boolean
  /** Title of the page. */
  rctitle?: string
  /** Continue value from the previous response. */
  rccontinue?: string
  /** As a generator, return revision ids instead of titles. */
  rcgeneraterevisions?: boolean
  /** List only changes to this slot. */
  rcslot?: 'main'
}

/** List redirects to the given pages. */
export interface QueryRedirects {
  /** Information to return for each result. */
  rdprop?: Many<'fragment' | 'pageid' | 'title'>
  /** List only results in these namespaces. */
  rdnamespace?: Many<number | '*'>
  /** List only results that meet these criteria. Prefix a criterion with ! to invert it. */
  rdshow?: Many<'!fragment' | 'fragment'>
  /** Maximum number of results. */
  rdlimit?: number | 'max'
  /** Continue value from the previous response. */
  rdcontinue?: string
}

/** Get revisions: the latest of each page, the history of one page, or revisions by id. */
export interface QueryRevisions {
  /** Information to return for each result. */
  rvprop?: Many<'comment' | 'content' | 'contentmodel' | 'flags' | 'ids' | 'parsedcomment' | 'roles' | 'sha1' | 'size' | 'slotsha1' | 'slotsize' | 'tags' | 'timestamp' | 'user' | 'userid' | 'parsetree'>
  /** Revision slots to return. */
  rvslots?: Many<'main' | '*'>
  /** Maximum number of results. */
  rvlimit?: number | 'max'
  /**
   * Expand templates in the content.
   * @deprecated
   */
  rvexpandtemplates?: boolean
  /**
   * Return the XML parse tree of the content.
   * @deprecated
   */
  rvgeneratexml?: boolean
  /**
   * Return the content parsed to HTML.
   * @deprecated
   */
  rvparse?: boolean
  /** Return only this section of the content, by number. */
  rvsection?: string
  /**
   * Compare each revision with this one: a revision id, or prev, next or cur.
   * @deprecated
   */
  rvdiffto?: string
  /**
   * Compare each revision with this text.
   * @deprecated
   */
  rvdifftotext?: string
  /**
   * Apply the pre-save transform to the text before comparing.
   * @deprecated
   */
  rvdifftotextpst?: boolean
  /**
   * Serialization format of the content and of difftotext.
   * @deprecated
   */
  rvcontentformat?: 'application/json' | 'text/css' | 'text/javascript' | 'text/plain' | 'text/x-wiki'
  /** Revision to start from. */
  rvstartid?: number
  /** Revision to end at. */
  rvendid?: number
  /** Timestamp to start from. */
  rvstart?: string | Date
  /** Timestamp to end at. */
  rvend?: string | Date
  /** Direction of the list. */
  rvdir?: 'newer' | 'older'
  /** List only results by this user. */
  rvuser?: string
  /** Do not list results by this user. */
  rvexcludeuser?: string
  /** List only results with this tag. */
  rvtag?: string
  /**
   * Use meta=tokens instead.
   * @deprecated
   */
  rvtoken?: Many<'rollback'>
  /** Continue value from the previous response. */
  rvcontinue?: string
}

/** Search in titles and page texts. */
export interface QuerySearch {
  /** Search query. */
  srsearch: string
  /** List only results in these namespaces. */
  srnamespace?: Many<number | '*'>
  /** Maximum number of results. */
  srlimit?: number | 'max'
  /** Number of results to skip, from the previous response. */
  sroffset?: number
  /** Type of search. */
  srwhat?: 'nearmatch' | 'text' | 'title'
  /** Information to return about the search. */
  srinfo?: Many<'rewrittenquery' | 'suggestion' | 'totalhits'>
  /** Information to return for each result. */
  srprop?: Many<'categorysnippet' | 'extensiondata' | 'isfilematch' | 'redirectsnippet' | 'redirecttitle' | 'sectionsnippet' | 'sectiontitle' | 'size' | 'snippet' | 'timestamp' | 'titlesnippet' | 'wordcount' | 'hasrelated' | 'score'>
  /** Include results from other wikis. */
  srinterwiki?: boolean
  /** Allow the query to be rewritten, for example to fix typos. */
  srenablerewrites?: boolean
  /** Property to sort by. */
  srsort?: 'relevance'
}

/** Get general information about the wiki: names, namespaces, languages, statistics, rights and software. */
export interface QuerySiteinfo {
  /** Information to return for each result. */
  siprop?: Many<'dbrepllag' | 'defaultoptions' | 'extensions' | 'extensiontags' | 'fileextensions' | 'functionhooks' | 'general' | 'interwikimap' | 'languages' | 'languagevariants' | 'libraries' | 'magicwords' | 'namespacealiases' | 'namespaces' | 'protocols' | 'restrictions' | 'rightsinfo' | 'showhooks' | 'skins' | 'specialpagealiases' | 'statistics' | 'uploaddialog' | 'usergroups' | 'variables'>
  /** Return only local, or only other, entries of the interwiki map. */
  sifilteriw?: '!local' | 'local'
  /** List all database servers, not only the most lagged one. */
  sishowalldb?: boolean
  /** Include the number of users in each group. */
  sinumberingroup?: boolean
  /** Language for the names of languages and skins. */
  siinlanguagecode?: string
}

/** Get information about stashed files. */
export interface QueryStashimageinfo {
  /** Keys of the files, from the upload response. */
  siifilekey?: Many<string>
  /**
   * Use filekey instead.
   * @deprecated
   */
  siisessionkey?: Many<string>
  /** Information to return for each result. */
  siiprop?: Many<'badfile' | 'bitdepth' | 'canonicaltitle' | 'commonmetadata' | 'dimensions' | 'extmetadata' | 'metadata' | 'mime' | 'sha1' | 'size' | 'thumbmime' | 'timestamp' | 'url'>
  /** Return the URL of a thumbnail with this width. */
  siiurlwidth?: number
  /** Return the URL of a thumbnail with this height. */
  siiurlheight?: number
  /** Thumbnail options, such as a page number. */
  siiurlparam?: string
}

/** List change tags. */
export interface QueryTags {
  /** Continue value from the previous response. */
  tgcontinue?: string
  /** Maximum number of results. */
  tglimit?: number | 'max'
  /** Information to return for each result. */
  tgprop?: Many<'active' | 'defined' | 'description' | 'displayname' | 'hitcount' | 'source'>
}

/** List the pages transcluded on pages. */
export interface QueryTemplates {
  /** List only results in these namespaces. */
  tlnamespace?: Many<number | '*'>
  /** Maximum number of results. */
  tllimit?: number | 'max'
  /** Continue value from the previous response. */
  tlcontinue?: string
  /** List only these templates. */
  tltemplates?: Many<string>
  /** Direction of the list. */
  tldir?: 'ascending' | 'descending'
}

/** Get the tokens required by data-modifying actions. */
export interface QueryTokens {
  /** Types of token to return. */
  type?: Many<'createaccount' | 'csrf' | 'login' | 'patrol' | 'rollback' | 'userrights' | 'watch'>
}

/** List pages that transclude the given pages. */
export interface QueryTranscludedin {
  /** Information to return for each result. */
  tiprop?: Many<'pageid' | 'redirect' | 'title'>
  /** List only results in these namespaces. */
  tinamespace?: Many<number | '*'>
  /** List only results that meet these criteria. Prefix a criterion with ! to invert it. */
  tishow?: Many<'!redirect' | 'redirect'>
  /** Maximum number of results. */
  tilimit?: number | 'max'
  /** Continue value from the previous response. */
  ticontinue?: string
}

/** List edits by users, newest first. */
export interface QueryUsercontribs {
  /** Maximum number of results. */
  uclimit?: number | 'max'
  /** Timestamp to start from. */
  ucstart?: string | Date
  /** Timestamp to end at. */
  ucend?: string | Date
  /** Continue value from the previous response. */
  uccontinue?: string
  /** List only results by this user. */
  ucuser?: Many<string>
  /** User ids. */
  ucuserids?: Many<number>
  /** List edits of all users whose names start with this prefix. */
  ucuserprefix?: string
  /** Direction of the list. */
  ucdir?: 'newer' | 'older'
  /** List only results in these namespaces. */
  ucnamespace?: Many<number | '*'>
  /** Information to return for each result. */
  ucprop?: Many<'comment' | 'flags' | 'ids' | 'parsedcomment' | 'patrolled' | 'size' | 'sizediff' | 'tags' | 'timestamp' | 'title'>
  /** List only results that meet these criteria. Prefix a criterion with ! to invert it. */
  ucshow?: Many<'!autopatrolled' | '!minor' | '!new' | '!patrolled' | '!top' | 'autopatrolled' | 'minor' | 'new' | 'patrolled' | 'top'>
  /** List only results with this tag. */
  uctag?: string
  /**
   * List only changes that are the latest revision of their page.
   * @deprecated
   */
  uctoponly?: boolean
}

/** Get information about the current user: name, groups, rights, preferences and limits. */
export interface QueryUserinfo {
  /** Information to return for each result. */
  uiprop?: Many<'acceptlang' | 'blockinfo' | 'centralids' | 'changeablegroups' | 'editcount' | 'email' | 'groupmemberships' | 'groups' | 'hasmsg' | 'implicitgroups' | 'latestcontrib' | 'options' | 'ratelimits' | 'realname' | 'registrationdate' | 'rights' | 'unreadcount' | 'preferencestoken'>
  /** Report whether the account is attached to this wiki. */
  uiattachedwiki?: string
}

/** Get information about given users. */
export interface QueryUsers {
  /** Information to return for each result. */
  usprop?: Many<'blockinfo' | 'cancreate' | 'centralids' | 'editcount' | 'emailable' | 'gender' | 'groupmemberships' | 'groups' | 'implicitgroups' | 'registration' | 'rights'>
  /** Report whether the account is attached to this wiki. */
  usattachedwiki?: string
  /** Usernames. */
  ususers?: Many<string>
  /** User ids. */
  ususerids?: Many<number>
  /**
   * Use meta=tokens instead.
   * @deprecated
   */
  ustoken?: Many<'userrights'>
}

/** List recent changes to watched pages. */
export interface QueryWatchlist {
  /** Include all revisions of a page, not only the latest. */
  wlallrev?: boolean
  /** Timestamp to start from. */
  wlstart?: string | Date
  /** Timestamp to end at. */
  wlend?: string | Date
  /** List only results in these namespaces. */
  wlnamespace?: Many<number | '*'>
  /** List only results by this user. */
  wluser?: string
  /** Do not list results by this user. */
  wlexcludeuser?: string
  /** Direction of the list. */
  wldir?: 'newer' | 'older'
  /** Maximum number of results. */
  wllimit?: number | 'max'
  /** Information to return for each result. */
  wlprop?: Many<'comment' | 'expiry' | 'flags' | 'ids' | 'loginfo' | 'notificationtimestamp' | 'parsedcomment' | 'patrol' | 'sizes' | 'tags' | 'timestamp' | 'title' | 'user' | 'userid'>
  /** List only results that meet these criteria. Prefix a criterion with ! to invert it. */
  wlshow?: Many<'!anon' | '!autopatrolled' | '!bot' | '!minor' | '!patrolled' | '!unread' | 'anon' | 'autopatrolled' | 'bot' | 'minor' | 'patrolled' | 'unread'>
  /** List only results of these types. */
  wltype?: Many<'categorize' | 'edit' | 'external' | 'log' | 'new'>
  /** Owner of the watchlist, together with that user's token. */
  wlowner?: string
  /** Watchlist token from the owner's preferences. */
  wltoken?: string
  /** Continue value from the previous response. */
  wlcontinue?: string
}

/** List all pages on a watchlist by title. */
export interface QueryWatchlistraw {
  /** Continue value from the previous response. */
  wrcontinue?: string
  /** List only results in these namespaces. */
  wrnamespace?: Many<number | '*'>
  /** Maximum number of results. */
  wrlimit?: number | 'max'
  /** Information to return for each result. */
  wrprop?: Many<'changed'>
  /** List only results that meet these criteria. Prefix a criterion with ! to invert it. */
  wrshow?: Many<'!changed' | 'changed'>
  /** Owner of the watchlist, together with that user's token. */
  wrowner?: string
  /** Watchlist token from the owner's preferences. */
  wrtoken?: string
  /** Direction of the list. */
  wrdir?: 'ascending' | 'descending'
  /** Title to start from, including the namespace. */
  wrfromtitle?: string
  /** Title to end at, including the namespace. */
  wrtotitle?: string
}

/** The parameters of each action. */
export interface ActionParams {
  block: Block
  changeauthenticationdata: Changeauthenticationdata
  changecontentmodel: Changecontentmodel
  checktoken: Checktoken
  clearhasmsg: Clearhasmsg
  clientlogin: Clientlogin
  compare: Compare
  createaccount: Createaccount
  cspreport: Cspreport
  delete: Delete
  edit: Edit
  emailuser: Emailuser
  expandtemplates: Expandtemplates
  feedcontributions: Feedcontributions
  feedrecentchanges: Feedrecentchanges
  feedwatchlist: Feedwatchlist
  filerevert: Filerevert
  help: Help
  imagerotate: Imagerotate
  import: Import
  linkaccount: Linkaccount
  login: Login
  logout: Logout
  managetags: Managetags
  mergehistory: Mergehistory
  move: Move
  opensearch: Opensearch
  options: Options
  paraminfo: Paraminfo
  parse: Parse
  patrol: Patrol
  protect: Protect
  purge: Purge
  removeauthenticationdata: Removeauthenticationdata
  resetpassword: Resetpassword
  revisiondelete: Revisiondelete
  rollback: Rollback
  rsd: Rsd
  setnotificationtimestamp: Setnotificationtimestamp
  setpagelanguage: Setpagelanguage
  spamblacklist: Spamblacklist
  stashedit: Stashedit
  tag: Tag
  titleblacklist: Titleblacklist
  unblock: Unblock
  undelete: Undelete
  unlinkaccount: Unlinkaccount
  upload: Upload
  userrights: Userrights
  validatepassword: Validatepassword
  watch: Watch
}

/** The parameters of each list. */
export interface ListParams {
  allcategories: QueryAllcategories
  alldeletedrevisions: QueryAlldeletedrevisions
  allfileusages: QueryAllfileusages
  allimages: QueryAllimages
  alllinks: QueryAlllinks
  allpages: QueryAllpages
  allredirects: QueryAllredirects
  allrevisions: QueryAllrevisions
  alltransclusions: QueryAlltransclusions
  allusers: QueryAllusers
  backlinks: QueryBacklinks
  blocks: QueryBlocks
  categorymembers: QueryCategorymembers
  deletedrevs: QueryDeletedrevs
  embeddedin: QueryEmbeddedin
  exturlusage: QueryExturlusage
  filearchive: QueryFilearchive
  imageusage: QueryImageusage
  iwbacklinks: QueryIwbacklinks
  langbacklinks: QueryLangbacklinks
  logevents: QueryLogevents
  mystashedfiles: QueryMystashedfiles
  pagepropnames: QueryPagepropnames
  pageswithprop: QueryPageswithprop
  prefixsearch: QueryPrefixsearch
  protectedtitles: QueryProtectedtitles
  querypage: QueryQuerypage
  random: QueryRandom
  recentchanges: QueryRecentchanges
  search: QuerySearch
  tags: QueryTags
  usercontribs: QueryUsercontribs
  users: QueryUsers
  watchlist: QueryWatchlist
  watchlistraw: QueryWatchlistraw
}

/** The parameters of each page property module. */
export interface PropParams {
  categories: QueryCategories
  categoryinfo: QueryCategoryinfo
  contributors: QueryContributors
  deletedrevisions: QueryDeletedrevisions
  duplicatefiles: QueryDuplicatefiles
  extlinks: QueryExtlinks
  fileusage: QueryFileusage
  imageinfo: QueryImageinfo
  images: QueryImages
  info: QueryInfo
  iwlinks: QueryIwlinks
  langlinks: QueryLanglinks
  links: QueryLinks
  linkshere: QueryLinkshere
  pageprops: QueryPageprops
  redirects: QueryRedirects
  revisions: QueryRevisions
  stashimageinfo: QueryStashimageinfo
  templates: QueryTemplates
  transcludedin: QueryTranscludedin
}

/** The parameters of each meta module. */
export interface MetaParams {
  allmessages: QueryAllmessages
  authmanagerinfo: QueryAuthmanagerinfo
  filerepoinfo: QueryFilerepoinfo
  languageinfo: QueryLanguageinfo
  siteinfo: QuerySiteinfo
  tokens: QueryTokens
  userinfo: QueryUserinfo
}

/** The parameters of each generator, without the prefix g. */
export interface GeneratorParams {
  allcategories: QueryAllcategories
  alldeletedrevisions: QueryAlldeletedrevisions
  allfileusages: QueryAllfileusages
  allimages: QueryAllimages
  alllinks: QueryAlllinks
  allpages: QueryAllpages
  allredirects: QueryAllredirects
  allrevisions: QueryAllrevisions
  alltransclusions: QueryAlltransclusions
  backlinks: QueryBacklinks
  categories: QueryCategories
  categorymembers: QueryCategorymembers
  deletedrevisions: QueryDeletedrevisions
  duplicatefiles: QueryDuplicatefiles
  embeddedin: QueryEmbeddedin
  exturlusage: QueryExturlusage
  fileusage: QueryFileusage
  images: QueryImages
  imageusage: QueryImageusage
  iwbacklinks: QueryIwbacklinks
  langbacklinks: QueryLangbacklinks
  links: QueryLinks
  linkshere: QueryLinkshere
  pageswithprop: QueryPageswithprop
  prefixsearch: QueryPrefixsearch
  protectedtitles: QueryProtectedtitles
  querypage: QueryQuerypage
  random: QueryRandom
  recentchanges: QueryRecentchanges
  redirects: QueryRedirects
  revisions: QueryRevisions
  search: QuerySearch
  templates: QueryTemplates
  transcludedin: QueryTranscludedin
  watchlist: QueryWatchlist
  watchlistraw: QueryWatchlistraw
}

/** One item of each list, where declared. */
export interface ListResults {
  allcategories: {
    category: string
    size?: number
    pages?: number
    files?: number
    subcats?: number
    hidden?: boolean
  }
  alllinks: {
    fromid?: number
    ns?: number
    title?: string
  }
  allpages: {
    pageid?: number
    ns: number
    title: string
  }
  allredirects: {
    fromid?: number
    ns?: number
    title?: string
    fragment?: string
    interwiki?: string
  }
  alltransclusions: {
    fromid?: number
    ns?: number
    title?: string
  }
  allusers: {
    userid: number
    name: string
    groups?: string[]
    implicitgroups?: string[]
    rights?: string[]
    editcount?: number
    registration?: unknown
    recentactions?: number
    hidden?: boolean
    [name: string]: unknown;
  }
  backlinks: {
    pageid?: number
    ns: number
    title: string
    redirect?: boolean
    redirlinks?: Array<{
      pageid?: number
      ns: number
      title: string
    }>
  }
  categorymembers: {
    pageid?: number
    ns?: number
    title?: string
    sortkey?: string
    sortkeyprefix?: string
    type?: string
    timestamp?: string
  }
  embeddedin: {
    pageid?: number
    ns: number
    title: string
    redirect?: boolean
    redirlinks?: Array<{
      pageid?: number
      ns: number
      title: string
    }>
  }
  imageusage: {
    pageid?: number
    ns: number
    title: string
    redirect?: boolean
    redirlinks?: Array<{
      pageid?: number
      ns: number
      title: string
    }>
  }
  iwbacklinks: {
    pageid?: number
    ns: number
    title: string
    redirect?: boolean
    iwprefix?: string
    iwtitle?: string
  }
  langbacklinks: {
    pageid?: number
    ns: number
    title: string
    redirect?: boolean
    lllang?: string
    lltitle?: string
  }
  logevents: {
    logid?: number
    ns?: number
    title?: string
    pageid?: number
    logpage?: number
    revid?: number
    params?: unknown
    type?: string
    action?: string
    user?: string
    userid?: number
    anon?: boolean
    userhidden?: boolean
    timestamp?: string
    comment?: string
    parsedcomment?: string
    commenthidden?: boolean
    tags?: string[]
    actionhidden?: boolean
    suppressed?: boolean
  }
  pageswithprop: {
    pageid?: number
    ns?: number
    title?: string
    value?: string
  }
  prefixsearch: {
    ns: number
    title: string
    pageid?: number
  }
  protectedtitles: {
    ns?: number
    title?: string
    timestamp?: string
    user?: string
    userid?: number
    comment?: string
    parsedcomment?: string
    commenthidden?: boolean
    expiry?: string
    level?: string
  }
  random: {
    id: number
    ns: number
    title: string
  }
  recentchanges: {
    type?: string
    ns?: number
    title?: string
    pageid?: number
    revid?: number
    old_revid?: number
    rcid?: number
    user?: string
    userid?: number
    anon?: boolean
    userhidden?: boolean
    bot?: boolean
    new?: boolean
    minor?: boolean
    oldlen?: number
    newlen?: number
    timestamp?: string
    comment?: string
    parsedcomment?: string
    commenthidden?: boolean
    redirect?: boolean
    tags?: string[]
    sha1?: string
    sha1hidden?: boolean
    patrolled?: boolean
    unpatrolled?: boolean
    autopatrolled?: boolean
    oresscores?: unknown
    logid?: number
    logtype?: string
    logaction?: string
    logparams?: unknown
    actionhidden?: boolean
    suppressed?: boolean
  }
  search: {
    pageid?: number
    ns: number
    title: string
    size?: number
    wordcount?: number
    snippet?: string
    timestamp?: string
    titlesnippet?: string
    redirecttitle?: string
    redirectsnippet?: string
    sectiontitle?: string
    sectionsnippet?: string
    categorysnippet?: string
    isfilematch?: boolean
    extensiondata?: unknown
  }
  tags: {
    name: string
    displayname?: unknown
    description?: string
    hitcount?: number
    defined?: boolean
    source?: string[]
    active?: boolean
  }
  usercontribs: {
    userid?: number
    user?: string
    pageid?: number
    revid?: number
    parentid?: number
    ns?: number
    title?: string
    timestamp?: string
    new?: boolean
    minor?: boolean
    top?: boolean
    comment?: string
    parsedcomment?: string
    commenthidden?: boolean
    patrolled?: boolean
    autopatrolled?: boolean
    size?: number
    sizediff?: number
    tags?: string[]
    userhidden?: boolean
    texthidden?: boolean
    suppressed?: boolean
  }
  users: {
    userid?: number
    name?: string
    missing?: boolean
    invalid?: boolean
    interwiki?: boolean
    groups?: string[]
    groupmemberships?: Array<{
      group: string
      expiry: string
    }>
    implicitgroups?: string[]
    rights?: string[]
    editcount?: number
    registration?: unknown
    emailable?: boolean
    gender?: string
    centralids?: unknown
    attachedlocal?: unknown
    cancreate?: boolean
    [name: string]: unknown;
  }
  watchlist: {
    type?: string
    ns?: number
    title?: string
    pageid?: number
    revid?: number
    old_revid?: number
    rcid?: number
    user?: string
    userid?: number
    anon?: boolean
    userhidden?: boolean
    bot?: boolean
    new?: boolean
    minor?: boolean
    oldlen?: number
    newlen?: number
    timestamp?: string
    comment?: string
    parsedcomment?: string
    commenthidden?: boolean
    redirect?: boolean
    tags?: string[]
    sha1?: string
    sha1hidden?: boolean
    patrolled?: boolean
    unpatrolled?: boolean
    autopatrolled?: boolean
    oresscores?: unknown
    logid?: number
    logtype?: string
    logaction?: string
    logparams?: unknown
    actionhidden?: boolean
    suppressed?: boolean
    logdisplay?: string
    notificationtimestamp?: string
    expiry?: unknown
  }
  watchlistraw: {
    ns: number
    title: string
    changed?: string
  }
}

/** The members that each module adds to a page, where declared. */
export interface PropResults {
  categories: {
    categories?: Array<{
      ns: number
      title: string
      sortkey?: string
      sortkeyprefix?: string
      timestamp?: string
      hidden?: boolean
    }>
  }
  categoryinfo: {
    categoryinfo?: {
      size: number
      pages: number
      files: number
      subcats: number
      hidden?: boolean
    }
  }
  contributors: {
    anoncontributors?: number
    contributors?: Array<{
      userid: number
      name: string
    }>
  }
  extlinks: {
    extlinks?: Array<{
      url: string
    }>
  }
  fileusage: {
    fileusage?: Array<{
      pageid?: number
      ns?: number
      title?: string
      redirect?: boolean
    }>
  }
  images: {
    images?: Array<{
      ns: number
      title: string
    }>
  }
  imageinfo: {
    imagerepository?: string
    badfile?: boolean
    imageinfo?: Array<Record<string, unknown>>
  }
  info: {
    contentmodel?: string
    pagelanguage?: string
    pagelanguagehtmlcode?: string
    pagelanguagedir?: string
    touched?: string
    lastrevid?: number
    length?: number
    redirect?: boolean
    new?: boolean
    protection?: Array<{
      type: string
      level: string
      expiry: string
      cascade?: boolean
      source?: string
    }>
    restrictiontypes?: string[]
    watched?: boolean
    watchlistexpiry?: string
    watchers?: number
    visitingwatchers?: number
    notificationtimestamp?: string
    talkid?: number
    subjectid?: number
    associatedpage?: string
    fullurl?: string
    editurl?: string
    canonicalurl?: string
    preload?: unknown
    displaytitle?: string
    varianttitles?: unknown
    linkclasses?: string[]
    actions?: unknown
  }
  iwlinks: {
    iwlinks?: Array<{
      prefix: string
      title: string
      url?: string
    }>
  }
  langlinks: {
    langlinks?: Array<{
      lang: string
      title: string
      url?: string
      langname?: string
      autonym?: string
    }>
  }
  links: {
    links?: Array<{
      ns: number
      title: string
    }>
  }
  linkshere: {
    linkshere?: Array<{
      pageid?: number
      ns?: number
      title?: string
      redirect?: boolean
    }>
  }
  pageprops: {
    pageprops?: Record<string, string>
  }
  redirects: {
    redirects?: Array<{
      pageid?: number
      ns?: number
      title?: string
      fragment?: string
    }>
  }
  revisions: {
    revisions?: Array<{
      revid?: number
      parentid?: number
      minor?: boolean
      user?: string
      userid?: number
      anon?: boolean
      userhidden?: boolean
      timestamp?: string
      size?: number
      sha1?: string
      sha1hidden?: boolean
      comment?: string
      parsedcomment?: string
      commenthidden?: boolean
      tags?: string[]
      roles?: string[]
      slots?: Record<string, {
        size?: number
        sha1?: string
        contentmodel?: string
        contentformat?: string
        content?: string
        badcontentformat?: boolean
        textmissing?: boolean
        texthidden?: boolean
        sha1hidden?: boolean
        nosuchsection?: boolean
      }>
      contentmodel?: string
      contentformat?: string
      content?: string
      textmissing?: boolean
      texthidden?: boolean
      badcontentformat?: boolean
      nosuchsection?: boolean
      parsetree?: string
      suppressed?: boolean
    }>
  }
  templates: {
    templates?: Array<{
      ns: number
      title: string
    }>
  }
  transcludedin: {
    transcludedin?: Array<{
      pageid?: number
      ns?: number
      title?: string
      redirect?: boolean
    }>
  }
}

/** The members that each module adds to `query`, where declared. */
export interface MetaResults {
  siteinfo: {
    general?: {
      sitename: string
      mainpage: string
      generator: string
      server: string
      lang: string
      [name: string]: unknown;
    }
    namespaces?: Record<string, {
      id: number
      case: string
      name: string
      subpages: boolean
      canonical?: string
      content: boolean
      nonincludable: boolean
      namespaceprotection?: string
      defaultcontentmodel?: string
    }>
    statistics?: {
      pages: number
      articles: number
      edits: number
      images: number
      users: number
      activeusers: number
      admins: number
      jobs: number
      [name: string]: unknown;
    }
    [name: string]: unknown;
  }
  tokens: {
    tokens: {
      csrftoken?: string
      watchtoken?: string
      patroltoken?: string
      rollbacktoken?: string
      userrightstoken?: string
      logintoken?: string
      createaccounttoken?: string
    }
  }
  userinfo: {
    userinfo: {
      id: number
      name: string
      anon?: boolean
      groups?: string[]
      implicitgroups?: string[]
      rights?: string[]
      options?: unknown
      editcount?: number
      email?: string
      [name: string]: unknown;
    }
  }
}

/** The response of each action, where declared. */
export interface ActionResults {
  edit: {
    edit: {
      result: string
      pageid?: number
      title?: string
      contentmodel?: string
      oldrevid?: number
      newrevid?: number
      newtimestamp?: string
      new?: boolean
      nochange?: boolean
      watched?: boolean
      watchlistexpiry?: string
      [name: string]: unknown;
    }
  }
  parse: {
    parse: {
      title?: string
      pageid?: number
      revid?: number
      text?: string
      wikitext?: string
      displaytitle?: string
      langlinks?: Array<{
        lang: string
        url: string
        langname: string
        autonym: string
        title: string
      }>
      categories?: Array<{
        sortkey: string
        category: string
        missing?: boolean
        hidden?: boolean
        known?: boolean
      }>
      links?: Array<{
        ns: number
        title: string
        exists: boolean
      }>
      templates?: Array<{
        ns: number
        title: string
        exists: boolean
      }>
      images?: string[]
      externallinks?: string[]
      sections?: Array<{
        toclevel: number
        level: string
        line: string
        number: string
        index: string
        anchor: string
        [name: string]: unknown;
      }>
      parsewarnings?: string[]
      iwlinks?: Array<{
        prefix: string
        url: string
        title: string
      }>
      properties?: unknown
      [name: string]: unknown;
    }
  }
  expandtemplates: {
    expandtemplates: {
      wikitext?: string
      parsetree?: string
      [name: string]: unknown;
    }
  }
  compare: {
    compare: {
      body?: string
      [name: string]: unknown;
    }
  }
  delete: {
    delete: {
      title: string
      reason: string
      logid?: number
      [name: string]: unknown;
    }
  }
  move: {
    move: {
      from: string
      to: string
      reason: string
      [name: string]: unknown;
    }
  }
  protect: {
    protect: {
      title: string
      reason: string
      cascade?: boolean
      protections: unknown[]
    }
  }
  purge: {
    purge: Array<{
      ns?: number
      title?: string
      purged?: boolean
      linkupdate?: boolean
      [name: string]: unknown;
    }>
    [name: string]: unknown;
  }
  watch: {
    watch: Array<{
      ns?: number
      title?: string
      watched?: boolean
      unwatched?: boolean
      [name: string]: unknown;
    }>
    [name: string]: unknown;
  }
  login: {
    login: {
      result: string
      reason?: string
      lguserid?: number
      lgusername?: string
      token?: string
    }
  }
  clientlogin: {
    clientlogin: {
      status: string
      username?: string
      message?: string
      messagecode?: string
      [name: string]: unknown;
    }
  }
  logout: JsonObject
  upload: {
    upload: {
      result: string
      filename?: string
      filekey?: string
      warnings?: unknown
      imageinfo?: unknown
      [name: string]: unknown;
    }
  }
  rollback: {
    rollback: {
      title: string
      pageid: number
      summary: string
      revid: number
      old_revid: number
      last_revid: number
    }
  }
  undelete: {
    undelete: {
      title: string
      revisions: number
      fileversions: number
      reason: string
    }
  }
  block: {
    block: {
      user: string
      userID: number
      id: unknown
      expiry: string
      reason: string
      [name: string]: unknown;
    }
  }
  unblock: {
    unblock: {
      id: number
      user: string
      userid: number
      reason: string
      [name: string]: unknown;
    }
  }
}

/** Members of every page. */
export type PageBase = {
  pageid?: number
  ns?: number
  title?: string
  missing?: boolean
  known?: boolean
  special?: boolean
  invalid?: boolean
  invalidreason?: string
  index?: number
}

/** Actions that use POST, and their token type. */
export const POSTED: Readonly<Record<string, { readonly token: string | null }>> = {
  block: { token: 'csrf' },
  changeauthenticationdata: { token: 'csrf' },
  changecontentmodel: { token: 'csrf' },
  clearhasmsg: { token: null },
  clientlogin: { token: 'login' },
  createaccount: { token: 'createaccount' },
  cspreport: { token: null },
  delete: { token: 'csrf' },
  edit: { token: 'csrf' },
  emailuser: { token: 'csrf' },
  filerevert: { token: 'csrf' },
  imagerotate: { token: 'csrf' },
  import: { token: 'csrf' },
  linkaccount: { token: 'csrf' },
  login: { token: null },
  logout: { token: 'csrf' },
  managetags: { token: 'csrf' },
  mergehistory: { token: 'csrf' },
  move: { token: 'csrf' },
  options: { token: 'csrf' },
  patrol: { token: 'patrol' },
  protect: { token: 'csrf' },
  purge: { token: null },
  removeauthenticationdata: { token: 'csrf' },
  resetpassword: { token: 'csrf' },
  revisiondelete: { token: 'csrf' },
  rollback: { token: 'rollback' },
  setnotificationtimestamp: { token: 'csrf' },
  setpagelanguage: { token: 'csrf' },
  stashedit: { token: 'csrf' },
  tag: { token: 'csrf' },
  unblock: { token: 'csrf' },
  undelete: { token: 'csrf' },
  unlinkaccount: { token: 'csrf' },
  upload: { token: 'csrf' },
  userrights: { token: 'userrights' },
  validatepassword: { token: null },
  watch: { token: 'watch' },
}
