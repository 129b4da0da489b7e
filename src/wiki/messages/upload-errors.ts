/** Reasons for rejecting a file; all have the same code, plus the message key. */
const verificationErrors = {
  uploadscripted: {
    code: 'verification-error',
    text: 'This file contains HTML or script code that may be erroneously interpreted by a web browser.',
  },
  uploadscriptednamespace: {
    code: 'verification-error',
    text: 'This SVG file contains an illegal namespace "<nowiki>$1</nowiki>".',
  },
  uploadinvalidxml: { code: 'verification-error', text: 'The XML in the uploaded file could not be parsed.' },
  'uploaded-script-svg': {
    code: 'verification-error',
    text: 'Found scriptable element "$1" in the uploaded SVG file.',
  },
  'uploaded-hostile-svg': {
    code: 'verification-error',
    text: 'Found unsafe CSS in the style element of uploaded SVG file.',
  },
  'uploaded-event-handler-on-svg': {
    code: 'verification-error',
    text: 'Setting event-handler attributes <code>$1="$2"</code> is not allowed in SVG files.',
  },
  'uploaded-href-attribute-svg': {
    code: 'verification-error',
    text: '<a> elements can only link (href) to data: (embedded file), http:// or https://, or fragment (#, same-document) targets. For other elements, such as <image>, only data: and fragment are allowed. Try embedding images when exporting your SVG. Found <code>&lt;$1 $2="$3"&gt;</code>.',
  },
  'uploaded-href-unsafe-target-svg': {
    code: 'verification-error',
    text: 'Found href to unsafe data: URI target <code>&lt;$1 $2="$3"&gt;</code> in the uploaded SVG file.',
  },
  'uploaded-animate-svg': {
    code: 'verification-error',
    text: 'Found "animate" tag that might be changing href, using the "from" attribute <code>&lt;$1 $2="$3"&gt;</code> in the uploaded SVG file.',
  },
  'uploaded-setting-event-handler-svg': {
    code: 'verification-error',
    text: 'Setting event-handler attributes is blocked, found <code>&lt;$1 $2="$3"&gt;</code> in the uploaded SVG file.',
  },
  'uploaded-setting-href-svg': {
    code: 'verification-error',
    text: 'Using the "set" tag to add "href" attribute to parent element is blocked.',
  },
  'uploaded-wrong-setting-svg': {
    code: 'verification-error',
    text: 'Using the "set" tag to add a remote/data/script target to any attribute is blocked. Found <code>&lt;set to="$1"&gt;</code> in the uploaded SVG file.',
  },
  'uploaded-setting-handler-svg': {
    code: 'verification-error',
    text: 'SVG that sets the "handler" attribute with remote/data/script is blocked. Found <code>$1="$2"</code> in the uploaded SVG file.',
  },
  'uploaded-remote-url-svg': {
    code: 'verification-error',
    text: 'SVG that sets any style attribute with remote URL is blocked. Found <code>$1="$2"</code> in the uploaded SVG file.',
  },
  'uploaded-image-filter-svg': {
    code: 'verification-error',
    text: 'Found image filter with URL: <code>&lt;$1 $2="$3"&gt;</code> in the uploaded SVG file.',
  },
  'upload-scripted-pi-callback': {
    code: 'verification-error',
    text: 'Cannot upload a file that contains XML-stylesheet processing instruction.',
  },
  'upload-scripted-dtd': {
    code: 'verification-error',
    text: 'Cannot upload SVG files that contain a non-standard DTD declaration.',
  },
  'filetype-badmime': {
    code: 'verification-error',
    text: 'Files of the MIME type "$1" are not allowed to be uploaded.',
  },
  'filetype-bad-ie-mime': {
    code: 'verification-error',
    text: 'Cannot upload this file because Internet Explorer would detect it as "$1", which is a disallowed and potentially dangerous file type.',
  },
  'filetype-mime-mismatch': {
    code: 'verification-error',
    text: 'File extension ".$1" does not match the detected MIME type of the file ($2).',
  },
} as const

