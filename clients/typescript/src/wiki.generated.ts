// Generated from the declarations of both APIs by "npm run client"; do not edit.
import type { JsonObject, Many } from './common.ts'

/** Parameters of every request. */
export interface CommonParams {
  /** Refuse to work while the database is behind by more than this many seconds. */
  maxlag?: number
  /** For how many seconds shared caches may keep the answer. */
  smaxage?: number
  /** For how many seconds the caller's cache may keep the answer. */
  maxage?: number
  /** Fail unless the caller is logged in, is a bot, or is not logged in. */
  assert?: 'anon' | 'bot' | 'user'
  /** Fail unless the caller is this user. */
  assertuser?: string
  /** Any value; the answer repeats it. */
  requestid?: string
  /** Name the machine that answers. */
  servedby?: boolean
  /** Add the time of the answer. */
  curtimestamp?: boolean
  /** Name the languages of the answer. */
  responselanginfo?: boolean
  /** The site whose page makes the request, for requests between sites. */
  origin?: string
  /** The language of messages in the answer. */
  uselang?: string
  /** The variant of the language. */
  variant?: string
  /** In which form to give errors and warnings. */
  errorformat?: 'bc' | 'html' | 'none' | 'plaintext' | 'raw' | 'wikitext'
  /** The language of errors and warnings. */
  errorlang?: string
  /** Let the wiki's own versions of messages word errors and warnings. */
  errorsuselocal?: boolean
}

/** Parameters of every query. */
export interface QueryParams {
  /** List the ids of the pages apart. */
  indexpageids?: boolean
  /** Add the pages as an XML dump. */
  export?: boolean
  /** Answer with the XML dump alone. */
  exportnowrap?: boolean
  /** The version of the dump format. */
  exportschema?: '0.10' | '0.11'
  /** Give the addresses of titles on other wikis. */
  iwurl?: boolean
  /** Continue in the older way. */
  rawcontinue?: boolean
  /** The pages, by title. */
  titles?: Many<string>
  /** The pages, by id. */
  pageids?: Many<number>
  /** The pages, by the ids of their revisions. */
  revids?: Many<number>
  /** Follow redirects. */
  redirects?: boolean
  /** Try other variants of the language for titles that are not found. */
  converttitles?: boolean
}

/** Keeps somebody from changing the wiki, or parts of it. */
export interface Block {
  /** Whom: a name, #number, an address or a range of addresses. */
  user?: string
  /**
   * The number of the account, instead of its name.
   * @deprecated
   */
  userid?: number
  /** Until when: a time, a length such as 3 days, or never. */
  expiry?: string
  /** Why. */
  reason?: string
  /** Of an address: block only those who have not logged in. */
  anononly?: boolean
  /** Let them make no accounts. */
  nocreate?: boolean
  /** Block the address that they last came from too, and those that they come from later. */
  autoblock?: boolean
  /** Let them send no mail through the wiki. */
  noemail?: boolean
  /** Hide their name everywhere. Takes the right hideuser. */
  hidename?: boolean
  /** Let them write on their own talk page. */
  allowusertalk?: boolean
  /** Change the block that they have. */
  reblock?: boolean
  /** Watch their page and their talk page. */
  watchuser?: boolean
  /** How long to watch the page: a time or a length such as 1 month; what is watched already keeps its end without it. */
  watchlistexpiry?: string
  /** Tags to put on the entry in the block log. */
  tags?: Many<string>
  /** Block them from some pages or namespaces alone. */
  partial?: boolean
  /** Those pages. */
  pagerestrictions?: Many<string>
  /** Those namespaces. */
  namespacerestrictions?: Many<number | '*'>
  /** A token of the type the module asks for, from meta=tokens. */
  token?: string
}

/** Changes what the caller logs in with: their password. */
export interface Changeauthenticationdata {
  /** Which way to log in to change, by its id. */
  changeauthrequest: string
  /** A token of the type the module asks for, from meta=tokens. */
  changeauthtoken?: string
}

/** Changes what kind of content a page has. */
export interface Changecontentmodel {
  /** The title of the page. */
  title?: string
  /** The id of the page, instead of its title. */
  pageid?: number
  /** Why; part of the summary of the edit, and in the log. */
  summary?: string
  /** Tags to put on the edit and on the entry in the log. */
  tags?: Many<string>
  /** The content model that the page shall have. */
  model: 'css' | 'javascript' | 'json' | 'text' | 'wikitext'
  /** Mark the edit as that of a bot. */
  bot?: boolean
  /** A token of the type the module asks for, from meta=tokens. */
  token?: string
}

/** Tells whether a token would be accepted. */
export interface Checktoken {
  /** The type of the token. */
  type: 'createaccount' | 'csrf' | 'login' | 'patrol' | 'rollback' | 'userrights' | 'watch'
  /** A token of the type the module asks for, from meta=tokens. */
  token?: string
  /** How old the token may be, in seconds. */
  maxtokenage?: number
}

/** Notes that the caller has seen what others wrote on their talk page. */
export interface Clearhasmsg {
}

/** Logs a person in, step by step where more than a password is needed. */
export interface Clientlogin {
  /** Only these ways to log in. */
  loginrequests?: Many<string>
  /** In which format to give messages. */
  loginmessageformat?: 'html' | 'none' | 'raw' | 'wikitext'
  /** Give the fields of all requests as one list. */
  loginmergerequestfields?: boolean
  /** Keep what the person already gave in an earlier, failed attempt to log in. */
  loginpreservestate?: boolean
  /** Where another service should lead the person back to. */
  loginreturnurl?: string
  /** Go on after the service that was named has sent the person back. */
  logincontinue?: boolean
  /** A token of the type the module asks for, from meta=tokens. */
  logintoken?: string
}

/** Shows how two pages, revisions or texts differ. */
export interface Compare {
  /** The page on the left, as it is now. */
  fromtitle?: string
  /** The id of the page on the left. */
  fromid?: number
  /** The revision on the left. */
  fromrev?: number
  /** The slots on the left whose text comes with the request. */
  fromslots?: Many<'main'>
  /** The text of the slot on the left. */
  [name: `fromtext-${string}`]: string | undefined
  /** The section of the page on the left that the text takes the place of. */
  [name: `fromsection-${string}`]: string | undefined
  /** The format of that text. */
  [name: `fromcontentformat-${string}`]: 'application/json' | 'application/octet-stream' | 'application/unknown' | 'application/x-binary' | 'text/css' | 'text/javascript' | 'text/plain' | 'text/unknown' | 'text/x-wiki' | 'unknown/unknown' | undefined
  /** The content model of that text. */
  [name: `fromcontentmodel-${string}`]: 'css' | 'javascript' | 'json' | 'text' | 'unknown' | 'wikitext' | undefined
  /** Sign and substitute the text on the left, as if it were saved. */
  frompst?: boolean
  /**
   * The text on the left; fromtext-main takes its place.
   * @deprecated
   */
  fromtext?: string
  /**
   * The format of that text.
   * @deprecated
   */
  fromcontentformat?: 'application/json' | 'application/octet-stream' | 'application/unknown' | 'application/x-binary' | 'text/css' | 'text/javascript' | 'text/plain' | 'text/unknown' | 'text/x-wiki' | 'unknown/unknown'
  /**
   * The content model of that text.
   * @deprecated
   */
  fromcontentmodel?: 'css' | 'javascript' | 'json' | 'text' | 'unknown' | 'wikitext'
  /**
   * Compare only this section of the text on the left.
   * @deprecated
   */
  fromsection?: string
  /** The page on the right, as it is now. */
  totitle?: string
  /** The id of the page on the right. */
  toid?: number
  /** The revision on the right. */
  torev?: number
  /** Compare with the revision before the one on the left, after it, or the latest of its page. */
  torelative?: 'cur' | 'next' | 'prev'
  /** The slots on the right whose text comes with the request. */
  toslots?: Many<'main'>
  /** The text of the slot on the right. */
  [name: `totext-${string}`]: string | undefined
  /** The section of the page on the right that the text takes the place of. */
  [name: `tosection-${string}`]: string | undefined
  /** The format of that text. */
  [name: `tocontentformat-${string}`]: 'application/json' | 'application/octet-stream' | 'application/unknown' | 'application/x-binary' | 'text/css' | 'text/javascript' | 'text/plain' | 'text/unknown' | 'text/x-wiki' | 'unknown/unknown' | undefined
  /** The content model of that text. */
  [name: `tocontentmodel-${string}`]: 'css' | 'javascript' | 'json' | 'text' | 'unknown' | 'wikitext' | undefined
  /** Sign and substitute the text on the right, as if it were saved. */
  topst?: boolean
  /**
   * The text on the right; totext-main takes its place.
   * @deprecated
   */
  totext?: string
  /**
   * The format of that text.
   * @deprecated
   */
  tocontentformat?: 'application/json' | 'application/octet-stream' | 'application/unknown' | 'application/x-binary' | 'text/css' | 'text/javascript' | 'text/plain' | 'text/unknown' | 'text/x-wiki' | 'unknown/unknown'
  /**
   * The content model of that text.
   * @deprecated
   */
  tocontentmodel?: 'css' | 'javascript' | 'json' | 'text' | 'unknown' | 'wikitext'
  /**
   * Compare only this section of the text on the right.
   * @deprecated
   */
  tosection?: string
  /** What to tell. */
  prop?: Many<'comment' | 'diff' | 'diffsize' | 'ids' | 'parsedcomment' | 'rel' | 'size' | 'timestamp' | 'title' | 'user'>
  /** Show a table for each of these slots instead of one for all. */
  slots?: Many<'main' | '*'>
}

/** Opens an account. */
export interface Createaccount {
  /** Only these parts of the form, by their ids. */
  createrequests?: Many<string>
  /** In which format to give messages. */
  createmessageformat?: 'html' | 'none' | 'raw' | 'wikitext'
  /** Give the fields of all requests as one list. */
  createmergerequestfields?: boolean
  /** Keep what the person already gave in an earlier, failed attempt to log in. */
  createpreservestate?: boolean
  /** Where another service should lead the person back to. */
  createreturnurl?: string
  /** Go on after the service that was named has sent the person back. */
  createcontinue?: boolean
  /** A token of the type the module asks for, from meta=tokens. */
  createtoken?: string
}

/** Takes the reports of browsers that kept a page from loading something, and logs them. */
export interface Cspreport {
  /** The page was only watched, and nothing was kept from it. */
  reportonly?: boolean
  /** What made the browser report. */
  source?: string
}

/** Deletes a page. Its revisions are kept, and can be brought back. */
export interface Delete {
  /** The title of the page to delete. */
  title?: string
  /** The id of the page to delete, instead of its title. */
  pageid?: number
  /** Why. Without one, the log says what the page said and who wrote it. */
  reason?: string
  /** Tags to put on the entry in the deletion log. */
  tags?: Many<string>
  /** Delete the talk page too, where there is one. */
  deletetalk?: boolean
  /**
   * Watch the page from now on.
   * @deprecated
   */
  watch?: boolean
  /** Whether to watch the page from now on: yes, no, as the preferences say, or as before. */
  watchlist?: 'nochange' | 'preferences' | 'unwatch' | 'watch'
  /** How long to watch the page: a time or a length such as 1 month; what is watched already keeps its end without it. */
  watchlistexpiry?: string
  /**
   * No longer watch the page.
   * @deprecated
   */
  unwatch?: boolean
  /** The name of an old version of a file, to delete that version alone. */
  oldimage?: string
  /** A token of the type the module asks for, from meta=tokens. */
  token?: string
}

/** Begins pages and changes them. */
export interface Edit {
  /** The title of the page to change. */
  title?: string
  /** The id of the page to change, instead of its title. */
  pageid?: number
  /** Which section to change: a number, 0 for what stands before the first, new for a new one. */
  section?: string
  /** The heading of a new section. */
  sectiontitle?: string
  /** What the page, or the section, shall say. */
  text?: string
  /** What the change is about. Also the heading of a new section that has no other. */
  summary?: string
  /** Tags to put on the change. */
  tags?: Many<string>
  /** Mark the change as minor. */
  minor?: boolean
  /** Do not mark the change as minor, even if the preferences say so. */
  notminor?: boolean
  /** Mark the change as that of a bot. */
  bot?: boolean
  /** The revision that the change was made on. What others changed since is kept, or the change is refused. */
  baserevid?: number
  /** The time of the revision that the change was made on, instead of its number. */
  basetimestamp?: string | Date
  /** When the change was begun. A page that was deleted since does not come back. */
  starttimestamp?: string | Date
  /** Begin the page anew even if it was deleted meanwhile. */
  recreate?: boolean
  /** Do nothing if the page exists. */
  createonly?: boolean
  /** Do nothing if the page does not exist. */
  nocreate?: boolean
  /**
   * Watch the page from now on.
   * @deprecated
   */
  watch?: boolean
  /**
   * No longer watch the page.
   * @deprecated
   */
  unwatch?: boolean
  /** Whether to watch the page from now on: yes, no, as the preferences say, or as before. */
  watchlist?: 'nochange' | 'preferences' | 'unwatch' | 'watch'
  /** How long to watch the page: a time or a length such as 1 month; what is watched already keeps its end without it. */
  watchlistexpiry?: string
  /** The MD5 hash of the text, or of the texts put before and behind. If it does not fit, nothing is changed. */
  md5?: string
  /** Put this before the text. */
  prependtext?: string
  /** Put this behind the text. */
  appendtext?: string
  /** Take back this revision. */
  undo?: number
  /** Take back all revisions after this one, up to the one to undo. */
  undoafter?: number
  /** Change the page that a redirect leads to. */
  redirect?: boolean
  /** In which format the text is given. */
  contentformat?: 'application/json' | 'application/octet-stream' | 'application/unknown' | 'application/x-binary' | 'text/css' | 'text/javascript' | 'text/plain' | 'text/unknown' | 'text/x-wiki' | 'unknown/unknown'
  /** Which kind of content the page shall have. */
  contentmodel?: 'css' | 'javascript' | 'json' | 'text' | 'unknown' | 'wikitext'
  /** A token of the type the module asks for, from meta=tokens. */
  token?: string
}

