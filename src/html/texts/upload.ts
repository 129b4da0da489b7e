/** Uploading files to the wiki. */
export const upload = {
  'upload.drop': 'Drop files here, or choose them. You can upload several at a time.',
  'upload.licence': 'Licence',
  'upload.no_licence': 'No licence selected',
  'upload.files': 'Files to upload',
  'upload.name': 'File name',
  'upload.remove': 'Remove {{name}}',
  'upload.waiting': 'Ready to upload',
  'upload.sending': 'Uploading…',
  'upload.stored': 'Uploaded:',
  'upload.failed': 'Not uploaded: {{why}}',
  'upload.lost': 'The connection was lost. Upload again to check whether the file arrived.',
  'upload.exists': 'A file named {{name}} already exists.',
  'upload.duplicate': 'This file is already on the wiki as {{name}}.',
  'upload.warned': 'The server has a warning: {{code}}',
  'upload.anyway': 'Upload anyway',
} as const