/** Errors of uploading, replacing and rotating files; part of the catalogue. */
export const uploadErrors = {
  ...verificationErrors,
  'action-upload': 'upload this file',
  uploaddisabled: 'Uploads disabled.',
  copyuploaddisabled: 'Upload by URL disabled.',
  'empty-file': 'The file you submitted was empty.',
  'file-too-large': 'The file you submitted was too large.',
  'filename-tooshort': 'The filename is too short.',
  'filename-toolong': 'Filenames may not be longer than 240 bytes.',
  'illegal-filename': 'The filename is not allowed.',
  'filetype-missing': 'The file has no extension (like ".jpg").',
  'filetype-banned-type': {
    code: 'filetype-banned',
    text: '<strong>".$1"</strong> {{PLURAL:$4|is not a permitted file type|are not permitted file types}}.\nPermitted {{PLURAL:$3|file type is|file types are}} $2.',
  },
  'verification-error': 'This file did not pass file verification.',
  'fileexists-forbidden':
    'A file with this name already exists, and cannot be overwritten.\nIf you still want to upload your file, please go back and use a new name.\n[[File:$1|thumb|center|$1]]',
  'fileexists-no-change': 'The upload is an exact duplicate of the current version of <strong>[[:$1]]</strong>.',
  'uploadstash-exception': 'Could not store upload in the stash ($1): "$2".',
  'invalid-chunk-offset': 'Invalid chunk offset',
  'filerevert-badversion': 'There is no previous local version of this file with the provided timestamp.',
  imageinvalidfilename: 'The target filename is invalid.',
  imagetypemismatch: { code: 'filetypemismatch', text: 'The new file extension does not match its type.' },
  filenotfound: 'Could not find file "$1".',
  'apierror-cannot-async-upload-file':
    'The parameters <var>async</var> and <var>file</var> cannot be combined. If you want asynchronous processing of your uploaded file, first upload it to stash (using the <var>stash</var> parameter) and then publish the stashed file asynchronously (using <var>filekey</var> and <var>async</var>).',
  'apierror-chunk-too-small': 'Minimum chunk size is $1 {{PLURAL:$1|byte|bytes}} for non-final chunks.',
  'apierror-filedoesnotexist': 'File does not exist.',
  'apierror-filenopath': 'Cannot get local file path.',
  'apierror-filetypecannotberotated': 'File type cannot be rotated.',
  'apierror-invalid-chunk': 'Offset plus current chunk is greater than claimed file size.',
  'apierror-invalid-file-key': 'Not a valid file key.',
  'apierror-stashfailed-complete': {
    code: 'stashfailed',
    text: 'Chunked upload is already completed, check status for details.',
  },
  'apierror-upload-missingresult': { code: 'missingresult', text: 'No result in status data.' },
  'apierror-upload-filekeyneeded': {
    code: 'filekeyneeded',
    text: 'Must supply a <var>filekey</var> when <var>offset</var> is non-zero.',
  },
  'apierror-upload-filekeynotallowed': {
    code: 'filekeynotallowed',
    text: 'Cannot supply a <var>filekey</var> when <var>offset</var> is 0.',
  },
  'apierror-copyuploadbaddomain': 'Uploads by URL are not allowed from this domain.',
  'apierror-copyuploadbadurl': 'Upload not allowed from this URL.',
  'delete-error-associated-doesnotexist': 'Cannot delete a non-existing associated talk page.',
  'http-invalid-url': 'Invalid URL: $1',
  'http-bad-status': 'There was a problem during the HTTP request: $1 $2',
  'http-timed-out': 'HTTP request timed out.',
  'http-curl-error': 'Error fetching URL: $1',
  'upload-too-many-redirects': 'The URL contained too many redirects',
  'http-request-error': 'HTTP request failed due to unknown error.',
  'backend-fail-internal': 'An unknown error occurred in storage backend "$1".',
  thumbnail_error: 'Error creating thumbnail: $1',
  invalidoldimage: '⧼invalidoldimage⧽',
  nodeleteablefile: '⧼nodeleteablefile⧽',
} as const
