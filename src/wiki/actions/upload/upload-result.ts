import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { fileMembers } from '../../query/families/file-facts.ts'

const VERSION = { timestamp: 'string' } as const satisfies Members

/** Why a file was not published, or should not have been. */
const UPLOAD_WARNINGS = {
  'badfilename?': 'string',
  'exists?': 'string',
  'page-exists?': 'string',
  'exists-normalized?': 'string',
  'thumb?': 'string',
  'thumb-name?': 'string',
  'bad-prefix?': 'string',
  'nochange?': VERSION,
  'duplicateversions?': [VERSION],
  'was-deleted?': 'string',
  /** Empty if the name is hidden. */
  'duplicate-archive?': 'string',
  'duplicate?': ['string'],
} as const satisfies Members

/** What action=upload returns: the published or stashed file, or how to continue. */
export const UPLOAD_RESULT = {
  result: 'string',
  'filename?': 'string',
  'warnings?': UPLOAD_WARNINGS,
  /** With `checkstatus`. */
  'stage?': 'string',
  /** Bytes received so far. */
  'offset?': 'integer',
  'filekey?': 'string',
  'sessionkey?': 'string',
  'imageinfo?': fileMembers,
} as const satisfies Members

export type UploadWarnings = ResultOf<typeof UPLOAD_WARNINGS>
export type UploadResult = ResultOf<typeof UPLOAD_RESULT>
