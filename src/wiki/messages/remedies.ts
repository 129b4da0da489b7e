/**
 * What a client can do about an Action API error: the first entry whose pattern matches the code or message key.
 * Everything else concerns a parameter named in the text.
 */
const REMEDIES: readonly (readonly [pattern: RegExp, remedy: string])[] = [
  [/^(?:formatphp|warnings)$/, 'Ask for another format.'],
  [
    /^(?:import-unknownerror|sectionreplacefailed|filenopath|csp-?report.*|badrequest)$/,
    'Try again; if it fails again, tell whoever runs the site.',
  ],
  [
    /^(?:nochanges|notpatrollable|botsnotsupported|no-direct-editing|sectionsnotsupported|contentmodel-mismatch|bad(?:model)?format.*)$|notwikitext$/,
    'It cannot be done with this page in this form: choose another form, or leave it.',
  ],
  [
    /^(?:filedoesnotexist|changecontentmodel-missingtitle)$/,
    'It is not there, or no longer: look for it with action=query and use what you find.',
  ],
  [
    /^badidempotencykey$|^idempotencykeyreused$/,
    'Make up a new key, such as a UUID, for every edit, and repeat it only with that edit.',
  ],
  [/^idempotencyunsupported$/, 'Send the request without the header; only `action=edit` takes it.'],
  [/^badtoken$/, 'Ask meta=tokens for a new token of the right type and send the request again.'],
  [/^notoken$|^(?:missing|no)token/, 'Ask meta=tokens for a token and send it along.'],
  [/^mustposttoken$|^mustpostparams$/, 'Send these parameters in the body of a POST request, not in the address.'],
  [/^mustbeposted$/, 'Send the request by POST.'],
  [/^badcontinue$/, 'Send the members of `continue` as they came, or begin the list anew.'],
  [
    /^editconflict$|^undofailure$/,
    'Read the page again, put both changes together and save with the new `basetimestamp`.',
  ],
  [
    /^(?:pagedeleted|articleexists|create-titleexists|redirectexists|tags-create-already-exists|userexists)$/,
    'Look at what is there now, then choose another name or change what is there.',
  ],
  [/^assert\w+failed$/, 'Log in again (or out, for `assert=anon`) and repeat the request.'],
  [
    /^(?:readonly|internal_api_error_DB\w+|readonlyreason)$/,
    'Wait as long as `Retry-After` says, then send the request again. Reading goes on meanwhile.',
  ],
  [/^maxlag$/, 'Wait as long as `Retry-After` says, then send the request again.'],
  [
    /^(?:ratelimited|concurrency-limit|acct_creation_throttle_hit|mailpassword|login-throttled|throttled)|throttle/,
    'Wait before you ask again, and send fewer requests at a time.',
  ],
  [
    /^(?:auto)?blocked|^globally?blocked|blocked$|blocked-/,
    'The text says by whom, why and until when. Ask whoever set the block, on your talk page if you can edit it.',
  ],
  [
    /^(?:wrongpassword|authmanager-|authpage-|api-login-|badsessionprovider|botpasswords-|badretype|changeauth|linkaccount|userlogin)/,
    'Begin logging in anew, with the right name and password; bots use a bot password or an API key.',
  ],
  [/^password(?!reset)/, 'Choose another password.'],
  [
    /^passwordreset|^noemail|^cantsend|^usermaildisabled|^nowikiemail|^blockedemailuser|email/,
    'Look at the e-mail settings of both accounts; administrators see whether this site sends mail at all.',
  ],
  [
    /^(?:notloggedin|mustbeloggedin|stashnotloggedin|watchlistanontext|readapidenied|cant\w+-anon|noedit-anon|bad_wltoken|mustbeloggedin-\w+)|-anon$/,
    'Log in, or send an API key.',
  ],
  [
    /^protected|protected$|^cascadeprotected|^titleblacklist|^spamblacklist|^cantcreate|^noedit/,
    'Ask somebody with the right to do it, or leave this page or text as it is.',
  ],
  [
    /^(?:permissiondenied|cant|nodelete|noimport|specialpage-cantexecute|writeapidenied|action-|tags-\w+-no-permission|tags-apply-no|undelete-cant|unblock-hideuser|revdelete-\w+-no-access|nosuppress|hidden|cannotviewtitle|patrol$|stashwrongowner|uploadstash-wrong-owner|notallowed|movenot)|not-?allowed|disabled$/,
    'Your account lacks the right, or this site does not offer it: meta=userinfo&uiprop=rights shows your rights, administrators give others.',
  ],
  [
    /^(?:missingtitle|nosuch|invalidtitle-missing|missing(?!param)|nocurrentpage|notanarticle|revwrongpage|badid|baddiff|cantundelete|cantunblock|tags-\w+-not-found|undelete-no-results|stashedfilenotfound|stashnosuchfilekey|uploadstash-file-not-found|cannotdelete|alreadyrolled|onlyauthor|notdeleted|revdelete-modify-missing)/,
    'It is not there, or no longer: look for it with action=query and use what you find.',
  ],
  [
    /^(?:title-invalid|invalidtitle|badtitle|bad_image_title|selfmove|immobile|nonfilenamespace|unsupportednamespace)/,
    'Choose another title; action=query with `titles` shows how one is read.',
  ],
  [
    /^(?:verification-error|empty-file|file-too|filetype|filename|chunk-too|badupload|illegal-filename|fileexists|hookaborted|copyupload|stash|uploadstash|upload|invalid-file|badmd5|thumbnail|backend-fail|mustrender|fileversion|filerevert|imagerotate|overwrite|no-change|duplicate)/,
    'Look at the file: its name, kind, size and whether it arrived whole. action=upload tells more in `warnings`.',
  ],
  [
    /^(?:contenttoobig|texttoocostly|toomanyvalues|responsetoobig|too-?many|toobig)/,
    'Ask for less at once, and send several requests.',
  ],
  [
    /^(?:unknownaction|unknownformat|badsubmodule|badmodule|badgenerator|badquery|unrecognizedparams|unrecognizedvalue)/,
    'action=paraminfo and the reference name what there is.',
  ],
  [
    /^(?:multisource|invalidparammix|badparams|show$|params$|redirectsandrevids)|mix/,
    'Leave out one of the parameters that do not go together.',
  ],
  [
    /^(?:no(?:title|user|from|to|text|filename|lang|prefix|interwikiprefix|optionname)|missingparam|paramempty|toofew)/,
    'Send the parameter that the text names.',
  ],
]

const OTHERWISE = 'Correct the parameter that the text names; the reference of the module says what it takes.'

/** What to do about an error with this code. */
export const remedyFor = (code: string): string => REMEDIES.find(([pattern]) => pattern.test(code))?.[1] ?? OTHERWISE

/** What to do about a warning: the request succeeded. */
export const warningRemedy = (code: string): string =>
  code === 'deprecation' || code.startsWith('unclear')
    ? 'Use what the text names in its place: this will not work for ever.'
    : 'Nothing need be done; a request without the parameter or value that the text names gets no warning.'
