/** Errors of change tags; part of the catalogue. */
export const tagErrors = {
  'action-changetags': {
    code: 'action-changetags',
    text: 'add and remove arbitrary tags on individual revisions and log entries',
  },
  'apierror-nosuchlogid': { code: 'nosuchlogid', text: 'There is no log entry with ID $1.' },
  'tags-activate-not-allowed': {
    code: 'tags-activate-not-allowed',
    text: 'It is not possible to activate the tag "$1".',
  },
  'tags-activate-not-found': { code: 'tags-activate-not-found', text: 'The tag "$1" does not exist.' },
  'tags-apply-blocked': {
    code: 'tags-apply-blocked',
    text: 'You cannot apply change tags along with your changes while {{GENDER:$1|you}} are blocked.',
  },
  'tags-create-already-exists': { code: 'tags-create-already-exists', text: 'The tag "$1" already exists.' },
  'tags-create-invalid-chars': {
    code: 'tags-create-invalid-chars',
    text: 'Tag names must not contain commas (<code>,</code>), pipes (<code>|</code>), or forward slashes (<code>/</code>).',
  },
  'tags-create-invalid-title-chars': {
    code: 'tags-create-invalid-title-chars',
    text: 'Tag names must not contain characters that cannot be used in page titles.',
  },
  'tags-deactivate-not-allowed': {
    code: 'tags-deactivate-not-allowed',
    text: 'It is not possible to deactivate the tag "$1".',
  },
  'tags-delete-no-permission': {
    code: 'permissiondenied',
    text: 'You do not have permission to delete change tags.',
  },
  'tags-delete-not-allowed': {
    code: 'tags-delete-not-allowed',
    text: 'Tags defined by an extension cannot be deleted unless the extension specifically allows it.',
  },
  'tags-delete-not-found': { code: 'tags-delete-not-found', text: 'The tag "$1" does not exist.' },
  'tags-delete-too-many-uses': {
    code: 'tags-delete-too-many-uses',
    text: 'The tag "$1" is applied to more than $2 {{PLURAL:$2|revision|revisions}}, which means it cannot be deleted.',
  },
  'tags-manage-blocked': {
    code: 'tags-manage-blocked',
    text: 'You cannot manage change tags while {{GENDER:$1|you}} are blocked.',
  },
  'tags-manage-no-permission': {
    code: 'permissiondenied',
    text: 'You do not have permission to manage change tags.',
  },
  'tags-update-remove-not-allowed-multi': {
    code: 'tags-update-remove-not-allowed-multi',
    text: 'The following {{PLURAL:$2|tag is|tags are}} not allowed to be manually removed: $1',
  },
  'tags-update-remove-not-allowed-one': {
    code: 'tags-update-remove-not-allowed-one',
    text: 'The tag "$1" is not allowed to be removed.',
  },
} as const