/** Sends a mail to somebody who takes mail from others. */
export interface Emailuser {
  /** To whom. */
  target: string
  /** What it is about. */
  subject: string
  /** What it says. */
  text: string
  /** Send the caller a copy. */
  ccme?: boolean
  /** A token of the type the module asks for, from meta=tokens. */
  token?: string
}

/** Puts the texts of templates in their places, and what parser functions and variables give. */
export interface Expandtemplates {
  /** The page that the text is said to stand on. */
  title?: string
  /** The wikitext to expand. */
  text: string
  /** The revision that variables such as REVISIONID tell of. */
  revid?: number
  /** What to answer with. */
  prop?: Many<'categories' | 'encodedjsconfigvars' | 'jsconfigvars' | 'modules' | 'parsetree' | 'properties' | 'ttl' | 'volatile' | 'wikitext'>
  /** Leave comments in the text. */
  includecomments?: boolean
  /** Tell how values of jsconfigvars are put together. */
  showstrategykeys?: boolean
  /**
   * Show the tree of calls; prop=parsetree takes its place.
   * @deprecated
   */
  generatexml?: boolean
}

/** What somebody has edited, as a feed. */
export interface Feedcontributions {
  /** The format of the feed. */
  feedformat?: 'atom' | 'rss'
  /** Whose edits to list. */
  user: string
  /** Only edits of pages in this namespace. */
  namespace?: number
  /** Edits of this year and earlier. */
  year?: number
  /** Edits of this month and earlier. */
  month?: number
  /** Tags. As in MediaWiki 1.39, they make no difference. */
  tagfilter?: Many<string>
  /** Only edits of which something is hidden. */
  deletedonly?: boolean
  /** Only edits that are the latest of their pages. */
  toponly?: boolean
  /** Only edits that began a page. */
  newonly?: boolean
  /** Without minor edits. */
  hideminor?: boolean
  /** Tell by how much each edit changed the size of its page. */
  showsizediff?: boolean
}

/** Recent changes as a feed. */
export interface Feedrecentchanges {
  /** The format of the feed. */
  feedformat?: 'atom' | 'rss'
  /** Only changes to pages of this namespace. */
  namespace?: number
  /** Changes to all namespaces but that one. */
  invert?: boolean
  /** With that namespace, the one of its talk pages or of the pages they talk about. */
  associated?: boolean
  /** How many days to go back. */
  days?: number
  /** How many changes there are at most. */
  limit?: number
  /** Only changes since then. */
  from?: string | Date
  /** Without minor edits. */
  hideminor?: boolean
  /** Without changes of bots. */
  hidebots?: boolean
  /** Without changes of people who have no account. */
  hideanons?: boolean
  /** Without changes of people who have an account. */
  hideliu?: boolean
  /** Without changes that somebody has looked at. */
  hidepatrolled?: boolean
  /** Without the caller's own changes. */
  hidemyself?: boolean
  /** Without changes of what is in categories. */
  hidecategorization?: boolean
  /** Only changes with this tag. */
  tagfilter?: string
  /** Only changes to pages that this one links to. */
  target?: string
  /** Only changes to pages that link to the target instead. */
  showlinkedto?: boolean
}

/** Changes to watched pages as a feed. */
export interface Feedwatchlist {
  /** The format of the feed. */
  feedformat?: 'atom' | 'rss'
  /** How many hours to go back. */
  hours?: number
  /** Link to the sections that were changed, where the summaries name them. */
  linktosections?: boolean
  /** Every change to a page, not only the latest. */
  allrev?: boolean
  /** Whose watchlist it is, together with their token. */
  wlowner?: string
  /** The secret token that the owner of the watchlist has given the caller. */
  wltoken?: string
  /** Only changes of these kinds. */
  wlshow?: Many<'!anon' | '!autopatrolled' | '!bot' | '!minor' | '!patrolled' | '!unread' | 'anon' | 'autopatrolled' | 'bot' | 'minor' | 'patrolled' | 'unread'>
  /** Which kinds of changes to list. */
  wltype?: Many<'categorize' | 'edit' | 'external' | 'log' | 'new'>
  /** Without changes of this user. */
  wlexcludeuser?: string
}

/** Makes an earlier version of a file the current one. */
export interface Filerevert {
  /** The name of the file, without the namespace. */
  filename: string
  /** A line for the log. */
  comment?: string
  /** The name of the earlier version, as the archivename of imageinfo tells it. */
  archivename: string
  /** A token of the type the module asks for, from meta=tokens. */
  token?: string
}

/** Explains modules and their parameters on a page for people. */
export interface Help {
  /** Which modules, by path: query+allpages. */
  modules?: Many<string>
  /** Show the modules below, too. */
  submodules?: boolean
  /** Show the modules below on all levels. */
  recursivesubmodules?: boolean
  /** Give the page inside an answer of the format asked for. */
  wrap?: boolean
  /** Add a table of contents. */
  toc?: boolean
}

/** Turns pictures by quarters of a circle, clockwise. Each becomes a new version of its file. */
export interface Imagerotate {
  /** Degrees to turn the pictures by. */
  rotation: '90' | '180' | '270'
  /** Where the previous answer stopped. Take the value from that answer. */
  continue?: string
  /** Tags to put on the entries in the upload log. */
  tags?: Many<string>
  /** Only these titles. */
  titles?: Many<string>
  /** The pages, by id. */
  pageids?: Many<number>
  /** The pages, by the ids of their revisions. */
  revids?: Many<number>
  /** A list whose results are the pages. */
  generator?: string
  /** Follow redirects. */
  redirects?: boolean
  /** Try other variants of the language for titles that are not found. */
  converttitles?: boolean
  /** A token of the type the module asks for, from meta=tokens. */
  token?: string
}

/** Brings in pages of another wiki with their histories, from a file. */
export interface Import {
  /** What to say in the log and in the histories. */
  summary?: string
  /** The file, as a wiki exports it. */
  xml?: Blob
  /** What people of the other wiki are named with here, before their names. */
  interwikiprefix?: string
  /** The wiki to fetch the page from. */
  interwikisource?: string
  /** The page to fetch from the other wiki. */
  interwikipage?: string
  /** Fetch the whole history, not the latest revision alone. */
  fullhistory?: boolean
  /** Fetch all that the page includes too. */
  templates?: boolean
  /** Bring all pages into this namespace. */
  namespace?: number
  /** Count as theirs what people did there who have an account of that name here. */
  assignknownusers?: boolean
  /** Bring all pages in below this page. */
  rootpage?: string
  /** Tags to put on the entries in the import log and on the revisions that tell of it. */
  tags?: Many<string>
  /** A token of the type the module asks for, from meta=tokens. */
  token?: string
}

/** Lets the caller log in with an account elsewhere, where the wiki knows another service. */
export interface Linkaccount {
  /** Only these services, by their ids. */
  linkrequests?: Many<string>
  /** In which format to give messages. */
  linkmessageformat?: 'html' | 'none' | 'raw' | 'wikitext'
  /** Give the fields of all requests as one list. */
  linkmergerequestfields?: boolean
  /** Where the service should lead the person back to. */
  linkreturnurl?: string
  /** Go on after the service has sent the person back. */
  linkcontinue?: boolean
  /** A token of the type the module asks for, from meta=tokens. */
  linktoken?: string
}

/** Logs in with a name and a password, or with a bot password. */
export interface Login {
  /** The user name. */
  lgname?: string
  /** The password. */
  lgpassword?: string
  /** The domain; not needed here. */
  lgdomain?: string
  /** A token of the type the module asks for, from meta=tokens. */
  lgtoken?: string
}

/** Ends the session. */
export interface Logout {
  /** A token of the type the module asks for, from meta=tokens. */
  token?: string
}

/** Sets up tags that people may put on changes, and does away with them. */
export interface Managetags {
  /** What to do. */
  operation: 'activate' | 'create' | 'deactivate' | 'delete'
  /** The tag. */
  tag: string
  /** Why. */
  reason?: string
  /** Do it even if there is a warning. */
  ignorewarnings?: boolean
  /** Tags to put on the entry in the log. */
  tags?: Many<string>
  /** A token of the type the module asks for, from meta=tokens. */
  token?: string
}

/** Moves revisions of a page into the history of another that began later. */
export interface Mergehistory {
  /** The title of the page that revisions are taken from. */
  from?: string
  /** The id of that page, instead of its title. */
  fromid?: number
  /** The title of the page that they go to. */
  to?: string
  /** The id of that page, instead of its title. */
  toid?: number
  /** Up to when revisions are moved. Without a time, all of them. */
  timestamp?: string | Date
  /** Why. */
  reason?: string
  /** A token of the type the module asks for, from meta=tokens. */
  token?: string
}

/** Gives a page another title. */
export interface Move {
  /** The title of the page to move. */
  from?: string
  /** The id of the page to move, instead of its title. */
  fromid?: number
  /** The title that the page shall have. */
  to: string
  /** Why. */
  reason?: string
  /** Move the talk page too, where there is one. */
  movetalk?: boolean
  /** Move subpages too, as far as they can be moved. */
  movesubpages?: boolean
  /** Do not leave a redirect where the page was. */
  noredirect?: boolean
  /** Whether to watch the page and the redirect from now on. */
  watchlist?: 'nochange' | 'preferences' | 'unwatch' | 'watch'
  /** How long to watch the page: a time or a length such as 1 month; what is watched already keeps its end without it. */
  watchlistexpiry?: string
  /** Move even if there is a warning. */
  ignorewarnings?: boolean
  /** Tags to put on the entry in the move log and on the revision that tells of the move. */
  tags?: Many<string>
  /** A token of the type the module asks for, from meta=tokens. */
  token?: string
}

/** Suggests pages while somebody types, in the formats of the OpenSearch protocol. */
export interface Opensearch {
  /** What to search for. */
  search: string
  /** Only in these namespaces. */
  namespace?: Many<number | '*'>
  /** How many results to give at most. */
  limit?: number | 'max'
  /**
   * No longer does anything.
   * @deprecated
   */
  suggest?: boolean
  /** Follow redirects. */
  redirects?: 'resolve' | 'return'
  /** In which format to answer. */
  format?: 'json' | 'jsonfm' | 'xml' | 'xmlfm'
  /** Refuse a format that can show no warnings when there are some. */
  warningsaserror?: boolean
}

/** Changes the caller's own preferences. */
export interface Options {
  /** Set everything back to what the site has by default. */
  reset?: boolean
  /** What of it to set back. */
  resetkinds?: Many<'all' | 'registered' | 'registered-checkmatrix' | 'registered-multiselect' | 'special' | 'unused' | 'userjs'>
  /** Preferences with their values, such as skin=vector; without a value, the default holds again. */
  change?: Many<string>
  /** The name of a preference whose value may have a bar in it. */
  optionname?: string
  /** Its value. */
  optionvalue?: string
  /** A token of the type the module asks for, from meta=tokens. */
  token?: string
}

/** The listing of modules: which exist, and which parameters each of them takes. */
export interface Paraminfo {
  /** Which modules, by path: query+allpages. An asterisk stands for all below a path, two for all levels. */
  modules?: Many<string>
  /** In which form to give descriptions. */
  helpformat?: 'html' | 'none' | 'raw' | 'wikitext'
  /**
   * The older way to name query modules.
   * @deprecated
   */
  querymodules?: Many<'allcategories' | 'alldeletedrevisions' | 'allfileusages' | 'allimages' | 'alllinks' | 'allmessages' | 'allpages' | 'allredirects' | 'allrevisions' | 'alltransclusions' | 'allusers' | 'authmanagerinfo' | 'backlinks' | 'blocks' | 'categories' | 'categoryinfo' | 'categorymembers' | 'contributors' | 'deletedrevisions' | 'deletedrevs' | 'duplicatefiles' | 'embeddedin' | 'extlinks' | 'exturlusage' | 'filearchive' | 'filerepoinfo' | 'fileusage' | 'imageinfo' | 'images' | 'imageusage' | 'info' | 'iwbacklinks' | 'iwlinks' | 'langbacklinks' | 'langlinks' | 'languageinfo' | 'links' | 'linkshere' | 'logevents' | 'mystashedfiles' | 'pagepropnames' | 'pageprops' | 'pageswithprop' | 'prefixsearch' | 'protectedtitles' | 'querypage' | 'random' | 'recentchanges' | 'redirects' | 'revisions' | 'search' | 'siteinfo' | 'stashimageinfo' | 'tags' | 'templates' | 'tokens' | 'transcludedin' | 'usercontribs' | 'userinfo' | 'users' | 'watchlist' | 'watchlistraw'>
  /**
   * The older way to ask for the main module.
   * @deprecated
   */
  mainmodule?: string
  /**
   * The older way to ask for the parameters of a page set.
   * @deprecated
   */
  pagesetmodule?: string
  /**
   * The older way to name formats.
   * @deprecated
   */
  formatmodules?: Many<'json' | 'jsonfm' | 'none' | 'php' | 'phpfm' | 'rawfm' | 'xml' | 'xmlfm'>
}

