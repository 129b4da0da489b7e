import { uploadErrors } from './upload-errors.ts'

/** Errors of files and file requests; part of the catalogue. */
export const fileErrors = {
  ...uploadErrors,
  'paramvalidator-badupload-notupload': {
    code: 'badupload',
    text: 'File upload parameter "$1" is not a file upload; be sure to use multipart/form-data for your POST and include a filename in the Content-Disposition header.',
  },
  'apierror-mustbeloggedin-uploadstash': {
    code: 'notloggedin',
    text: 'The upload stash is only available to logged-in users.',
  },
  'apierror-opensearch-json-warnings': {
    code: 'warnings',
    text: 'Warnings cannot be represented in OpenSearch JSON format.',
  },
  'uploadstash-bad-path-bad-format': 'Key "$1" is not in a proper format.',
  'uploadstash-file-not-found': 'Key "$1" not found in stash.',
  'uploadstash-wrong-owner': "This file ($1) doesn't belong to the current user.",
} as const
