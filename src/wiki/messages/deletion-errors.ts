/** What can be wrong with deleting, moving and the like; part of the catalogue. */
export const deletionErrors = {
  cannotdelete: {
    code: 'cannotdelete',
    text: 'The page or file "$1" could not be deleted.\nIt may have already been deleted by someone else.',
  },
} as const
