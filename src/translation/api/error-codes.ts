/**
 * Every code an error of the REST API can have, by the `type` it comes with, and what it says. `docs/errors.md` is made of
 * it, and `test/hostile` takes any other code for a mistake.
 */
export const ERROR_CODES = {
  client_error: {
    authentication_failed: 'The API key is not one of an account that may be used.',
    'component-locked': 'The component takes no translations at present.',
    conflict: 'Somebody else has changed it since; the answer holds what it is now.',
    method_not_allowed: 'The resource has no such method; the header `Allow` names those it has.',
    'not-a-source-unit': 'Only the unit of the source language has translations.',
    not_acceptable: 'None of the types in the header `Accept` can be had.',
    not_authenticated: 'Log in or send an API key.',
    not_found: 'There is nothing there, or nothing that the caller may know of.',
    not_ready: 'The report is still being made; ask later.',
    parse_error: 'The body, or the request as a whole, cannot be read.',
    permission_denied: 'The caller may not do this.',
    'repository-locked': 'The repository is in use.',
    request_too_large: 'The body is larger than the server takes.',
    throttled: 'Too many requests; the header `Retry-After` says when to ask again.',
    unsupported_media_type: 'Bodies of this type are not understood.',
  },
  validation_error: {
    blank: 'The field may not be empty.',
    does_not_exist: 'The field names something that does not exist.',
    invalid: 'The value is of the wrong kind; `detail` says which is right.',
    invalid_choice: 'The value is none of those that the field can have.',
    invalid_image: 'The file is no picture that can be shown.',
    max_length: 'The text or list is too long.',
    max_value: 'The number is too large.',
    min_value: 'The number is too small.',
    not_a_list: 'The field takes a list.',
    null: 'The field may not be null.',
    null_characters_not_allowed: 'The text has a character of value 0.',
    read_only: 'The field cannot be set.',
    required: 'The field must be there.',
    surrogate_characters_not_allowed: 'The text has half a character.',
    unique: 'There is one of this name already.',
  },
  server_error: {
    error: 'Something went wrong here; the log has more.',
    read_only: 'Nothing can be changed at present; `detail` says why.',
    service_unavailable: 'The server cannot do its work now; the header `Retry-After` says when to ask again.',
  },
} as const satisfies Record<string, Record<string, string>>

type ErrorCode = { [T in keyof typeof ERROR_CODES]: keyof (typeof ERROR_CODES)[T] }[keyof typeof ERROR_CODES]

const CORRECT = 'Correct the field that `attr` names; `detail` says how.'

/** What the caller can do about each of them. */
export const ERROR_REMEDIES: Readonly<Record<ErrorCode, string>> = {
  authentication_failed: 'Send a key that is on the page of your account, as `Authorization: Token …`.',
  'component-locked': 'Wait until it is unlocked, or ask those who run the project.',
  conflict: 'Look at what it is now, put both changes together and send it again.',
  method_not_allowed: 'Use one of the methods in `Allow`.',
  'not-a-source-unit': 'Ask for `source_unit` of the unit, and go on with that.',
  not_acceptable: 'Ask for `application/json`, or leave `Accept` out.',
  not_authenticated: 'Log in, or send an API key.',
  not_found: 'Look at the address; log in or send a key, if it is something that strangers may not see.',
  not_ready: 'Ask again later.',
  parse_error: 'Send what `Content-Type` says, in UTF-8.',
  permission_denied: 'Ask those who run the project for a team that may.',
  'repository-locked': 'Ask again later.',
  request_too_large: 'Send it in parts.',
  throttled: 'Wait as long as `Retry-After` says.',
  unsupported_media_type: 'Send JSON or a form.',
  blank: CORRECT,
  does_not_exist: 'Use the name or id of something that is there.',
  invalid: CORRECT,
  invalid_choice: 'OPTIONS and the reference name the choices.',
  invalid_image: 'Send a picture that browsers show: PNG, JPEG, GIF or WebP.',
  max_length: CORRECT,
  max_value: CORRECT,
  min_value: CORRECT,
  not_a_list: 'Send a list, also for one.',
  null: 'Leave the field out, or send a value.',
  null_characters_not_allowed: 'Take that character out.',
  read_only: 'Leave the field out; for a whole site that is read-only, wait as long as `Retry-After` says.',
  required: 'Send the field.',
  surrogate_characters_not_allowed: 'Send whole characters.',
  unique: 'Choose another name, or change what has it.',
  error: 'Tell whoever runs the site, with the header `X-Request-Id` of the answer.',
  service_unavailable: 'Wait as long as `Retry-After` says, then send the request again.',
}
