/** Reasons for invalid titles; part of the catalogue. */
export const titleErrors = {
  'title-invalid-characters': {
    code: 'title-invalid-characters',
    text: 'The requested page title contains invalid characters: "$1".',
  },
  'title-invalid-empty': {
    code: 'title-invalid-empty',
    text: 'The requested page title is empty or contains only the name of a namespace.',
  },
  'title-invalid-relative': {
    code: 'title-invalid-relative',
    text: "Title has relative path. Relative page titles (./, ../) are invalid, because they will often be unreachable when handled by user's browser.",
  },
  'title-invalid-magic-tilde': {
    code: 'title-invalid-magic-tilde',
    text: 'The requested page title contains invalid magic tilde sequence (<nowiki>~~~</nowiki>).',
  },
  'title-invalid-too-long': {
    code: 'title-invalid-too-long',
    text: 'The requested page title is too long. It must be no longer than $1 {{PLURAL:$1|byte|bytes}} in UTF-8 encoding.',
  },
  'title-invalid-talk-namespace': {
    code: 'title-invalid-talk-namespace',
    text: 'The requested page title refers to a talk page that cannot exist.',
  },
  'title-invalid-leading-colon': {
    code: 'title-invalid-leading-colon',
    text: 'The requested page title contains an invalid colon at the beginning.',
  },
  'title-invalid-utf8': {
    code: 'title-invalid-utf8',
    text: 'The requested page title contains an invalid UTF-8 sequence.',
  },
  'title-invalid': { code: 'title-invalid', text: 'The requested page title is invalid' },
} as const