/** Makes HTML of a page or of a text, and tells what is in it. */
export interface Parse {
  /** The title this is about. */
  title?: string
  /** The text to parse; title or contentmodel say what kind of text it is. */
  text?: string
  /** The revision that the text counts as, for {{REVISIONID}} and its like. */
  revid?: number
  /** An edit summary to parse. */
  summary?: string
  /** Which list. */
  page?: string
  /** The id of the page this is about, instead of its title. */
  pageid?: number
  /** Follow redirects. */
  redirects?: boolean
  /** Parse this revision; goes before page and pageid. */
  oldid?: number
  /** What to tell of each result. */
  prop?: Many<'categories' | 'categorieshtml' | 'displaytitle' | 'encodedjsconfigvars' | 'externallinks' | 'headhtml' | 'images' | 'indicators' | 'iwlinks' | 'jsconfigvars' | 'langlinks' | 'limitreportdata' | 'limitreporthtml' | 'links' | 'modules' | 'parsetree' | 'parsewarnings' | 'parsewarningshtml' | 'properties' | 'revid' | 'sections' | 'subtitle' | 'templates' | 'text' | 'wikitext' | 'headitems'>
  /** The class of the element around the result. */
  wrapoutputclass?: string
  /** Do to the text first what saving does: signatures, substituted templates. */
  pst?: boolean
  /** Do to the text what saving does, and parse nothing. */
  onlypst?: boolean
  /**
   * Include links to other languages that extensions bring.
   * @deprecated
   */
  effectivelanglinks?: boolean
  /** Show one section of the text, by its number. */
  section?: string
  /** The heading of a new section, with section=new. */
  sectiontitle?: string
  /**
   * The older name of disablelimitreport.
   * @deprecated
   */
  disablepp?: boolean
  /** Leave out the report on how much work the parsing was. */
  disablelimitreport?: boolean
  /** Leave out the links to edit sections. */
  disableeditsection?: boolean
  /** Keep style sheets that come several times. */
  disablestylededuplication?: boolean
  /** Tell which strategies merged the properties of the output. */
  showstrategykeys?: boolean
  /**
   * Show the text as an XML tree.
   * @deprecated
   */
  generatexml?: boolean
  /** Parse as a preview does. */
  preview?: boolean
  /** Parse as the preview of a section does. */
  sectionpreview?: boolean
  /** Leave out the table of contents. */
  disabletoc?: boolean
  /** For which skin to make the result. */
  useskin?: 'apioutput' | 'fallback' | 'minerva' | 'monobook' | 'timeless' | 'vector' | 'vector-2022'
  /** In which format to show and to read text. */
  contentformat?: 'application/json' | 'application/octet-stream' | 'application/unknown' | 'application/x-binary' | 'text/css' | 'text/javascript' | 'text/plain' | 'text/unknown' | 'text/x-wiki' | 'unknown/unknown'
  /** The content model of the text. */
  contentmodel?: 'css' | 'javascript' | 'json' | 'text' | 'unknown' | 'wikitext'
}

/** Notes that somebody has looked at an edit. */
export interface Patrol {
  /** The number of the edit in recent changes. */
  rcid?: number
  /** The number of the revision, instead of that in recent changes. */
  revid?: number
  /** Tags to put on the entry in the patrol log. */
  tags?: Many<string>
  /** A token of the type the module asks for, from meta=tokens. */
  token?: string
}

/** Changes who may do what to a page. */
export interface Protect {
  /** The title of the page. */
  title?: string
  /** The id of the page, instead of its title. */
  pageid?: number
  /** What may be done by whom, such as edit=sysop; all opens it again. What is not named is open to everybody afterwards. */
  protections: Many<string>
  /** Until when: one time for all of them, or one for each. infinite, indefinite, infinity or never for ever. */
  expiry?: Many<string>
  /** Why. */
  reason?: string
  /** Tags to put on the entry in the protection log. */
  tags?: Many<string>
  /** Protect what the page includes too. Only with levels that allow it. */
  cascade?: boolean
  /**
   * Watch the page from now on.
   * @deprecated
   */
  watch?: boolean
  /** Whether to watch the page from now on: yes, no, as the preferences say, or as before. */
  watchlist?: 'nochange' | 'preferences' | 'unwatch' | 'watch'
  /** How long to watch the page: a time or a length such as 1 month; what is watched already keeps its end without it. */
  watchlistexpiry?: string
  /** A token of the type the module asks for, from meta=tokens. */
  token?: string
}

/** Marks pages as changed, so that nobody shows an older form of them; has their links noted anew if asked to. */
export interface Purge {
  /** Note what the pages link to anew. */
  forcelinkupdate?: boolean
  /** Note what the pages link to anew, and later also those that include them. */
  forcerecursivelinkupdate?: boolean
  /** Where the previous answer stopped. Take the value from that answer. */
  continue?: string
  /** Only these titles. */
  titles?: Many<string>
  /** The pages, by id. */
  pageids?: Many<number>
  /** The pages, by the ids of their revisions. */
  revids?: Many<number>
  /** A list whose results are the pages. */
  generator?: string
  /** Follow redirects. */
  redirects?: boolean
  /** Try other variants of the language for titles that are not found. */
  converttitles?: boolean
}

/** Gives up a way to log in: a new password that was sent by mail. */
export interface Removeauthenticationdata {
  /** Which one, by its id. */
  request: string
  /** A token of the type the module asks for, from meta=tokens. */
  token?: string
}

/** Sends a link by mail with which somebody can choose a new password. */
export interface Resetpassword {
  /** Who has forgotten their password. */
  user?: string
  /** The address of whoever has. With a name, both must fit. */
  email?: string
  /** A token of the type the module asks for, from meta=tokens. */
  token?: string
}

/** Hides parts of revisions, log entries and versions of files, or shows them again. */
export interface Revisiondelete {
  /** What the numbers stand for. */
  type: 'archive' | 'filearchive' | 'logging' | 'oldimage' | 'revision'
  /** The title of the page or file that they belong to, where the numbers alone do not tell. */
  target?: string
  /** The numbers; deleted revisions and old versions of files are named by their times. */
  ids: Many<string>
  /** What to hide from now on. */
  hide?: Many<'comment' | 'content' | 'user'>
  /** What to show again. */
  show?: Many<'comment' | 'content' | 'user'>
  /** Whether to hide it from administrators too. */
  suppress?: 'no' | 'nochange' | 'yes'
  /** Why. */
  reason?: string
  /** Tags to put on the entry in the deletion log. */
  tags?: Many<string>
  /** A token of the type the module asks for, from meta=tokens. */
  token?: string
}

/** Takes back the last edits of a page, as far as one person made them one after the other. */
export interface Rollback {
  /** The title of the page. */
  title?: string
  /** The id of the page, instead of its title. */
  pageid?: number
  /** Tags to put on the rollback. */
  tags?: Many<string>
  /** Who made the edits. If somebody else has edited since, nothing is done. */
  user: string
  /** What to say about it, instead of the usual words. */
  summary?: string
  /** Have the edits and the rollback pass as those of a bot. */
  markbot?: boolean
  /** Whether to watch the page from now on: yes, no, as the preferences say, or as before. */
  watchlist?: 'nochange' | 'preferences' | 'unwatch' | 'watch'
  /** How long to watch the page: a time or a length such as 1 month; what is watched already keeps its end without it. */
  watchlistexpiry?: string
  /** A token of the type the module asks for, from meta=tokens. */
  token?: string
}

/** Tells programs in the format "Really Simple Discovery" where this API is. */
export interface Rsd {
}

/** Notes until when the caller has seen pages that they watch. */
export interface Setnotificationtimestamp {
  /** All pages that the caller watches. */
  entirewatchlist?: boolean
  /** The time of the first change that the caller has not seen. Without it, they have seen all. */
  timestamp?: string | Date
  /** The first revision that the caller has not seen; for one page. */
  torevid?: number
  /** The last revision that the caller has seen; for one page. */
  newerthanrevid?: number
  /** Where the previous answer stopped. Take the value from that answer. */
  continue?: string
  /** Only these titles. */
  titles?: Many<string>
  /** The pages, by id. */
  pageids?: Many<number>
  /** The pages, by the ids of their revisions. */
  revids?: Many<number>
  /** A list whose results are the pages. */
  generator?: string
  /** Follow redirects. */
  redirects?: boolean
  /** Try other variants of the language for titles that are not found. */
  converttitles?: boolean
  /** A token of the type the module asks for, from meta=tokens. */
  token?: string
}

/** Says which language a page is written in, where the wiki lets pages have languages of their own. */
export interface Setpagelanguage {
  /** The title of the page. */
  title?: string
  /** The id of the page, instead of its title. */
  pageid?: number
  /** The code of the language; default for that of the wiki. */
  lang: 'default' | 'aa' | 'ab' | 'abs' | 'ace' | 'ady' | 'ady-cyrl' | 'aeb' | 'aeb-arab' | 'aeb-latn' | 'af' | 'ak' | 'aln' | 'als' | 'alt' | 'am' | 'ami' | 'an' | 'ang' | 'anp' | 'ar' | 'arc' | 'arn' | 'arq' | 'ary' | 'arz' | 'as' | 'ase' | 'ast' | 'atj' | 'av' | 'avk' | 'awa' | 'ay' | 'az' | 'azb' | 'ba' | 'ban' | 'ban-bali' | 'bar' | 'bat-smg' | 'bbc' | 'bbc-latn' | 'bcc' | 'bci' | 'bcl' | 'be' | 'be-tarask' | 'be-x-old' | 'bg' | 'bgn' | 'bh' | 'bho' | 'bi' | 'bjn' | 'blk' | 'bm' | 'bn' | 'bo' | 'bpy' | 'bqi' | 'br' | 'brh' | 'bs' | 'btm' | 'bto' | 'bug' | 'bxr' | 'ca' | 'cbk-zam' | 'cdo' | 'ce' | 'ceb' | 'ch' | 'cho' | 'chr' | 'chy' | 'ckb' | 'co' | 'cps' | 'cr' | 'crh' | 'crh-cyrl' | 'crh-latn' | 'cs' | 'csb' | 'cu' | 'cv' | 'cy' | 'da' | 'dag' | 'de' | 'de-at' | 'de-ch' | 'de-formal' | 'din' | 'diq' | 'dsb' | 'dtp' | 'dty' | 'dv' | 'dz' | 'ee' | 'egl' | 'el' | 'eml' | 'en' | 'en-ca' | 'en-gb' | 'eo' | 'es' | 'es-419' | 'es-formal' | 'et' | 'eu' | 'ext' | 'fa' | 'fat' | 'ff' | 'fi' | 'fit' | 'fiu-vro' | 'fj' | 'fo' | 'fon' | 'fr' | 'frc' | 'frp' | 'frr' | 'fur' | 'fy' | 'ga' | 'gaa' | 'gag' | 'gan' | 'gan-hans' | 'gan-hant' | 'gcr' | 'gd' | 'gl' | 'gld' | 'glk' | 'gn' | 'gom' | 'gom-deva' | 'gom-latn' | 'gor' | 'got' | 'gpe' | 'grc' | 'gsw' | 'gu' | 'guc' | 'gur' | 'guw' | 'gv' | 'ha' | 'hak' | 'haw' | 'he' | 'hi' | 'hif' | 'hif-latn' | 'hil' | 'ho' | 'hr' | 'hrx' | 'hsb' | 'hsn' | 'ht' | 'hu' | 'hu-formal' | 'hy' | 'hyw' | 'hz' | 'ia' | 'id' | 'ie' | 'ig' | 'ii' | 'ik' | 'ike-cans' | 'ike-latn' | 'ilo' | 'inh' | 'io' | 'is' | 'it' | 'iu' | 'ja' | 'jam' | 'jbo' | 'jut' | 'jv' | 'ka' | 'kaa' | 'kab' | 'kbd' | 'kbd-cyrl' | 'kbp' | 'kcg' | 'kea' | 'kg' | 'khw' | 'ki' | 'kiu' | 'kj' | 'kjp' | 'kk' | 'kk-arab' | 'kk-cn' | 'kk-cyrl' | 'kk-kz' | 'kk-latn' | 'kk-tr' | 'kl' | 'km' | 'kn' | 'ko' | 'ko-kp' | 'koi' | 'kr' | 'krc' | 'kri' | 'krj' | 'krl' | 'ks' | 'ks-arab' | 'ks-deva' | 'ksh' | 'ksw' | 'ku' | 'ku-arab' | 'ku-latn' | 'kum' | 'kv' | 'kw' | 'ky' | 'la' | 'lad' | 'lb' | 'lbe' | 'lez' | 'lfn' | 'lg' | 'li' | 'lij' | 'liv' | 'lki' | 'lld' | 'lmo' | 'ln' | 'lo' | 'loz' | 'lrc' | 'lt' | 'ltg' | 'lus' | 'luz' | 'lv' | 'lzh' | 'lzz' | 'mad' | 'mai' | 'map-bms' | 'mdf' | 'mg' | 'mh' | 'mhr' | 'mi' | 'min' | 'mk' | 'ml' | 'mn' | 'mni' | 'mnw' | 'mo' | 'mos' | 'mr' | 'mrh' | 'mrj' | 'ms' | 'ms-arab' | 'mt' | 'mus' | 'mwl' | 'my' | 'myv' | 'mzn' | 'na' | 'nah' | 'nan' | 'nap' | 'nb' | 'nds' | 'nds-nl' | 'ne' | 'new' | 'ng' | 'nia' | 'niu' | 'nl' | 'nl-informal' | 'nmz' | 'nn' | 'no' | 'nod' | 'nov' | 'nqo' | 'nrm' | 'nso' | 'nv' | 'ny' | 'nyn' | 'nys' | 'oc' | 'ojb' | 'olo' | 'om' | 'or' | 'os' | 'pa' | 'pag' | 'pam' | 'pap' | 'pcd' | 'pcm' | 'pdc' | 'pdt' | 'pfl' | 'pi' | 'pih' | 'pl' | 'pms' | 'pnb' | 'pnt' | 'prg' | 'ps' | 'pt' | 'pt-br' | 'pwn' | 'qu' | 'qug' | 'rgn' | 'rif' | 'rm' | 'rmc' | 'rmy' | 'rn' | 'ro' | 'roa-rup' | 'roa-tara' | 'rsk' | 'ru' | 'rue' | 'rup' | 'ruq' | 'ruq-cyrl' | 'ruq-latn' | 'rw' | 'ryu' | 'sa' | 'sah' | 'sat' | 'sc' | 'scn' | 'sco' | 'sd' | 'sdc' | 'sdh' | 'se' | 'se-fi' | 'se-no' | 'se-se' | 'sei' | 'ses' | 'sg' | 'sgs' | 'sh' | 'shi' | 'shi-latn' | 'shi-tfng' | 'shn' | 'shy' | 'shy-latn' | 'si' | 'simple' | 'sjd' | 'sje' | 'sk' | 'skr' | 'skr-arab' | 'sl' | 'sli' | 'sm' | 'sma' | 'smn' | 'sms' | 'sn' | 'so' | 'sq' | 'sr' | 'sr-ec' | 'sr-el' | 'srn' | 'sro' | 'ss' | 'st' | 'stq' | 'sty' | 'su' | 'sv' | 'sw' | 'syl' | 'szl' | 'szy' | 'ta' | 'tay' | 'tcy' | 'tdd' | 'te' | 'tet' | 'tg' | 'tg-cyrl' | 'tg-latn' | 'th' | 'ti' | 'tk' | 'tl' | 'tly' | 'tly-cyrl' | 'tn' | 'to' | 'tpi' | 'tr' | 'tru' | 'trv' | 'ts' | 'tt' | 'tt-cyrl' | 'tt-latn' | 'tum' | 'tw' | 'ty' | 'tyv' | 'tzm' | 'udm' | 'ug' | 'ug-arab' | 'ug-latn' | 'uk' | 'ur' | 'uz' | 'uz-cyrl' | 'uz-latn' | 've' | 'vec' | 'vep' | 'vi' | 'vls' | 'vmf' | 'vmw' | 'vo' | 'vot' | 'vro' | 'wa' | 'war' | 'wls' | 'wo' | 'wuu' | 'xal' | 'xh' | 'xmf' | 'xsy' | 'yi' | 'yo' | 'yrl' | 'yue' | 'za' | 'zea' | 'zgh' | 'zh' | 'zh-classical' | 'zh-cn' | 'zh-hans' | 'zh-hant' | 'zh-hk' | 'zh-min-nan' | 'zh-mo' | 'zh-my' | 'zh-sg' | 'zh-tw' | 'zh-yue' | 'zu'
  /** Why. */
  reason?: string
  /** Tags to put on the entry in the log. */
  tags?: Many<string>
  /** A token of the type the module asks for, from meta=tokens. */
  token?: string
}

