/** Reasons for invalid titles; part of the catalogue. */
export const titleErrors = {
  'title-invalid-characters': 'The requested page title contains invalid characters: "$1".',
  'title-invalid-empty': 'The requested page title is empty or contains only the name of a namespace.',
  'title-invalid-relative':
    "Title has relative path. Relative page titles (./, ../) are invalid, because they will often be unreachable when handled by user's browser.",
  'title-invalid-magic-tilde': 'The requested page title contains invalid magic tilde sequence (<nowiki>~~~</nowiki>).',
  'title-invalid-too-long':
    'The requested page title is too long. It must be no longer than $1 {{PLURAL:$1|byte|bytes}} in UTF-8 encoding.',
  'title-invalid-talk-namespace': 'The requested page title refers to a talk page that cannot exist.',
  'title-invalid-leading-colon': 'The requested page title contains an invalid colon at the beginning.',
  'title-invalid-utf8': 'The requested page title contains an invalid UTF-8 sequence.',
  'title-invalid': 'The requested page title is invalid',
} as const
