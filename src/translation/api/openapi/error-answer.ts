import type { JsonSchema } from '#fields/field.ts'

/** The body of every error response. */
export const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'Error response.',
  required: ['type', 'errors'],
  properties: {
    type: {
      type: 'string',
      enum: ['client_error', 'validation_error', 'server_error'],
      description: 'Type of error: the request as a whole, one of its fields, or the server.',
      examples: ['client_error'],
    },
    errors: {
      type: 'array',
      description: 'List of errors.',
      items: {
        type: 'object',
        required: ['code', 'detail', 'attr'],
        properties: {
          code: { type: 'string', description: 'Machine-readable error code.', examples: ['not_found'] },
          detail: { type: 'string', description: 'Human-readable description of the error.', examples: ['Not found.'] },
          attr: {
            type: ['string', 'null'],
            description:
              'Path of the field, with dots for nested fields; null if the error concerns the whole request.',
            examples: [null],
          },
        },
      },
    },
    detail: {
      type: 'string',
      description: 'Text of the first error, for older clients.',
      examples: ['Not found.'],
    },
  },
}

export const ERROR_ANSWER = {
  type: 'client_error',
  errors: [{ code: 'not_found', detail: 'Not found.', attr: null }],
  detail: 'Not found.',
}