/** Tells whether addresses are on this wiki's list of links that nobody may add. */
export interface Spamblacklist {
  /** Addresses to look for. */
  url: Many<string>
}

/** Takes a text that somebody is about to save, so that saving it goes quicker. */
export interface Stashedit {
  /** The title of the page. */
  title: string
  /** The number of the section that the text takes the place of, or new. */
  section?: string
  /** The heading of a new section. */
  sectiontitle?: string
  /** The text. */
  text?: string
  /** The hash of a text that was sent before, instead of the text. */
  stashedtexthash?: string
  /** The summary of the edit. */
  summary?: string
  /** The content model of the text. */
  contentmodel: 'css' | 'javascript' | 'json' | 'text' | 'unknown' | 'wikitext'
  /** The format of the text. */
  contentformat: 'application/json' | 'application/octet-stream' | 'application/unknown' | 'application/x-binary' | 'text/css' | 'text/javascript' | 'text/plain' | 'text/unknown' | 'text/x-wiki' | 'unknown/unknown'
  /** The revision that the text was made from; 0 for the latest. */
  baserevid: number
  /** A token of the type the module asks for, from meta=tokens. */
  token?: string
}

/** Puts tags on revisions and entries of the log, and takes them off. */
export interface Tag {
  /** Numbers of recent changes. */
  rcid?: Many<number>
  /** Numbers of revisions. */
  revid?: Many<number>
  /** Numbers of entries of the log. */
  logid?: Many<number>
  /** Tags to put on. Only those that somebody has set up can be. */
  add?: Many<string>
  /** Tags to take off. Those that edits get by themselves stay. */
  remove?: Many<string>
  /** Why. */
  reason?: string
  /** Tags to put on the entry in the log. */
  tags?: Many<string>
  /** A token of the type the module asks for, from meta=tokens. */
  token?: string
}

/** Tells whether a title is on this wiki's list of titles that nobody may create. */
export interface Titleblacklist {
  /** The title to look for. */
  tbtitle: string
  /** What somebody would do with it. */
  tbaction?: 'create' | 'createpage' | 'createtalk' | 'edit' | 'move' | 'new-account' | 'upload'
  /** Even if the caller has the right to pass over the list. */
  tbnooverride?: boolean
}

/** Ends a block. */
export interface Unblock {
  /** The number of the block, as list=blocks tells it. */
  id?: number
  /** Who is blocked: a name, #number, an address or a range of addresses. */
  user?: string
  /**
   * The number of the account, instead of its name.
   * @deprecated
   */
  userid?: number
  /** Why. */
  reason?: string
  /** Tags to put on the entry in the block log. */
  tags?: Many<string>
  /** A token of the type the module asks for, from meta=tokens. */
  token?: string
}

/** Brings back revisions of a page that was deleted. */
export interface Undelete {
  /** The title that the page had. */
  title: string
  /** Why. */
  reason?: string
  /** Tags to put on the entry in the deletion log. */
  tags?: Many<string>
  /** The times of the revisions to bring back. Without any, all of them come back. */
  timestamps?: Many<string | Date>
  /** The numbers of the deleted versions of a file to bring back. */
  fileids?: Many<number>
  /** Bring back the talk page too, as far as it was deleted. */
  undeletetalk?: boolean
  /** Whether to watch the page from now on: yes, no, as the preferences say, or as before. */
  watchlist?: 'nochange' | 'preferences' | 'unwatch' | 'watch'
  /** How long to watch the page: a time or a length such as 1 month; what is watched already keeps its end without it. */
  watchlistexpiry?: string
  /** A token of the type the module asks for, from meta=tokens. */
  token?: string
}

/** Gives up logging in with an account elsewhere. */
export interface Unlinkaccount {
  /** Which one, by its id. */
  request: string
  /** A token of the type the module asks for, from meta=tokens. */
  token?: string
}

/** Uploads a file, whole or in pieces; or publishes one that is stashed. */
export interface Upload {
  /** The name that the file shall have. */
  filename?: string
  /** A line for the log, and the text of the page unless there is another. */
  comment?: string
  /** Tags to put on the entry in the upload log and on the revision that comes with it. */
  tags?: Many<string>
  /** What the page of a new file says. */
  text?: string
  /**
   * Watch the page from now on.
   * @deprecated
   */
  watch?: boolean
  /** Whether to watch the page from now on: yes, as the preferences say, or as before. */
  watchlist?: 'nochange' | 'preferences' | 'watch'
  /** How long to watch the page: a time or a length such as 1 month; what is watched already keeps its end without it. */
  watchlistexpiry?: string
  /** Publish the file whatever speaks against it that can be overruled. */
  ignorewarnings?: boolean
  /** The file itself. */
  file?: Blob
  /** An address to fetch the file from, where the wiki allows that. */
  url?: string
  /** The key of a file that is stashed, to publish it. */
  filekey?: string
  /**
   * The older name of filekey.
   * @deprecated
   */
  sessionkey?: string
  /** Keep the file without publishing it. */
  stash?: boolean
  /** Bytes of the whole file, when it comes in pieces. */
  filesize?: number
  /** Where in the file the piece belongs. */
  offset?: number
  /** A piece of the file. */
  chunk?: Blob
  /** Do not wait for long work. Nothing here takes that long. */
  async?: boolean
  /** Only say how far the upload with this key has come. */
  checkstatus?: boolean
  /** A token of the type the module asks for, from meta=tokens. */
  token?: string
}

/** Gives groups to somebody, and takes groups from them. */
export interface Userrights {
  /** Whose groups to change: a name, or #number. */
  user?: string
  /**
   * The number of the account, instead of its name.
   * @deprecated
   */
  userid?: number
  /** Groups to give; of a group that they have already, until when is changed. */
  add?: Many<string>
  /** Until when: one time for all groups that are given, or one for each. */
  expiry?: Many<string>
  /** Groups to take away. */
  remove?: Many<string>
  /** Why. */
  reason?: string
  /** A token of the type the module asks for, from meta=tokens. */
  token?: string
  /** Tags to put on the entry in the rights log. */
  tags?: Many<string>
}

/** Says whether a password would do. */
export interface Validatepassword {
  /** The password. */
  password: string
  /** The name of an account that is to be made; otherwise it is about the caller. */
  user?: string
  /** The address that the account is to have. */
  email?: string
  /** The real name that the account is to have. */
  realname?: string
}

/** Adds pages to the watchlist or takes them off it. */
export interface Watch {
  /**
   * The page to watch; titles takes its place.
   * @deprecated
   */
  title?: string
  /** How long to watch the pages: a time or a length such as 1 month. Without it, what is watched already keeps its end. */
  expiry?: string
  /** Take the pages off the watchlist. */
  unwatch?: boolean
  /** Where the previous answer stopped. Take the value from that answer. */
  continue?: string
  /** Only these titles. */
  titles?: Many<string>
  /** The pages, by id. */
  pageids?: Many<number>
  /** The pages, by the ids of their revisions. */
  revids?: Many<number>
  /** A list whose results are the pages. */
  generator?: string
  /** Follow redirects. */
  redirects?: boolean
  /** Try other variants of the language for titles that are not found. */
  converttitles?: boolean
  /** A token of the type the module asks for, from meta=tokens. */
  token?: string
}

/** Every category that is in use or has a page, by name, with the number of its members if asked for. */
export interface QueryAllcategories {
  /** Where to begin. */
  acfrom?: string
  /** Where the previous answer stopped. Take the value from that answer. */
  accontinue?: string
  /** Where to stop. */
  acto?: string
  /** Only what begins with this. */
  acprefix?: string
  /** In which order to list. */
  acdir?: 'ascending' | 'descending'
  /** Only categories with at least this many members. */
  acmin?: number
  /** Only categories with at most this many members. */
  acmax?: number
  /** How many results to give at most. */
  aclimit?: number | 'max'
  /** What to tell of each result. */
  acprop?: Many<'hidden' | 'size'>
}

/** Deleted revisions of the whole wiki: those of one user by time, or all of them by title. */
export interface QueryAlldeletedrevisions {
  /** What to tell of each result. */
  adrprop?: Many<'comment' | 'content' | 'contentmodel' | 'flags' | 'ids' | 'parsedcomment' | 'roles' | 'sha1' | 'size' | 'slotsha1' | 'slotsize' | 'tags' | 'timestamp' | 'user' | 'userid' | 'parsetree'>
  /** Which slots of a revision to show. */
  adrslots?: Many<'main' | '*'>
  /** How many results to give at most. */
  adrlimit?: number | 'max'
  /**
   * Show the text with its templates expanded.
   * @deprecated
   */
  adrexpandtemplates?: boolean
  /**
   * Show the text as an XML tree.
   * @deprecated
   */
  adrgeneratexml?: boolean
  /**
   * Show the text as HTML.
   * @deprecated
   */
  adrparse?: boolean
  /** Show one section of the text, by its number. */
  adrsection?: string
  /**
   * Compare each revision with this one: a number, or prev, next or cur.
   * @deprecated
   */
  adrdiffto?: string
  /**
   * Compare each revision with this text.
   * @deprecated
   */
  adrdifftotext?: string
  /**
   * Treat the text as saving would before comparing.
   * @deprecated
   */
  adrdifftotextpst?: boolean
  /**
   * In which format to show and to read text.
   * @deprecated
   */
  adrcontentformat?: 'application/json' | 'text/css' | 'text/javascript' | 'text/plain' | 'text/x-wiki'
  /** Only what this user did. */
  adruser?: string
  /** Only in these namespaces. */
  adrnamespace?: Many<number | '*'>
  /** Where in time to begin. */
  adrstart?: string | Date
  /** Where in time to stop. */
  adrend?: string | Date
  /** In which order to list. */
  adrdir?: 'newer' | 'older'
  /** Where to begin. */
  adrfrom?: string
  /** Where to stop. */
  adrto?: string
  /** Only what begins with this. */
  adrprefix?: string
  /** Not what this user did. */
  adrexcludeuser?: string
  /** Only what carries this tag. */
  adrtag?: string
  /** Where the previous answer stopped. Take the value from that answer. */
  adrcontinue?: string
  /** As a generator, give titles instead of revisions. */
  adrgeneratetitles?: boolean
}

/** Every use of a file on a page, by file name; files that do not exist are listed too. */
export interface QueryAllfileusages {
  /** Where the previous answer stopped. Take the value from that answer. */
  afcontinue?: string
  /** Where to begin. */
  affrom?: string
  /** Where to stop. */
  afto?: string
  /** Only what begins with this. */
  afprefix?: string
  /** Name each target once, however often it is linked. */
  afunique?: boolean
  /** What to tell of each result. */
  afprop?: Many<'ids' | 'title'>
  /** How many results to give at most. */
  aflimit?: number | 'max'
  /** In which order to list. */
  afdir?: 'ascending' | 'descending'
}

