/** Errors of change tags; part of the catalogue. */
export const tagErrors = {
  'action-changetags': 'add and remove arbitrary tags on individual revisions and log entries',
  'apierror-nosuchlogid': 'There is no log entry with ID $1.',
  'tags-activate-not-allowed': 'It is not possible to activate the tag "$1".',
  'tags-activate-not-found': 'The tag "$1" does not exist.',
  'tags-apply-blocked': 'You cannot apply change tags along with your changes while {{GENDER:$1|you}} are blocked.',
  'tags-create-already-exists': 'The tag "$1" already exists.',
  'tags-create-invalid-chars':
    'Tag names must not contain commas (<code>,</code>), pipes (<code>|</code>), or forward slashes (<code>/</code>).',
  'tags-create-invalid-title-chars': 'Tag names must not contain characters that cannot be used in page titles.',
  'tags-deactivate-not-allowed': 'It is not possible to deactivate the tag "$1".',
  'tags-delete-no-permission': {
    code: 'permissiondenied',
    text: 'You do not have permission to delete change tags.',
  },
  'tags-delete-not-allowed':
    'Tags defined by an extension cannot be deleted unless the extension specifically allows it.',
  'tags-delete-not-found': 'The tag "$1" does not exist.',
  'tags-delete-too-many-uses':
    'The tag "$1" is applied to more than $2 {{PLURAL:$2|revision|revisions}}, which means it cannot be deleted.',
  'tags-manage-blocked': 'You cannot manage change tags while {{GENDER:$1|you}} are blocked.',
  'tags-manage-no-permission': {
    code: 'permissiondenied',
    text: 'You do not have permission to manage change tags.',
  },
  'tags-update-remove-not-allowed-multi':
    'The following {{PLURAL:$2|tag is|tags are}} not allowed to be manually removed: $1',
  'tags-update-remove-not-allowed-one': 'The tag "$1" is not allowed to be removed.',
} as const
