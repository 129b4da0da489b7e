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