/** The files of the wiki, by name or by the time of their upload. */
export interface QueryAllimages {
  /** By what to sort. */
  aisort?: 'name' | 'timestamp'
  /** In which order to list. */
  aidir?: 'ascending' | 'descending' | 'newer' | 'older'
  /** Where to begin. */
  aifrom?: string
  /** Where to stop. */
  aito?: string
  /** Where the previous answer stopped. Take the value from that answer. */
  aicontinue?: string
  /** Where in time to begin. */
  aistart?: string | Date
  /** Where in time to stop. */
  aiend?: string | Date
  /** What to tell of each result. */
  aiprop?: Many<'badfile' | 'bitdepth' | 'canonicaltitle' | 'comment' | 'commonmetadata' | 'dimensions' | 'extmetadata' | 'mediatype' | 'metadata' | 'mime' | 'parsedcomment' | 'sha1' | 'size' | 'timestamp' | 'url' | 'user' | 'userid'>
  /** Only what begins with this. */
  aiprefix?: string
  /** Only what has at least this many bytes. */
  aiminsize?: number
  /** Only what has at most this many bytes. */
  aimaxsize?: number
  /** Only files with this SHA-1, in hexadecimal. */
  aisha1?: string
  /** Only files with this SHA-1, in base 36. */
  aisha1base36?: string
  /** Only what this user did. */
  aiuser?: string
  /** Whether to list uploads by bots. */
  aifilterbots?: 'all' | 'bots' | 'nobots'
  /** Only files of these media types. */
  aimime?: Many<string>
  /** How many results to give at most. */
  ailimit?: number | 'max'
}

/** Every link from page to page, by the title it leads to. */
export interface QueryAlllinks {
  /** Where the previous answer stopped. Take the value from that answer. */
  alcontinue?: string
  /** Where to begin. */
  alfrom?: string
  /** Where to stop. */
  alto?: string
  /** Only what begins with this. */
  alprefix?: string
  /** Name each target once, however often it is linked. */
  alunique?: boolean
  /** What to tell of each result. */
  alprop?: Many<'ids' | 'title'>
  /** Only in these namespaces. */
  alnamespace?: number
  /** How many results to give at most. */
  allimit?: number | 'max'
  /** In which order to list. */
  aldir?: 'ascending' | 'descending'
}

/** The texts of the interface, as they ship and as this wiki has changed them. */
export interface QueryAllmessages {
  /** Which messages to give; an asterisk stands for all. */
  ammessages?: Many<string>
  /** What to tell of each result. */
  amprop?: Many<'default'>
  /** Expand templates and magic words in the messages. */
  amenableparser?: boolean
  /** Leave out the texts. */
  amnocontent?: boolean
  /** Add messages that only this wiki has. */
  amincludelocal?: boolean
  /** What to fill into the places $1, $2 and so on. */
  amargs?: Many<string>
  /** Only messages whose names contain this. */
  amfilter?: string
  /** Whether the wiki has its own version of the message. */
  amcustomised?: 'all' | 'modified' | 'unmodified'
  /** The code of a language. */
  amlang?: string
  /** Where to begin. */
  amfrom?: string
  /** Where to stop. */
  amto?: string
  /** The title this is about. */
  amtitle?: string
  /** Only what begins with this. */
  amprefix?: string
}

/** The pages of one namespace, by title. */
export interface QueryAllpages {
  /** Where to begin. */
  apfrom?: string
  /** Where the previous answer stopped. Take the value from that answer. */
  apcontinue?: string
  /** Where to stop. */
  apto?: string
  /** Only what begins with this. */
  apprefix?: string
  /** Only in these namespaces. */
  apnamespace?: number
  /** Whether to list redirects, other pages, or both. */
  apfilterredir?: 'all' | 'nonredirects' | 'redirects'
  /** Only what has at least this many bytes. */
  apminsize?: number
  /** Only what has at most this many bytes. */
  apmaxsize?: number
  /** Only pages on which these actions are protected. */
  apprtype?: Many<'edit' | 'move' | 'upload'>
  /** Only pages protected at these levels. */
  apprlevel?: Many<'' | 'autoconfirmed' | 'sysop'>
  /** Whether the protection extends to included pages. */
  apprfiltercascade?: 'all' | 'cascading' | 'noncascading'
  /** How many results to give at most. */
  aplimit?: number | 'max'
  /** In which order to list. */
  apdir?: 'ascending' | 'descending'
  /** Whether the page has counterparts in other languages. */
  apfilterlanglinks?: 'all' | 'withlanglinks' | 'withoutlanglinks'
  /** Whether the protection ends. */
  apprexpiry?: 'all' | 'definite' | 'indefinite'
}

/** Every redirect, by the title it leads to. */
export interface QueryAllredirects {
  /** Where the previous answer stopped. Take the value from that answer. */
  arcontinue?: string
  /** Where to begin. */
  arfrom?: string
  /** Where to stop. */
  arto?: string
  /** Only what begins with this. */
  arprefix?: string
  /** Name each target once, however often it is linked. */
  arunique?: boolean
  /** What to tell of each result. */
  arprop?: Many<'fragment' | 'ids' | 'interwiki' | 'title'>
  /** Only in these namespaces. */
  arnamespace?: number
  /** How many results to give at most. */
  arlimit?: number | 'max'
  /** In which order to list. */
  ardir?: 'ascending' | 'descending'
}

/** The revisions of all pages, by time. */
export interface QueryAllrevisions {
  /** What to tell of each result. */
  arvprop?: Many<'comment' | 'content' | 'contentmodel' | 'flags' | 'ids' | 'parsedcomment' | 'roles' | 'sha1' | 'size' | 'slotsha1' | 'slotsize' | 'tags' | 'timestamp' | 'user' | 'userid' | 'parsetree'>
  /** Which slots of a revision to show. */
  arvslots?: Many<'main' | '*'>
  /** How many results to give at most. */
  arvlimit?: number | 'max'
  /**
   * Show the text with its templates expanded.
   * @deprecated
   */
  arvexpandtemplates?: boolean
  /**
   * Show the text as an XML tree.
   * @deprecated
   */
  arvgeneratexml?: boolean
  /**
   * Show the text as HTML.
   * @deprecated
   */
  arvparse?: boolean
  /** Show one section of the text, by its number. */
  arvsection?: string
  /**
   * Compare each revision with this one: a number, or prev, next or cur.
   * @deprecated
   */
  arvdiffto?: string
  /**
   * Compare each revision with this text.
   * @deprecated
   */
  arvdifftotext?: string
  /**
   * Treat the text as saving would before comparing.
   * @deprecated
   */
  arvdifftotextpst?: boolean
  /**
   * In which format to show and to read text.
   * @deprecated
   */
  arvcontentformat?: 'application/json' | 'text/css' | 'text/javascript' | 'text/plain' | 'text/x-wiki'
  /** Only what this user did. */
  arvuser?: string
  /** Only in these namespaces. */
  arvnamespace?: Many<number | '*'>
  /** Where in time to begin. */
  arvstart?: string | Date
  /** Where in time to stop. */
  arvend?: string | Date
  /** In which order to list. */
  arvdir?: 'newer' | 'older'
  /** Not what this user did. */
  arvexcludeuser?: string
  /** Where the previous answer stopped. Take the value from that answer. */
  arvcontinue?: string
  /** As a generator, give titles instead of revisions. */
  arvgeneratetitles?: boolean
}

/** Every page that another page includes, by title; includes of missing pages are listed too. */
export interface QueryAlltransclusions {
  /** Where the previous answer stopped. Take the value from that answer. */
  atcontinue?: string
  /** Where to begin. */
  atfrom?: string
  /** Where to stop. */
  atto?: string
  /** Only what begins with this. */
  atprefix?: string
  /** Name each target once, however often it is linked. */
  atunique?: boolean
  /** What to tell of each result. */
  atprop?: Many<'ids' | 'title'>
  /** Only in these namespaces. */
  atnamespace?: number
  /** How many results to give at most. */
  atlimit?: number | 'max'
  /** In which order to list. */
  atdir?: 'ascending' | 'descending'
}

/** The accounts of the wiki, by name, with their groups and rights if asked for. */
export interface QueryAllusers {
  /** Where to begin. */
  aufrom?: string
  /** Where to stop. */
  auto?: string
  /** Only what begins with this. */
  auprefix?: string
  /** In which order to list. */
  audir?: 'ascending' | 'descending'
  /** Only users in these groups. */
  augroup?: Many<'bot' | 'bureaucrat' | 'interface-admin' | 'suppress' | 'sysop'>
  /** Not users in these groups. */
  auexcludegroup?: Many<'bot' | 'bureaucrat' | 'interface-admin' | 'suppress' | 'sysop'>
  /** Only users with these rights through a group they were given. */
  aurights?: Many<'apihighlimits' | 'applychangetags' | 'autoconfirmed' | 'autocreateaccount' | 'autopatrol' | 'bigdelete' | 'block' | 'blockemail' | 'bot' | 'browsearchive' | 'changetags' | 'createaccount' | 'createpage' | 'createtalk' | 'delete' | 'deletechangetags' | 'deletedhistory' | 'deletedtext' | 'deletelogentry' | 'deleterevision' | 'edit' | 'editcontentmodel' | 'editinterface' | 'editmyoptions' | 'editmyprivateinfo' | 'editmyusercss' | 'editmyuserjs' | 'editmyuserjson' | 'editmyuserjsredirect' | 'editmywatchlist' | 'editprotected' | 'editsemiprotected' | 'editsitecss' | 'editsitejs' | 'editsitejson' | 'editusercss' | 'edituserjs' | 'edituserjson' | 'hideuser' | 'import' | 'importupload' | 'ipblock-exempt' | 'managechangetags' | 'markbotedits' | 'mergehistory' | 'minoredit' | 'move' | 'move-categorypages' | 'move-rootuserpages' | 'move-subpages' | 'movefile' | 'nominornewtalk' | 'noratelimit' | 'override-export-depth' | 'pagelang' | 'patrol' | 'patrolmarks' | 'protect' | 'purge' | 'read' | 'reupload' | 'reupload-own' | 'reupload-shared' | 'rollback' | 'sendemail' | 'siteadmin' | 'skipcaptcha' | 'spamblacklistlog' | 'suppressionlog' | 'suppressredirect' | 'suppressrevision' | 'tboverride' | 'tboverride-account' | 'titleblacklistlog' | 'unblockself' | 'undelete' | 'unwatchedpages' | 'upload' | 'upload_by_url' | 'userrights' | 'userrights-interwiki' | 'viewmyprivateinfo' | 'viewmywatchlist' | 'viewsuppressed' | 'writeapi'>
  /** What to tell of each result. */
  auprop?: Many<'blockinfo' | 'centralids' | 'editcount' | 'groups' | 'implicitgroups' | 'registration' | 'rights'>
  /** How many results to give at most. */
  aulimit?: number | 'max'
  /** Only users who have edited. */
  auwitheditsonly?: boolean
  /** Only users who have been active lately. */
  auactiveusers?: boolean
  /** Say whether the account is attached to this other wiki. */
  auattachedwiki?: string
}

/** What the wiki asks of a person who logs in, opens an account or changes how they log in. */
export interface QueryAuthmanagerinfo {
  /** Say whether this operation needs a fresh login. */
  amisecuritysensitiveoperation?: string
  /** For which step to list what is asked of the person. */
  amirequestsfor?: 'change' | 'create' | 'create-continue' | 'link' | 'link-continue' | 'login' | 'login-continue' | 'remove' | 'unlink'
  /** Give the fields of all requests as one list. */
  amimergerequestfields?: boolean
  /** In which format to give messages. */
  amimessageformat?: 'html' | 'none' | 'raw' | 'wikitext'
}

/** The pages that link to one page, and on request those that reach it through a redirect. */
export interface QueryBacklinks {
  /** The title this is about. */
  bltitle?: string
  /** The id of the page this is about, instead of its title. */
  blpageid?: number
  /** Where the previous answer stopped. Take the value from that answer. */
  blcontinue?: string
  /** Only in these namespaces. */
  blnamespace?: Many<number | '*'>
  /** In which order to list. */
  bldir?: 'ascending' | 'descending'
  /** Whether to list redirects, other pages, or both. */
  blfilterredir?: 'all' | 'nonredirects' | 'redirects'
  /** How many results to give at most. */
  bllimit?: number | 'max'
  /** Follow redirects as well. */
  blredirect?: boolean
}

/** Users and addresses that are blocked now, latest block first. */
export interface QueryBlocks {
  /** Where in time to begin. */
  bkstart?: string | Date
  /** Where in time to stop. */
  bkend?: string | Date
  /** In which order to list. */
  bkdir?: 'newer' | 'older'
  /** Only those with these ids. */
  bkids?: Many<number>
  /** The users this is about. */
  bkusers?: Many<string>
  /** Only what applies to this address or range. */
  bkip?: string
  /** How many results to give at most. */
  bklimit?: number | 'max'
  /** What to tell of each result. */
  bkprop?: Many<'by' | 'byid' | 'expiry' | 'flags' | 'id' | 'range' | 'reason' | 'restrictions' | 'timestamp' | 'user' | 'userid'>
  /** Only results of these kinds; an exclamation mark turns a kind into its opposite. */
  bkshow?: Many<'!account' | '!ip' | '!range' | '!temp' | 'account' | 'ip' | 'range' | 'temp'>
  /** Where the previous answer stopped. Take the value from that answer. */
  bkcontinue?: string
}

/** The categories that pages belong to. */
export interface QueryCategories {
  /** What to tell of each result. */
  clprop?: Many<'hidden' | 'sortkey' | 'timestamp'>
  /** Only results of these kinds; an exclamation mark turns a kind into its opposite. */
  clshow?: Many<'!hidden' | 'hidden'>
  /** How many results to give at most. */
  cllimit?: number | 'max'
  /** Where the previous answer stopped. Take the value from that answer. */
  clcontinue?: string
  /** Only these categories. */
  clcategories?: Many<string>
  /** In which order to list. */
  cldir?: 'ascending' | 'descending'
}

