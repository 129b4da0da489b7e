import { accountErrors } from './account-errors.ts'
import { blockErrors } from './block-errors.ts'
import { blockedListErrors } from './blocked-list-errors.ts'
import { compareErrors } from './compare-errors.ts'
import { contentErrors } from './content-errors.ts'
import { contentModelErrors } from './content-model-errors.ts'
import { deletionErrors } from './deletion-errors.ts'
import { editErrors } from './edit-errors.ts'
import { fileErrors } from './file-errors.ts'
import { hidingErrors } from './hiding-errors.ts'
import { importErrors } from './import-errors.ts'
import { loginErrors } from './login-errors.ts'
import { mergeErrors } from './merge-errors.ts'
import { paramErrors } from './param-errors.ts'
import { permissionErrors } from './permission-errors.ts'
import { preferenceErrors } from './preference-errors.ts'
import { restErrors } from './rest-errors.ts'
import { tagErrors } from './tag-errors.ts'
import { thanksErrors } from './thanks-errors.ts'
import { titleErrors } from './title-errors.ts'

/**
 * Every error and warning of the Action API: the message key (the same as MediaWiki's, so imported interface messages
 * provide other languages), the code that clients rely on, and the English text of the wire contract. `docs/errors.md`
 * is generated from this table.
 */
interface CatalogueEntry {
  readonly code: string
  readonly text: string
}

/** An entry that is only a text has its key as code, without the prefix. */
const define = <K extends string>(entries: Readonly<Record<K, string | CatalogueEntry>>) =>
  Object.fromEntries(
    Object.entries<string | CatalogueEntry>(entries).map(([key, entry]) => [
      key,
      typeof entry === 'string' ? { code: key.replace(/^api(?:error|warn)-/, ''), text: entry } : entry,
    ]),
  ) as Readonly<Record<K, CatalogueEntry>>

