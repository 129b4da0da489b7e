/** Set-aside strings, rejected files and moved files, which need a decision by a manager. */
export const setAside = {
  'manage.set-aside': 'Set-aside strings',
  'manage.set_aside_lead':
    'Strings and languages that are no longer in the files. They come back with their suggestions, comments and history when a file has them again.',
  'manage.set_aside_none': 'No set-aside strings.',
  'manage.set_aside_kept': { one: 'Deleted after {{count}} day.', other: 'Deleted after {{count}} days.' },
  'manage.set_aside_file_missing': 'The file {{file}} is missing',
  'manage.set_aside_not_in_file': 'No longer in {{file}}',
  'manage.set_aside_all': 'Everything',
  'manage.set_aside_restore': 'Restore',
  'manage.set_aside_delete': 'Delete permanently',
  'manage.done_set_aside_restored': 'Restored. The files are written with the next commit.',
  'manage.done_set_aside_deleted': 'Deleted permanently.',
  'manage.done_file_accepted': 'Reading the file as it is.',
  'manage.done_mask_changed': 'File mask changed. Reading the files.',
  'manage.fix_accept': 'Accept {{file}} as it is',
  'manage.fix_mask': 'Use the file mask {{mask}}',
} as const