/** How many pages, files and subcategories a category holds. */
export interface QueryCategoryinfo {
  /** Where the previous answer stopped. Take the value from that answer. */
  cicontinue?: string
}

/** The pages, files and subcategories of one category, by sort key or by the time they joined. */
export interface QueryCategorymembers {
  /** The title this is about. */
  cmtitle?: string
  /** The id of the page this is about, instead of its title. */
  cmpageid?: number
  /** What to tell of each result. */
  cmprop?: Many<'ids' | 'sortkey' | 'sortkeyprefix' | 'timestamp' | 'title' | 'type'>
  /** Only in these namespaces. */
  cmnamespace?: Many<number | '*'>
  /** Only results of these types. */
  cmtype?: Many<'file' | 'page' | 'subcat'>
  /** Where the previous answer stopped. Take the value from that answer. */
  cmcontinue?: string
  /** How many results to give at most. */
  cmlimit?: number | 'max'
  /** By what to sort. */
  cmsort?: 'sortkey' | 'timestamp'
  /** In which order to list. */
  cmdir?: 'asc' | 'ascending' | 'desc' | 'descending' | 'newer' | 'older'
  /** Where in time to begin. */
  cmstart?: string | Date
  /** Where in time to stop. */
  cmend?: string | Date
  /** The sort key to begin at, in hexadecimal. */
  cmstarthexsortkey?: string
  /** The sort key to stop at, in hexadecimal. */
  cmendhexsortkey?: string
  /** The sort key prefix to begin at. */
  cmstartsortkeyprefix?: string
  /** The sort key prefix to stop before. */
  cmendsortkeyprefix?: string
  /**
   * The older form of starthexsortkey.
   * @deprecated
   */
  cmstartsortkey?: string
  /**
   * The older form of endhexsortkey.
   * @deprecated
   */
  cmendsortkey?: string
}

/** Who has edited a page: the accounts by name, and how many people did so without one. */
export interface QueryContributors {
  /** Only users in these groups. */
  pcgroup?: Many<'bot' | 'bureaucrat' | 'interface-admin' | 'suppress' | 'sysop'>
  /** Not users in these groups. */
  pcexcludegroup?: Many<'bot' | 'bureaucrat' | 'interface-admin' | 'suppress' | 'sysop'>
  /** Only users with these rights through a group they were given. */
  pcrights?: Many<'apihighlimits' | 'applychangetags' | 'autoconfirmed' | 'autocreateaccount' | 'autopatrol' | 'bigdelete' | 'block' | 'blockemail' | 'bot' | 'browsearchive' | 'changetags' | 'createaccount' | 'createpage' | 'createtalk' | 'delete' | 'deletechangetags' | 'deletedhistory' | 'deletedtext' | 'deletelogentry' | 'deleterevision' | 'edit' | 'editcontentmodel' | 'editinterface' | 'editmyoptions' | 'editmyprivateinfo' | 'editmyusercss' | 'editmyuserjs' | 'editmyuserjson' | 'editmyuserjsredirect' | 'editmywatchlist' | 'editprotected' | 'editsemiprotected' | 'editsitecss' | 'editsitejs' | 'editsitejson' | 'editusercss' | 'edituserjs' | 'edituserjson' | 'hideuser' | 'import' | 'importupload' | 'ipblock-exempt' | 'managechangetags' | 'markbotedits' | 'mergehistory' | 'minoredit' | 'move' | 'move-categorypages' | 'move-rootuserpages' | 'move-subpages' | 'movefile' | 'nominornewtalk' | 'noratelimit' | 'override-export-depth' | 'pagelang' | 'patrol' | 'patrolmarks' | 'protect' | 'purge' | 'read' | 'reupload' | 'reupload-own' | 'reupload-shared' | 'rollback' | 'sendemail' | 'siteadmin' | 'skipcaptcha' | 'spamblacklistlog' | 'suppressionlog' | 'suppressredirect' | 'suppressrevision' | 'tboverride' | 'tboverride-account' | 'titleblacklistlog' | 'unblockself' | 'undelete' | 'unwatchedpages' | 'upload' | 'upload_by_url' | 'userrights' | 'userrights-interwiki' | 'viewmyprivateinfo' | 'viewmywatchlist' | 'viewsuppressed' | 'writeapi'>
  /** Not users with these rights through a group they were given. */
  pcexcluderights?: Many<'apihighlimits' | 'applychangetags' | 'autoconfirmed' | 'autocreateaccount' | 'autopatrol' | 'bigdelete' | 'block' | 'blockemail' | 'bot' | 'browsearchive' | 'changetags' | 'createaccount' | 'createpage' | 'createtalk' | 'delete' | 'deletechangetags' | 'deletedhistory' | 'deletedtext' | 'deletelogentry' | 'deleterevision' | 'edit' | 'editcontentmodel' | 'editinterface' | 'editmyoptions' | 'editmyprivateinfo' | 'editmyusercss' | 'editmyuserjs' | 'editmyuserjson' | 'editmyuserjsredirect' | 'editmywatchlist' | 'editprotected' | 'editsemiprotected' | 'editsitecss' | 'editsitejs' | 'editsitejson' | 'editusercss' | 'edituserjs' | 'edituserjson' | 'hideuser' | 'import' | 'importupload' | 'ipblock-exempt' | 'managechangetags' | 'markbotedits' | 'mergehistory' | 'minoredit' | 'move' | 'move-categorypages' | 'move-rootuserpages' | 'move-subpages' | 'movefile' | 'nominornewtalk' | 'noratelimit' | 'override-export-depth' | 'pagelang' | 'patrol' | 'patrolmarks' | 'protect' | 'purge' | 'read' | 'reupload' | 'reupload-own' | 'reupload-shared' | 'rollback' | 'sendemail' | 'siteadmin' | 'skipcaptcha' | 'spamblacklistlog' | 'suppressionlog' | 'suppressredirect' | 'suppressrevision' | 'tboverride' | 'tboverride-account' | 'titleblacklistlog' | 'unblockself' | 'undelete' | 'unwatchedpages' | 'upload' | 'upload_by_url' | 'userrights' | 'userrights-interwiki' | 'viewmyprivateinfo' | 'viewmywatchlist' | 'viewsuppressed' | 'writeapi'>
  /** How many results to give at most. */
  pclimit?: number | 'max'
  /** Where the previous answer stopped. Take the value from that answer. */
  pccontinue?: string
}

/** The deleted revisions of pages, or deleted revisions by their numbers. */
export interface QueryDeletedrevisions {
  /** What to tell of each result. */
  drvprop?: Many<'comment' | 'content' | 'contentmodel' | 'flags' | 'ids' | 'parsedcomment' | 'roles' | 'sha1' | 'size' | 'slotsha1' | 'slotsize' | 'tags' | 'timestamp' | 'user' | 'userid' | 'parsetree'>
  /** Which slots of a revision to show. */
  drvslots?: Many<'main' | '*'>
  /** How many results to give at most. */
  drvlimit?: number | 'max'
  /**
   * Show the text with its templates expanded.
   * @deprecated
   */
  drvexpandtemplates?: boolean
  /**
   * Show the text as an XML tree.
   * @deprecated
   */
  drvgeneratexml?: boolean
  /**
   * Show the text as HTML.
   * @deprecated
   */
  drvparse?: boolean
  /** Show one section of the text, by its number. */
  drvsection?: string
  /**
   * Compare each revision with this one: a number, or prev, next or cur.
   * @deprecated
   */
  drvdiffto?: string
  /**
   * Compare each revision with this text.
   * @deprecated
   */
  drvdifftotext?: string
  /**
   * Treat the text as saving would before comparing.
   * @deprecated
   */
  drvdifftotextpst?: boolean
  /**
   * In which format to show and to read text.
   * @deprecated
   */
  drvcontentformat?: 'application/json' | 'text/css' | 'text/javascript' | 'text/plain' | 'text/x-wiki'
  /** Where in time to begin. */
  drvstart?: string | Date
  /** Where in time to stop. */
  drvend?: string | Date
  /** In which order to list. */
  drvdir?: 'newer' | 'older'
  /** Only what carries this tag. */
  drvtag?: string
  /** Only what this user did. */
  drvuser?: string
  /** Not what this user did. */
  drvexcludeuser?: string
  /** Where the previous answer stopped. Take the value from that answer. */
  drvcontinue?: string
}

/** The older way to list deleted revisions; deletedrevisions and alldeletedrevisions take its place. */
export interface QueryDeletedrevs {
  /** Where in time to begin. */
  drstart?: string | Date
  /** Where in time to stop. */
  drend?: string | Date
  /** In which order to list. */
  drdir?: 'newer' | 'older'
  /** Where to begin. */
  drfrom?: string
  /** Where to stop. */
  drto?: string
  /** Only what begins with this. */
  drprefix?: string
  /** Name each target once, however often it is linked. */
  drunique?: boolean
  /** Only in these namespaces. */
  drnamespace?: number
  /** Only what carries this tag. */
  drtag?: string
  /** Only what this user did. */
  druser?: string
  /** Not what this user did. */
  drexcludeuser?: string
  /** What to tell of each result. */
  drprop?: Many<'comment' | 'content' | 'len' | 'minor' | 'parentid' | 'parsedcomment' | 'revid' | 'sha1' | 'tags' | 'token' | 'user' | 'userid'>
  /** How many results to give at most. */
  drlimit?: number | 'max'
  /** Where the previous answer stopped. Take the value from that answer. */
  drcontinue?: string
}

/** Other files with the same content, byte for byte. */
export interface QueryDuplicatefiles {
  /** How many results to give at most. */
  dflimit?: number | 'max'
  /** Where the previous answer stopped. Take the value from that answer. */
  dfcontinue?: string
  /** In which order to list. */
  dfdir?: 'ascending' | 'descending'
  /** Only files of this wiki, not of a shared store. */
  dflocalonly?: boolean
}

/** The pages that include one page, as they do with templates. */
export interface QueryEmbeddedin {
  /** The title this is about. */
  eititle?: string
  /** The id of the page this is about, instead of its title. */
  eipageid?: number
  /** Where the previous answer stopped. Take the value from that answer. */
  eicontinue?: string
  /** Only in these namespaces. */
  einamespace?: Many<number | '*'>
  /** In which order to list. */
  eidir?: 'ascending' | 'descending'
  /** Whether to list redirects, other pages, or both. */
  eifilterredir?: 'all' | 'nonredirects' | 'redirects'
  /** How many results to give at most. */
  eilimit?: number | 'max'
}

/** The web addresses that pages link to. */
export interface QueryExtlinks {
  /** How many results to give at most. */
  ellimit?: number | 'max'
  /** Where the previous answer stopped. Take the value from that answer. */
  elcontinue?: string
  /** The protocol of the address; empty means http and https. */
  elprotocol?: '' | 'bitcoin' | 'ftp' | 'ftps' | 'geo' | 'git' | 'gopher' | 'http' | 'https' | 'irc' | 'ircs' | 'magnet' | 'mailto' | 'mms' | 'news' | 'nntp' | 'redis' | 'sftp' | 'sip' | 'sips' | 'sms' | 'ssh' | 'svn' | 'tel' | 'telnet' | 'urn' | 'worldwind' | 'xmpp'
  /** What to look for in the address, without the protocol. */
  elquery?: string
  /** Write addresses without a protocol in full. */
  elexpandurl?: boolean
}

/** The pages that link to a web address or to any address of a site. */
export interface QueryExturlusage {
  /** What to tell of each result. */
  euprop?: Many<'ids' | 'title' | 'url'>
  /** Where the previous answer stopped. Take the value from that answer. */
  eucontinue?: string
  /** The protocol of the address; empty means http and https. */
  euprotocol?: '' | 'bitcoin' | 'ftp' | 'ftps' | 'geo' | 'git' | 'gopher' | 'http' | 'https' | 'irc' | 'ircs' | 'magnet' | 'mailto' | 'mms' | 'news' | 'nntp' | 'redis' | 'sftp' | 'sip' | 'sips' | 'sms' | 'ssh' | 'svn' | 'tel' | 'telnet' | 'urn' | 'worldwind' | 'xmpp'
  /** What to look for in the address, without the protocol. */
  euquery?: string
  /** Only in these namespaces. */
  eunamespace?: Many<number | '*'>
  /** How many results to give at most. */
  eulimit?: number | 'max'
  /** Write addresses without a protocol in full. */
  euexpandurl?: boolean
}

/** Deleted files, by name. */
export interface QueryFilearchive {
  /** Where to begin. */
  fafrom?: string
  /** Where to stop. */
  fato?: string
  /** Only what begins with this. */
  faprefix?: string
  /** In which order to list. */
  fadir?: 'ascending' | 'descending'
  /** Only files with this SHA-1, in hexadecimal. */
  fasha1?: string
  /** Only files with this SHA-1, in base 36. */
  fasha1base36?: string
  /** What to tell of each result. */
  faprop?: Many<'archivename' | 'bitdepth' | 'description' | 'dimensions' | 'mediatype' | 'metadata' | 'mime' | 'parseddescription' | 'sha1' | 'size' | 'timestamp' | 'user'>
  /** How many results to give at most. */
  falimit?: number | 'max'
  /** Where the previous answer stopped. Take the value from that answer. */
  facontinue?: string
}

/** Where the wiki keeps its files and under which addresses they are found. */
export interface QueryFilerepoinfo {
  /** What to tell of each result. */
  friprop?: Many<'canUpload' | 'displayname' | 'favicon' | 'initialCapital' | 'local' | 'name' | 'rootUrl' | 'scriptDirUrl' | 'thumbUrl' | 'url'>
}