export const catalogue = define({
  ...blockedListErrors,
  ...compareErrors,
  ...accountErrors,
  ...blockErrors,
  ...contentErrors,
  ...contentModelErrors,
  ...deletionErrors,
  ...editErrors,
  ...fileErrors,
  ...hidingErrors,
  ...importErrors,
  ...loginErrors,
  ...mergeErrors,
  ...paramErrors,
  ...permissionErrors,
  ...tagErrors,
  ...thanksErrors,
  ...preferenceErrors,
  ...restErrors,
  ...titleErrors,
  'apierror-allimages-redirect': {
    code: 'invalidparammix',
    text: 'Use <kbd>gaifilterredir=nonredirects</kbd> instead of <var>redirects</var> when using <kbd>allimages</kbd> as a generator.',
  },
  'apierror-allpages-generator-redirects': {
    code: 'params',
    text: 'Use <kbd>gapfilterredir=nonredirects</kbd> instead of <var>redirects</var> when using <kbd>allpages</kbd> as a generator.',
  },
  'apierror-assertanonfailed': 'You are no longer logged out, so the action could not be completed.',
  'apierror-assertbotfailed': 'You do not have the <code>bot</code> right, so the action could not be completed.',
  'apierror-assertnameduserfailed': 'You are no longer logged in as "$1", so the action could not be completed.',
  'apierror-assertuserfailed': 'You are no longer logged in, so the action could not be completed.',
  'apierror-badcontinue': 'Invalid continue param. You should pass the original value returned by the previous query.',
  'apierror-baddiffto': {
    code: 'diffto',
    text: '<var>$1diffto</var> must be set to a non-negative number, <kbd>prev</kbd>, <kbd>next</kbd> or <kbd>cur</kbd>.',
  },
  'apierror-badgenerator-notgenerator': {
    code: 'badgenerator',
    text: 'Module <kbd>$1</kbd> cannot be used as a generator.',
  },
  'apierror-badgenerator-unknown': { code: 'badgenerator', text: 'Unknown <kbd>generator=$1</kbd>.' },
  'apierror-badip': 'IP parameter is not valid.',
  'apierror-badmodule-badsubmodule': {
    code: 'badsubmodule',
    text: 'The module <kbd>$1</kbd> does not have a submodule "$2".',
  },
  'apierror-badmodule-nosubmodules': { code: 'nosubmodules', text: 'The module <kbd>$1</kbd> has no submodules.' },
  'apierror-badparameter': 'Invalid value for parameter <var>$1</var>.',
  'apierror-badquery': 'Invalid query.',
  'apierror-badtoken': 'Invalid CSRF token.',
  'apierror-bad-watchlist-token': {
    code: 'bad_wltoken',
    text: 'Incorrect watchlist token provided. Please set a correct token in [[Special:Preferences]].',
  },
  'apierror-bad-badfilecontexttitle': {
    code: 'invalid-title',
    text: 'Invalid title in <var>$1badfilecontexttitle</var> parameter.',
  },
  'apierror-cantview-deleted-comment': {
    code: 'permissiondenied',
    text: "You don't have permission to view deleted comments.",
  },
  'apierror-cantview-deleted-description': {
    code: 'permissiondenied',
    text: "You don't have permission to view descriptions of deleted files.",
  },
  'apierror-cantview-deleted-metadata': {
    code: 'permissiondenied',
    text: "You don't have permission to view metadata of deleted files.",
  },
  'apierror-cantview-deleted-revision-content': {
    code: 'permissiondenied',
    text: "You don't have permission to view content of deleted revisions.",
  },
  'apierror-cannotviewtitle': 'You are not allowed to view $1.',
  'apierror-cidrtoobroad': '$1 CIDR ranges broader than /$2 are not accepted.',
  'apierror-deletedrevs-param-not-1-2': {
    code: 'badparams',
    text: 'The <var>$1</var> parameter cannot be used in modes 1 or 2.',
  },
  'apierror-deletedrevs-param-not-3': {
    code: 'badparams',
    text: 'The <var>$1</var> parameter cannot be used in mode 3.',
  },
  'apierror-filedoesnotexist': 'File does not exist.',
  'apierror-formatphp':
    'This response cannot be represented using <kbd>format=php</kbd>. See https://phabricator.wikimedia.org/T68776.',
  'apierror-imageusage-badtitle': { code: 'bad_image_title', text: 'The title for <kbd>$1</kbd> must be a file.' },
  'apierror-invalidcategory': 'The category name you entered is not valid.',
  'apierror-invalidexpiry': 'Invalid expiry time "$1".',
  'apierror-invalidiprange': 'Invalid CIDR range "$1".',
  'apierror-invalidlang': 'Invalid language code for parameter <var>$1</var>.',
  'apierror-invalidparammix': 'The {{PLURAL:$2|parameters}} $1 can not be used together.',
  'apierror-invalidparammix-cannotusewith': {
    code: 'invalidparammix',
    text: 'The <kbd>$1</kbd> parameter cannot be used with <kbd>$2</kbd>.',
  },
  'apierror-invalidparammix-mustusewith': {
    code: 'invalidparammix',
    text: 'The <kbd>$1</kbd> parameter may only be used with <kbd>$2</kbd>.',
  },
  'apierror-invalidsha1base36hash': 'The SHA1Base36 hash provided is not valid.',
  'apierror-invalidsha1hash': 'The SHA1 hash provided is not valid.',
  'apierror-invalidtitle': 'Bad title "$1".',
  'apierror-invalidurlparam': 'Invalid value for <var>$1urlparam</var> (<kbd>$2=$3</kbd>).',
  'apierror-invaliduser': 'Invalid username "$1".',
  'apierror-invaliduserid': 'User ID <var>$1</var> is not valid.',
  'apierror-maxlag-generic': {
    code: 'maxlag',
    text: 'Waiting for a database server: $1 {{PLURAL:$1|second|seconds}} lagged.',
  },
  'apierror-mimesearchdisabled': 'MIME search is disabled in Miser Mode.',
  'apierror-missingcontent-revid': { code: 'missingcontent', text: 'Missing content for revision ID $1.' },
  'apierror-missingparam': 'The <var>$1</var> parameter must be set.',
  'apierror-missingparam-at-least-one-of': {
    code: 'missingparam',
    text: '{{PLURAL:$2|The parameter|At least one of the parameters}} $1 is required.',
  },
  'apierror-missingparam-one-of': {
    code: 'missingparam',
    text: '{{PLURAL:$2|The parameter|One of the parameters}} $1 is required.',
  },
  'apierror-missingtitle': "The page you specified doesn't exist.",
  'apierror-invalidmethod': 'Invalid HTTP method. Consider using GET or POST.',
  'apierror-moduledisabled': 'The <kbd>$1</kbd> module has been disabled.',
  'apierror-multpages': '<var>$1</var> may only be used with a single page.',
  'apierror-mustbeloggedin': { code: 'notloggedin', text: 'You must be logged in to $1.' },
  'apierror-mustbeloggedin-generic': { code: 'notloggedin', text: 'You must be logged in.' },
  'apierror-mustbeposted': 'The <kbd>$1</kbd> module requires a POST request.',
  'apierror-mustpostparams':
    'The following {{PLURAL:$2|parameter was|parameters were}} found in the query string, but must be in the POST body: $1.',
  'apierror-nosuchlogid': 'There is no log entry with ID $1.',
  'apierror-nosuchpageid': 'There is no page with ID $1.',
  'apierror-nosuchrevid': 'There is no revision with ID $1.',
  'apierror-nosuchsection': 'There is no section $1.',
  'apierror-nosuchsection-what': { code: 'nosuchsection', text: 'There is no section $1 in $2.' },
  'apierror-nosuchuserid': 'There is no user with ID $1.',
  'apierror-permissiondenied': "You don't have permission to $1.",
  'apierror-permissiondenied-generic': { code: 'permissiondenied', text: 'Permission denied.' },
  'apierror-permissiondenied-patrolflag': {
    code: 'permissiondenied',
    text: 'You need the <code>patrol</code> or <code>patrolmarks</code> right to request the patrolled flag.',
  },
  'apierror-prefixsearchdisabled': 'Prefix search is disabled in Miser Mode.',
  'apierror-readapidenied': 'You need read permission to use this module.',
  'apierror-databaseerror': { code: 'internal_api_error_DBQueryError', text: '[$1] Database query error.' },
  'apierror-readonly': 'The wiki is currently in read-only mode.',
  'apierror-revisions-badid': { code: 'badid', text: 'No revision was found for parameter <var>$1</var>.' },
  'apierror-revisions-norevids': {
    code: 'invalidparammix',
    text: 'The <var>revids</var> parameter may not be used with the list options (<var>$1limit</var>, <var>$1startid</var>, <var>$1endid</var>, <kbd>$1dir=newer</kbd>, <var>$1user</var>, <var>$1excludeuser</var>, <var>$1start</var>, and <var>$1end</var>).',
  },
  'apierror-revisions-singlepage': {
    code: 'invalidparammix',
    text: '<var>titles</var>, <var>pageids</var> or a generator was used to supply multiple pages, but the <var>$1limit</var>, <var>$1startid</var>, <var>$1endid</var>, <kbd>$1dir=newer</kbd>, <var>$1user</var>, <var>$1excludeuser</var>, <var>$1start</var>, and <var>$1end</var> parameters may only be used on a single page.',
  },
  'apierror-searchdisabled': '<var>$1</var> search is disabled.',
  'apierror-sectionsnotsupported-what': { code: 'sectionsnotsupported', text: 'Sections are not supported by $1.' },
  'apierror-show': 'Incorrect parameter - mutually exclusive values may not be supplied.',
  'apierror-siteinfo-includealldenied': {
    code: 'includeAllDenied',
    text: "Cannot view all servers' info unless <var>$wgShowHostnames</var> is true.",
  },
  'apierror-sizediffdisabled': 'Size difference is disabled in Miser Mode.',
  'apierror-specialpage-cantexecute': "You don't have permission to view the results of this special page.",
  'apierror-stashedfilenotfound': 'Could not find the file in the stash: $1.',
  'apierror-stashnosuchfilekey': 'No such filekey: $1.',
  'apierror-stashpathinvalid': 'File key of improper format or otherwise invalid: $1.',
  'apierror-stashwrongowner': 'Wrong owner: $1',
  'apierror-unknownaction': 'The action specified, <kbd>$1</kbd>, is not recognized.',
  'apierror-unknownformat': 'Unrecognized format "$1".',
  'apierror-unrecognizedvalue': 'Unrecognized value for parameter <var>$1</var>: $2.',
  'apierror-urlparamnormal': 'Could not normalize image parameters for $1.',
  'apiwarn-alldeletedrevisions-performance':
    'For better performance when generating titles, set <kbd>$1dir=newer</kbd>.',
  'apiwarn-badurlparam': 'Could not parse <var>$1urlparam</var> for $2. Using only width and height.',
  'apiwarn-badutf8':
    'The value passed for <var>$1</var> contains invalid or non-normalized data. Textual data should be valid, NFC-normalized Unicode without C0 control characters other than HT (\\t), LF (\\n), and CR (\\r).',
  'apiwarn-checktoken-percentencoding':
    'Check that symbols such as "+" in the token are properly percent-encoded in the URL.',
  'apiwarn-moduleswithoutvars':
    'Property "modules" was set but not "jsconfigvars" or "encodedjsconfigvars". Configuration variables are necessary for proper module usage.',
  'apiwarn-deprecation-post-without-content-type': {
    code: 'deprecation',
    text: 'A POST request was made without a <code>Content-Type</code> header. This does not work reliably.',
  },
  'apiwarn-deprecation-deletedrevs': {
    code: 'deprecation',
    text: '<kbd>list=deletedrevs</kbd> has been deprecated. Please use <kbd>prop=deletedrevisions</kbd> or <kbd>list=alldeletedrevisions</kbd> instead.',
  },
  'apiwarn-deprecation-login-token': {
    code: 'deprecation',
    text: 'Fetching a token via <kbd>action=login</kbd> is deprecated. Use <kbd>action=query&meta=tokens&type=login</kbd> instead.',
  },
  'apiwarn-deprecation-login-botpw': {
    code: 'deprecation',
    text: 'Main-account login via <kbd>action=login</kbd> is deprecated and may stop working without warning. To continue login with <kbd>action=login</kbd>, see [[Special:BotPasswords]]. To safely continue using main-account login, see <kbd>action=clientlogin</kbd>.',
  },
  'apiwarn-deprecation-login-nobotpw': {
    code: 'deprecation',
    text: 'Main-account login via <kbd>action=login</kbd> is deprecated and may stop working without warning. To safely log in, see <kbd>action=clientlogin</kbd>.',
  },
  'apiwarn-deprecation-missingparam': {
    code: 'deprecation',
    text: 'Because <var>$1</var> was not specified, a legacy format has been used for the output. This format is deprecated, and in the future the new format will always be used.',
  },
  'apiwarn-deprecation-parameter': { code: 'deprecation', text: 'The parameter <var>$1</var> has been deprecated.' },
  'apiwarn-deprecation-withreplacement': {
    code: 'deprecation',
    text: '<kbd>$1</kbd> has been deprecated. Please use <kbd>$2</kbd> instead.',
  },
  'apiwarn-difftohidden': "Couldn't diff to r$1: content is hidden.",
  'apiwarn-invalidcategory': '"$1" is not a category.',
  'apiwarn-invalidtitle': '"$1" is not a valid title.',
  'apiwarn-errorprinterfailed': 'Error printer failed. Will retry without params.',
  'apiwarn-notfile': '"$1" is not a file.',
  'apiwarn-nothumb-noimagehandler': 'Could not create thumbnail because $1 does not have an associated image handler.',
  'apiwarn-redirectsandrevids':
    'Redirect resolution cannot be used together with the <var>revids</var> parameter. Any redirects the <var>revids</var> point to have not been resolved.',
  'apiwarn-truncatedresult':
    'This result was truncated because it would otherwise be larger than the limit of $1 bytes.',
  'apiwarn-unrecognizedvalues': 'Unrecognized {{PLURAL:$3|value|values}} for parameter <var>$1</var>: $2.',
  'apiwarn-unsupportedarray': 'Parameter <var>$1</var> uses unsupported PHP array syntax.',
  'apiwarn-urlparamwidth':
    'Ignoring width value set in <var>$1urlparam</var> ($2) in favor of width value derived from <var>$1urlwidth</var>/<var>$1urlheight</var> ($3).',
  'apiwarn-tokens-origin': 'Tokens may not be obtained when the same-origin policy is not applied.',
  'api-usage-docref': 'See $1 for API usage.',
  'api-usage-mailinglist-ref': {
    code: 'deprecation-help',
    text: 'Subscribe to the mediawiki-api-announce mailing list at &lt;https://lists.wikimedia.org/postorius/lists/mediawiki-api-announce.lists.wikimedia.org/&gt; for notice of API deprecations and breaking changes.',
  },
  nosuchusershort: { code: 'bad_wlowner', text: 'There is no user by the name "$1".\nCheck your spelling.' },
  watchlistanontext: { code: 'notloggedin', text: 'Please log in to view or edit items on your watchlist.' },
  'apierror-unrecognizedparams': 'Unrecognized {{PLURAL:$2|parameter|parameters}}: $1.',
  'action-deletedhistory': "view a page's deleted history",
  'action-read': 'read this page',
  'action-viewmywatchlist': 'view your watchlist',
  and: '&#32;and',
  'comma-separator': ',&#32;',
  'word-separator': '&#32;',
})

export type CatalogueKey = keyof typeof catalogue

/** Keys without a MediaWiki message: they are not part of a wiki's interface. */
export const ownKeys: ReadonlySet<string> = new Set<CatalogueKey>([
  'apiwarn-tokennotallowed',
  'user and excludeuser cannot be used together',
])
