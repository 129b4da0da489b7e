/**
 * What a client can do about an Action API error: the first entry whose pattern matches the code or message key.
 * Everything else concerns a parameter named in the text.
 */
const REMEDIES: readonly (readonly [pattern: RegExp, remedy: string])[] = [
  [/^(?:formatphp|warnings)$/, 'Request another format.'],
  [
    /^(?:import-unknownerror|sectionreplacefailed|filenopath|csp-?report.*|badrequest)$/,
    'Try again. If it fails again, contact the site administrators.',
  ],
  [
    /^(?:nochanges|notpatrollable|botsnotsupported|no-direct-editing|sectionsnotsupported|contentmodel-mismatch|bad(?:model)?format.*)$|notwikitext$/,
    'The page does not support this in the requested form. Choose another form.',
  ],
  [
    /^(?:filedoesnotexist|changecontentmodel-missingtitle)$/,
    'The target does not exist or was deleted. Look it up with action=query.',
  ],
  [
    /^badidempotencykey$|^idempotencykeyreused$/,
    'Generate a new key, such as a UUID, for every edit, and reuse it only to retry that edit.',
  ],
  [/^idempotencyunsupported$/, 'Send the request without the header; only `action=edit` supports it.'],
  [/^variantwithouttables$/, 'Omit `variant`, or ask a site administrator to import the conversion tables.'],
  [/^badtoken$/, 'Get a new token of the right type from meta=tokens and send the request again.'],
  [/^notoken$|^(?:missing|no)token/, 'Get a token from meta=tokens and include it in the request.'],
  [/^mustposttoken$|^mustpostparams$/, 'Send these parameters in the body of a POST request, not in the URL.'],
  [/^mustbeposted$/, 'Send the request as POST.'],
  [/^badcontinue$/, 'Send the members of `continue` unchanged, or start the list again.'],
  [/^editconflict$|^undofailure$/, 'Load the page again, merge both changes and save with the new `basetimestamp`.'],
  [
    /^(?:pagedeleted|articleexists|create-titleexists|redirectexists|tags-create-already-exists|userexists)$/,
    'Check the current state, then choose another name or change what exists.',
  ],
  [/^assert\w+failed$/, 'Log in again (or out, for `assert=anon`) and repeat the request.'],
  [
    /^(?:readonly|internal_api_error_DB\w+|readonlyreason)$/,
    'Wait for the time in `Retry-After`, then send the request again. Reading still works.',
  ],
  [/^maxlag$/, 'Wait for the time in `Retry-After`, then send the request again.'],
  [
    /^(?:ratelimited|concurrency-limit|acct_creation_throttle_hit|mailpassword|login-throttled|throttled)|throttle/,
    'Wait before you try again, and send fewer requests at a time.',
  ],
  [
    /^(?:auto)?blocked|^globally?blocked|blocked$|blocked-/,
    'The text says who set the block, why, and when it expires. Contact that user, for example on your talk page if you can edit it.',
  ],
  [
    /^(?:wrongpassword|authmanager-|authpage-|api-login-|badsessionprovider|botpasswords-|badretype|changeauth|linkaccount|userlogin)/,
    'Start the login again with the right name and password. Bots use a bot password or an API key.',
  ],
  [/^password(?!reset)/, 'Choose another password.'],
  [
    /^passwordreset|^noemail|^cantsend|^usermaildisabled|^nowikiemail|^blockedemailuser|email/,
    'Check the email settings of both accounts. Administrators can see whether this site sends email at all.',
  ],
  [
    /^(?:notloggedin|mustbeloggedin|stashnotloggedin|watchlistanontext|readapidenied|cant\w+-anon|noedit-anon|bad_wltoken|mustbeloggedin-\w+)|-anon$/,
    'Log in, or send an API key.',
  ],
  [
    /^protected|protected$|^cascadeprotected|^titleblacklist|^spamblacklist|^cantcreate|^noedit/,
    'Ask a user with the required right.',
  ],
  [
    /^(?:permissiondenied|cant(?!undelete|unblock)|nodelete|noimport|specialpage-cantexecute|writeapidenied|action-|tags-\w+-no-permission|tags-apply-no|undelete-cant|unblock-hideuser|revdelete-\w+-no-access|nosuppress|hidden|cannotviewtitle|patrol$|stashwrongowner|uploadstash-wrong-owner|notallowed|movenot)|not-?allowed|disabled$/,
    'Your account lacks the required right, or this site disables the feature. meta=userinfo&uiprop=rights lists your rights; administrators can grant more.',
  ],
  [
    /^(?:missingtitle|nosuch|invalidtitle-missing|missing(?!param)|nocurrentpage|notanarticle|revwrongpage|badid|baddiff|cantundelete|cantunblock|tags-\w+-not-found|undelete-no-results|undelete-missing|stashedfilenotfound|stashnosuchfilekey|uploadstash-file-not-found|cannotdelete|alreadyrolled|onlyauthor|notdeleted|revdelete-modify-missing)/,
    'The target does not exist or was deleted. Look it up with action=query.',
  ],
  [
    /^(?:title-invalid|invalidtitle|badtitle|bad_image_title|selfmove|immobile|nonfilenamespace|unsupportednamespace)/,
    'Choose another title. action=query with `titles` shows how a title is normalized.',
  ],
  [
    /^(?:verification-error|empty-file|file-too|filetype|filename|chunk-too|badupload|illegal-filename|fileexists|hookaborted|copyupload|stash|uploadstash|upload|invalid-file|badmd5|thumbnail|backend-fail|mustrender|fileversion|filerevert|imagerotate|overwrite|no-change|duplicate)/,
    'Check the name, type and size of the file, and that it was sent completely. action=upload gives details in `warnings`.',
  ],
  [
    /^(?:contenttoobig|texttoocostly|toomanyvalues|responsetoobig|too-?many|toobig)/,
    'Request less at a time, in several requests.',
  ],
  [
    /^(?:unknownaction|unknownformat|badsubmodule|badmodule|badgenerator|badquery|unrecognizedparams|unrecognizedvalue)/,
    'See action=paraminfo or the API reference for the supported values.',
  ],
  [
    /^(?:multisource|invalidparammix|badparams|show$|params$|redirectsandrevids)|mix/,
    'Remove one of the conflicting parameters.',
  ],
  [
    /^(?:no(?:title|user|from|to|text|filename|lang|prefix|interwikiprefix|optionname)|missingparam|paramempty|toofew)/,
    'Send the parameter named in the text.',
  ],
]

const OTHERWISE = 'Correct the parameter named in the text. The API reference lists the values the module accepts.'

/** What to do about an error with this code. */
export const remedyFor = (code: string): string => REMEDIES.find(([pattern]) => pattern.test(code))?.[1] ?? OTHERWISE

/** What to do about a warning: the request succeeded. */
export const warningRemedy = (code: string): string =>
  code === 'deprecation' || code.startsWith('unclear')
    ? 'Use the replacement named in the text: this feature will be removed.'
    : 'No action needed. To avoid the warning, omit the parameter or value named in the text.'