/** The pages that show a file. */
export interface QueryFileusage {
  /** What to tell of each result. */
  fuprop?: Many<'pageid' | 'redirect' | 'title'>
  /** Only in these namespaces. */
  funamespace?: Many<number | '*'>
  /** Only results of these kinds; an exclamation mark turns a kind into its opposite. */
  fushow?: Many<'!redirect' | 'redirect'>
  /** How many results to give at most. */
  fulimit?: number | 'max'
  /** Where the previous answer stopped. Take the value from that answer. */
  fucontinue?: string
}

/** What is known of a file and of its earlier versions: size, uploader, address, metadata. */
export interface QueryImageinfo {
  /** What to tell of each result. */
  iiprop?: Many<'archivename' | 'badfile' | 'bitdepth' | 'canonicaltitle' | 'comment' | 'commonmetadata' | 'dimensions' | 'extmetadata' | 'mediatype' | 'metadata' | 'mime' | 'parsedcomment' | 'sha1' | 'size' | 'thumbmime' | 'timestamp' | 'uploadwarning' | 'url' | 'user' | 'userid'>
  /** How many results to give at most. */
  iilimit?: number | 'max'
  /** Where in time to begin. */
  iistart?: string | Date
  /** Where in time to stop. */
  iiend?: string | Date
  /** Give the address of a picture scaled to this width. */
  iiurlwidth?: number
  /** Give the address of a picture scaled to this height. */
  iiurlheight?: number
  /** The version of the metadata format. */
  iimetadataversion?: string
  /** In which language to give extended metadata. */
  iiextmetadatalanguage?: string
  /** Give extended metadata in all languages. */
  iiextmetadatamultilang?: boolean
  /** Only these fields of the extended metadata. */
  iiextmetadatafilter?: Many<string>
  /** How to make the scaled picture, such as a page number. */
  iiurlparam?: string
  /** The page on which a file might not be allowed. */
  iibadfilecontexttitle?: string
  /** Where the previous answer stopped. Take the value from that answer. */
  iicontinue?: string
  /** Only files of this wiki, not of a shared store. */
  iilocalonly?: boolean
}

/** The files that pages show. */
export interface QueryImages {
  /** How many results to give at most. */
  imlimit?: number | 'max'
  /** Where the previous answer stopped. Take the value from that answer. */
  imcontinue?: string
  /** Only these files. */
  imimages?: Many<string>
  /** In which order to list. */
  imdir?: 'ascending' | 'descending'
}

/** The pages that show one file, and on request those that reach it through a redirect. */
export interface QueryImageusage {
  /** The title this is about. */
  iutitle?: string
  /** The id of the page this is about, instead of its title. */
  iupageid?: number
  /** Where the previous answer stopped. Take the value from that answer. */
  iucontinue?: string
  /** Only in these namespaces. */
  iunamespace?: Many<number | '*'>
  /** In which order to list. */
  iudir?: 'ascending' | 'descending'
  /** Whether to list redirects, other pages, or both. */
  iufilterredir?: 'all' | 'nonredirects' | 'redirects'
  /** How many results to give at most. */
  iulimit?: number | 'max'
  /** Follow redirects as well. */
  iuredirect?: boolean
}

/** The basic facts of a page: its latest revision, length, language, protection, and what the caller may do with it. */
export interface QueryInfo {
  /** What to tell of each result. */
  inprop?: Many<'displaytitle' | 'notificationtimestamp' | 'preload' | 'protection' | 'subjectid' | 'talkid' | 'url' | 'varianttitles' | 'visitingwatchers' | 'watched' | 'watchers' | 'readable'>
  /** Say whether the caller may do these things to the page. */
  intestactions?: Many<string>
  /** How much to say about what the caller may not do. */
  intestactionsdetail?: 'boolean' | 'full' | 'quick'
  /**
   * The older way to get tokens; meta=tokens takes its place.
   * @deprecated
   */
  intoken?: Many<'block' | 'delete' | 'edit' | 'email' | 'import' | 'move' | 'protect' | 'unblock' | 'watch'>
  /** Where the previous answer stopped. Take the value from that answer. */
  incontinue?: string
}

/** The pages that link to another wiki by its prefix, or to one page there. */
export interface QueryIwbacklinks {
  /** The prefix of the other wiki. */
  iwblprefix?: string
  /** The title this is about. */
  iwbltitle?: string
  /** Where the previous answer stopped. Take the value from that answer. */
  iwblcontinue?: string
  /** How many results to give at most. */
  iwbllimit?: number | 'max'
  /** What to tell of each result. */
  iwblprop?: Many<'iwprefix' | 'iwtitle'>
  /** In which order to list. */
  iwbldir?: 'ascending' | 'descending'
}

/** The links from pages to other wikis, other than language links. */
export interface QueryIwlinks {
  /** What to tell of each result. */
  iwprop?: Many<'url'>
  /** Only links to the wiki with this prefix. */
  iwprefix?: string
  /** The title this is about. */
  iwtitle?: string
  /** In which order to list. */
  iwdir?: 'ascending' | 'descending'
  /** How many results to give at most. */
  iwlimit?: number | 'max'
  /** Where the previous answer stopped. Take the value from that answer. */
  iwcontinue?: string
  /**
   * Give the address in full.
   * @deprecated
   */
  iwurl?: boolean
}

/** The pages that name a page in another language, or any page in it, as their counterpart. */
export interface QueryLangbacklinks {
  /** The code of a language. */
  lbllang?: string
  /** The title this is about. */
  lbltitle?: string
  /** Where the previous answer stopped. Take the value from that answer. */
  lblcontinue?: string
  /** How many results to give at most. */
  lbllimit?: number | 'max'
  /** What to tell of each result. */
  lblprop?: Many<'lllang' | 'lltitle'>
  /** In which order to list. */
  lbldir?: 'ascending' | 'descending'
}

/** The counterparts of pages in other languages. */
export interface QueryLanglinks {
  /** What to tell of each result. */
  llprop?: Many<'autonym' | 'langname' | 'url'>
  /** The code of a language. */
  lllang?: string
  /** The title this is about. */
  lltitle?: string
  /** In which order to list. */
  lldir?: 'ascending' | 'descending'
  /** In which language to give names. */
  llinlanguagecode?: string
  /** How many results to give at most. */
  lllimit?: number | 'max'
  /** Where the previous answer stopped. Take the value from that answer. */
  llcontinue?: string
  /**
   * Give the address in full.
   * @deprecated
   */
  llurl?: boolean
}

/** The languages the wiki knows: names, direction of writing, fallbacks, variants. */
export interface QueryLanguageinfo {
  /** What to tell of each result. */
  liprop?: Many<'autonym' | 'bcp47' | 'code' | 'dir' | 'fallbacks' | 'name' | 'variants'>
  /** Codes of languages; an asterisk stands for all. */
  licode?: Many<string>
  /** Where the previous answer stopped. Take the value from that answer. */
  licontinue?: string
}

/** The pages that a page links to. */
export interface QueryLinks {
  /** Only in these namespaces. */
  plnamespace?: Many<number | '*'>
  /** How many results to give at most. */
  pllimit?: number | 'max'
  /** Where the previous answer stopped. Take the value from that answer. */
  plcontinue?: string
  /** Only these titles. */
  pltitles?: Many<string>
  /** In which order to list. */
  pldir?: 'ascending' | 'descending'
}

/** The pages that link to a page. */
export interface QueryLinkshere {
  /** What to tell of each result. */
  lhprop?: Many<'pageid' | 'redirect' | 'title'>
  /** Only in these namespaces. */
  lhnamespace?: Many<number | '*'>
  /** Only results of these kinds; an exclamation mark turns a kind into its opposite. */
  lhshow?: Many<'!redirect' | 'redirect'>
  /** How many results to give at most. */
  lhlimit?: number | 'max'
  /** Where the previous answer stopped. Take the value from that answer. */
  lhcontinue?: string
}

/** What the logs say: who moved, deleted, protected, blocked or uploaded what, latest first. */
export interface QueryLogevents {
  /** What to tell of each result. */
  leprop?: Many<'comment' | 'details' | 'ids' | 'parsedcomment' | 'tags' | 'timestamp' | 'title' | 'type' | 'user' | 'userid'>
  /** Only results of these types. */
  letype?: '' | 'block' | 'contentmodel' | 'create' | 'delete' | 'import' | 'managetags' | 'merge' | 'move' | 'newusers' | 'patrol' | 'protect' | 'rights' | 'spamblacklist' | 'suppress' | 'tag' | 'titleblacklist' | 'upload'
  /** Only entries of this action. */
  leaction?: string
  /** Where in time to begin. */
  lestart?: string | Date
  /** Where in time to stop. */
  leend?: string | Date
  /** In which order to list. */
  ledir?: 'newer' | 'older'
  /** Only what this user did. */
  leuser?: string
  /** The title this is about. */
  letitle?: string
  /** Only in these namespaces. */
  lenamespace?: number
  /** Only what begins with this. */
  leprefix?: string
  /** Only what carries this tag. */
  letag?: string
  /** How many results to give at most. */
  lelimit?: number | 'max'
  /** Where the previous answer stopped. Take the value from that answer. */
  lecontinue?: string
}

/** Files the caller has uploaded but not published yet. */
export interface QueryMystashedfiles {
  /** What to tell of each result. */
  msfprop?: Many<'size' | 'type'>
  /** How many results to give at most. */
  msflimit?: number | 'max'
  /** Where the previous answer stopped. Take the value from that answer. */
  msfcontinue?: string
}

/** The names of page properties that occur on the wiki. */
export interface QueryPagepropnames {
  /** Where the previous answer stopped. Take the value from that answer. */
  ppncontinue?: string
  /** How many results to give at most. */
  ppnlimit?: number | 'max'
}

/** The properties that the text of a page sets, such as its displayed title. */
export interface QueryPageprops {
  /** Where the previous answer stopped. Take the value from that answer. */
  ppcontinue?: string
  /** Only these properties. */
  ppprop?: Many<string>
}

/** The pages that have a given page property. */
export interface QueryPageswithprop {
  /** The name of the page property. */
  pwppropname: string
  /** What to tell of each result. */
  pwpprop?: Many<'ids' | 'title' | 'value'>
  /** Where the previous answer stopped. Take the value from that answer. */
  pwpcontinue?: string
  /** How many results to give at most. */
  pwplimit?: number | 'max'
  /** In which order to list. */
  pwpdir?: 'ascending' | 'descending'
}

/** The pages whose titles begin as typed, best guess first. */
export interface QueryPrefixsearch {
  /** What to search for. */
  pssearch: string
  /** Only in these namespaces. */
  psnamespace?: Many<number | '*'>
  /** How many results to give at most. */
  pslimit?: number | 'max'
  /** How many results to pass over. Take the value from the previous answer. */
  psoffset?: number
}

/** Titles that nobody below a given level may create. */
export interface QueryProtectedtitles {
  /** Only in these namespaces. */
  ptnamespace?: Many<number | '*'>
  /** Only titles protected at these levels. */
  ptlevel?: Many<'autoconfirmed' | 'sysop'>
  /** How many results to give at most. */
  ptlimit?: number | 'max'
  /** In which order to list. */
  ptdir?: 'newer' | 'older'
  /** Where in time to begin. */
  ptstart?: string | Date
  /** Where in time to stop. */
  ptend?: string | Date
  /** What to tell of each result. */
  ptprop?: Many<'comment' | 'expiry' | 'level' | 'parsedcomment' | 'timestamp' | 'user' | 'userid'>
  /** Where the previous answer stopped. Take the value from that answer. */
  ptcontinue?: string
}

/** The lists that help to look after a wiki, such as orphaned, shortest or most wanted pages. */
export interface QueryQuerypage {
  /** Which list. */
  qppage: 'Ancientpages' | 'BrokenRedirects' | 'Deadendpages' | 'DoubleRedirects' | 'Fewestrevisions' | 'ListDuplicatedFiles' | 'Listredirects' | 'Lonelypages' | 'Longpages' | 'MediaStatistics' | 'Mostcategories' | 'Mostimages' | 'Mostinterwikis' | 'Mostlinked' | 'Mostlinkedcategories' | 'Mostlinkedtemplates' | 'Mostrevisions' | 'Shortpages' | 'Uncategorizedcategories' | 'Uncategorizedimages' | 'Uncategorizedpages' | 'Uncategorizedtemplates' | 'Unusedcategories' | 'Unusedimages' | 'Unusedtemplates' | 'Unwatchedpages' | 'Wantedcategories' | 'Wantedfiles' | 'Wantedpages' | 'Wantedtemplates' | 'Withoutinterwiki'
  /** How many results to pass over. Take the value from the previous answer. */
  qpoffset?: number
  /** How many results to give at most. */
  qplimit?: number | 'max'
}

/** Pages drawn by lot. */
export interface QueryRandom {
  /** Only in these namespaces. */
  rnnamespace?: Many<number | '*'>
  /** Whether to list redirects, other pages, or both. */
  rnfilterredir?: 'all' | 'nonredirects' | 'redirects'
  /**
   * The older form of filterredir.
   * @deprecated
   */
  rnredirect?: boolean
  /** How many results to give at most. */
  rnlimit?: number | 'max'
  /** Where the previous answer stopped. Take the value from that answer. */
  rncontinue?: string
}

/** What has lately changed on the wiki: edits, new pages, log entries, latest first. */
export interface QueryRecentchanges {
  /** Where in time to begin. */
  rcstart?: string | Date
  /** Where in time to stop. */
  rcend?: string | Date
  /** In which order to list. */
  rcdir?: 'newer' | 'older'
  /** Only in these namespaces. */
  rcnamespace?: Many<number | '*'>
  /** Only what this user did. */
  rcuser?: string
  /** Not what this user did. */
  rcexcludeuser?: string
  /** Only what carries this tag. */
  rctag?: string
  /** What to tell of each result. */
  rcprop?: Many<'comment' | 'flags' | 'ids' | 'loginfo' | 'parsedcomment' | 'patrolled' | 'redirect' | 'sha1' | 'sizes' | 'tags' | 'timestamp' | 'title' | 'user' | 'userid'>
  /**
   * The older way to get tokens; meta=tokens takes its place.
   * @deprecated
   */
  rctoken?: Many<'patrol'>
  /** Only results of these kinds; an exclamation mark turns a kind into its opposite. */
  rcshow?: Many<'!anon' | '!autopatrolled' | '!bot' | '!minor' | '!patrolled' | '!redirect' | 'anon' | 'autopatrolled' | 'bot' | 'minor' | 'patrolled' | 'redirect' | 'unpatrolled'>
  /** How many results to give at most. */
  rclimit?: number | 'max'
  /** Only results of these types. */
  rctype?: Many<'categorize' | 'edit' | 'external' | 'log' | 'new'>
  /** Only changes that are still the latest of their page. */
  rctoponly?: boolean
  /** The title this is about. */
  rctitle?: string
  /** Where the previous answer stopped. Take the value from that answer. */
  rccontinue?: string
  /** As a generator, give revisions instead of titles. */
  rcgeneraterevisions?: boolean
  /** Only changes to this slot. */
  rcslot?: 'main'
}

/** The redirects that lead to a page. */
export interface QueryRedirects {
  /** What to tell of each result. */
  rdprop?: Many<'fragment' | 'pageid' | 'title'>
  /** Only in these namespaces. */
  rdnamespace?: Many<number | '*'>
  /** Only results of these kinds; an exclamation mark turns a kind into its opposite. */
  rdshow?: Many<'!fragment' | 'fragment'>
  /** How many results to give at most. */
  rdlimit?: number | 'max'
  /** Where the previous answer stopped. Take the value from that answer. */
  rdcontinue?: string
}

/** Revisions: the latest of each page, the history of one page, or any by their numbers. */
export interface QueryRevisions {
  /** What to tell of each result. */
  rvprop?: Many<'comment' | 'content' | 'contentmodel' | 'flags' | 'ids' | 'parsedcomment' | 'roles' | 'sha1' | 'size' | 'slotsha1' | 'slotsize' | 'tags' | 'timestamp' | 'user' | 'userid' | 'parsetree'>
  /** Which slots of a revision to show. */
  rvslots?: Many<'main' | '*'>
  /** How many results to give at most. */
  rvlimit?: number | 'max'
  /**
   * Show the text with its templates expanded.
   * @deprecated
   */
  rvexpandtemplates?: boolean
  /**
   * Show the text as an XML tree.
   * @deprecated
   */
  rvgeneratexml?: boolean
  /**
   * Show the text as HTML.
   * @deprecated
   */
  rvparse?: boolean
  /** Show one section of the text, by its number. */
  rvsection?: string
  /**
   * Compare each revision with this one: a number, or prev, next or cur.
   * @deprecated
   */
  rvdiffto?: string
  /**
   * Compare each revision with this text.
   * @deprecated
   */
  rvdifftotext?: string
  /**
   * Treat the text as saving would before comparing.
   * @deprecated
   */
  rvdifftotextpst?: boolean
  /**
   * In which format to show and to read text.
   * @deprecated
   */
  rvcontentformat?: 'application/json' | 'text/css' | 'text/javascript' | 'text/plain' | 'text/x-wiki'
  /** The revision to begin at. */
  rvstartid?: number
  /** The revision to stop at. */
  rvendid?: number
  /** Where in time to begin. */
  rvstart?: string | Date
  /** Where in time to stop. */
  rvend?: string | Date
  /** In which order to list. */
  rvdir?: 'newer' | 'older'
  /** Only what this user did. */
  rvuser?: string
  /** Not what this user did. */
  rvexcludeuser?: string
  /** Only what carries this tag. */
  rvtag?: string
  /**
   * The older way to get tokens; meta=tokens takes its place.
   * @deprecated
   */
  rvtoken?: Many<'rollback'>
  /** Where the previous answer stopped. Take the value from that answer. */
  rvcontinue?: string
}

/** Search in titles and texts. */
export interface QuerySearch {
  /** What to search for. */
  srsearch: string
  /** Only in these namespaces. */
  srnamespace?: Many<number | '*'>
  /** How many results to give at most. */
  srlimit?: number | 'max'
  /** How many results to pass over. Take the value from the previous answer. */
  sroffset?: number
  /** Where to search. */
  srwhat?: 'nearmatch' | 'text' | 'title'
  /** What to tell about the search as a whole. */
  srinfo?: Many<'rewrittenquery' | 'suggestion' | 'totalhits'>
  /** What to tell of each result. */
  srprop?: Many<'categorysnippet' | 'extensiondata' | 'isfilematch' | 'redirectsnippet' | 'redirecttitle' | 'sectionsnippet' | 'sectiontitle' | 'size' | 'snippet' | 'timestamp' | 'titlesnippet' | 'wordcount' | 'hasrelated' | 'score'>
  /** Give results from other wikis too. */
  srinterwiki?: boolean
  /** Let the search improve the question. */
  srenablerewrites?: boolean
  /** By what to sort. */
  srsort?: 'relevance'
}

/** What a client needs to know of the wiki: its names, namespaces, languages, numbers, rights and software. */
export interface QuerySiteinfo {
  /** What to tell of each result. */
  siprop?: Many<'dbrepllag' | 'defaultoptions' | 'extensions' | 'extensiontags' | 'fileextensions' | 'functionhooks' | 'general' | 'interwikimap' | 'languages' | 'languagevariants' | 'libraries' | 'magicwords' | 'namespacealiases' | 'namespaces' | 'protocols' | 'restrictions' | 'rightsinfo' | 'showhooks' | 'skins' | 'specialpagealiases' | 'statistics' | 'uploaddialog' | 'usergroups' | 'variables'>
  /** Only local wikis of the interwiki map, or only others. */
  sifilteriw?: '!local' | 'local'
  /** Tell of all database servers, not only of the one furthest behind. */
  sishowalldb?: boolean
  /** Say how many users each group has. */
  sinumberingroup?: boolean
  /** In which language to give the names of languages and skins. */
  siinlanguagecode?: string
}

/** What is known of files that are uploaded but not published yet. */
export interface QueryStashimageinfo {
  /** The keys of the files, from the answer to their upload. */
  siifilekey?: Many<string>
  /**
   * The older name of filekey.
   * @deprecated
   */
  siisessionkey?: Many<string>
  /** What to tell of each result. */
  siiprop?: Many<'badfile' | 'bitdepth' | 'canonicaltitle' | 'commonmetadata' | 'dimensions' | 'extmetadata' | 'metadata' | 'mime' | 'sha1' | 'size' | 'thumbmime' | 'timestamp' | 'url'>
  /** Give the address of a picture scaled to this width. */
  siiurlwidth?: number
  /** Give the address of a picture scaled to this height. */
  siiurlheight?: number
  /** How to make the scaled picture, such as a page number. */
  siiurlparam?: string
}

/** The tags that edits and log entries can carry. */
export interface QueryTags {
  /** Where the previous answer stopped. Take the value from that answer. */
  tgcontinue?: string
  /** How many results to give at most. */
  tglimit?: number | 'max'
  /** What to tell of each result. */
  tgprop?: Many<'active' | 'defined' | 'description' | 'displayname' | 'hitcount' | 'source'>
}

/** The pages that a page includes, as it does with templates. */
export interface QueryTemplates {
  /** Only in these namespaces. */
  tlnamespace?: Many<number | '*'>
  /** How many results to give at most. */
  tllimit?: number | 'max'
  /** Where the previous answer stopped. Take the value from that answer. */
  tlcontinue?: string
  /** Only these templates. */
  tltemplates?: Many<string>
  /** In which order to list. */
  tldir?: 'ascending' | 'descending'
}

/** The tokens that requests which change something must bring along. */
export interface QueryTokens {
  /** Which types of token to give. */
  type?: Many<'createaccount' | 'csrf' | 'login' | 'patrol' | 'rollback' | 'userrights' | 'watch'>
}

/** The pages that include a page. */
export interface QueryTranscludedin {
  /** What to tell of each result. */
  tiprop?: Many<'pageid' | 'redirect' | 'title'>
  /** Only in these namespaces. */
  tinamespace?: Many<number | '*'>
  /** Only results of these kinds; an exclamation mark turns a kind into its opposite. */
  tishow?: Many<'!redirect' | 'redirect'>
  /** How many results to give at most. */
  tilimit?: number | 'max'
  /** Where the previous answer stopped. Take the value from that answer. */
  ticontinue?: string
}

/** The edits of users, latest first. */
export interface QueryUsercontribs {
  /** How many results to give at most. */
  uclimit?: number | 'max'
  /** Where in time to begin. */
  ucstart?: string | Date
  /** Where in time to stop. */
  ucend?: string | Date
  /** Where the previous answer stopped. Take the value from that answer. */
  uccontinue?: string
  /** Only what this user did. */
  ucuser?: Many<string>
  /** The ids of the users this is about. */
  ucuserids?: Many<number>
  /** All users whose names begin with this. */
  ucuserprefix?: string
  /** In which order to list. */
  ucdir?: 'newer' | 'older'
  /** Only in these namespaces. */
  ucnamespace?: Many<number | '*'>
  /** What to tell of each result. */
  ucprop?: Many<'comment' | 'flags' | 'ids' | 'parsedcomment' | 'patrolled' | 'size' | 'sizediff' | 'tags' | 'timestamp' | 'title'>
  /** Only results of these kinds; an exclamation mark turns a kind into its opposite. */
  ucshow?: Many<'!autopatrolled' | '!minor' | '!new' | '!patrolled' | '!top' | 'autopatrolled' | 'minor' | 'new' | 'patrolled' | 'top'>
  /** Only what carries this tag. */
  uctag?: string
  /**
   * Only changes that are still the latest of their page.
   * @deprecated
   */
  uctoponly?: boolean
}

/** Who the caller is: name, groups, rights, preferences, limits. */
export interface QueryUserinfo {
  /** What to tell of each result. */
  uiprop?: Many<'acceptlang' | 'blockinfo' | 'centralids' | 'changeablegroups' | 'editcount' | 'email' | 'groupmemberships' | 'groups' | 'hasmsg' | 'implicitgroups' | 'latestcontrib' | 'options' | 'ratelimits' | 'realname' | 'registrationdate' | 'rights' | 'unreadcount' | 'preferencestoken'>
  /** Say whether the account is attached to this other wiki. */
  uiattachedwiki?: string
}

/** What is known of given users. */
export interface QueryUsers {
  /** What to tell of each result. */
  usprop?: Many<'blockinfo' | 'cancreate' | 'centralids' | 'editcount' | 'emailable' | 'gender' | 'groupmemberships' | 'groups' | 'implicitgroups' | 'registration' | 'rights'>
  /** Say whether the account is attached to this other wiki. */
  usattachedwiki?: string
  /** The users this is about. */
  ususers?: Many<string>
  /** The ids of the users this is about. */
  ususerids?: Many<number>
  /**
   * The older way to get tokens; meta=tokens takes its place.
   * @deprecated
   */
  ustoken?: Many<'userrights'>
}

/** Recent changes to the pages that somebody watches. */
export interface QueryWatchlist {
  /** Every change to a page, not only the latest. */
  wlallrev?: boolean
  /** Where in time to begin. */
  wlstart?: string | Date
  /** Where in time to stop. */
  wlend?: string | Date
  /** Only in these namespaces. */
  wlnamespace?: Many<number | '*'>
  /** Only what this user did. */
  wluser?: string
  /** Not what this user did. */
  wlexcludeuser?: string
  /** In which order to list. */
  wldir?: 'newer' | 'older'
  /** How many results to give at most. */
  wllimit?: number | 'max'
  /** What to tell of each result. */
  wlprop?: Many<'comment' | 'expiry' | 'flags' | 'ids' | 'loginfo' | 'notificationtimestamp' | 'parsedcomment' | 'patrol' | 'sizes' | 'tags' | 'timestamp' | 'title' | 'user' | 'userid'>
  /** Only results of these kinds; an exclamation mark turns a kind into its opposite. */
  wlshow?: Many<'!anon' | '!autopatrolled' | '!bot' | '!minor' | '!patrolled' | '!unread' | 'anon' | 'autopatrolled' | 'bot' | 'minor' | 'patrolled' | 'unread'>
  /** Only results of these types. */
  wltype?: Many<'categorize' | 'edit' | 'external' | 'log' | 'new'>
  /** Whose watchlist to read, with that user's token. */
  wlowner?: string
  /** The secret token that the owner of the watchlist has given the caller. */
  wltoken?: string
  /** Where the previous answer stopped. Take the value from that answer. */
  wlcontinue?: string
}

/** Every page on a watchlist, by title. */
export interface QueryWatchlistraw {
  /** Where the previous answer stopped. Take the value from that answer. */
  wrcontinue?: string
  /** Only in these namespaces. */
  wrnamespace?: Many<number | '*'>
  /** How many results to give at most. */
  wrlimit?: number | 'max'
  /** What to tell of each result. */
  wrprop?: Many<'changed'>
  /** Only results of these kinds; an exclamation mark turns a kind into its opposite. */
  wrshow?: Many<'!changed' | 'changed'>
  /** Whose watchlist to read, with that user's token. */
  wrowner?: string
  /** The secret token that the owner of the watchlist has given the caller. */
  wrtoken?: string
  /** In which order to list. */
  wrdir?: 'ascending' | 'descending'
  /** The title to begin at, with its namespace. */
  wrfromtitle?: string
  /** The title to stop at, with its namespace. */
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
