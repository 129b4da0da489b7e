import type { JsonSchema } from '#fields/field.ts'

/** What every refusal looks like. */
export const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'What is wrong with a request, or why it could not be answered.',
  required: ['type', 'errors'],
  properties: {
    type: {
      type: 'string',
      enum: ['client_error', 'validation_error', 'server_error'],
      description: 'Whose fault it is: the request as a whole, one of its members, or the server.',
      examples: ['client_error'],
    },
    errors: {
      type: 'array',
      description: 'Everything that is wrong.',
      items: {
        type: 'object',
        required: ['code', 'detail', 'attr'],
        properties: {
          code: { type: 'string', description: 'For programs: which error it is.', examples: ['not_found'] },
          detail: { type: 'string', description: 'For people: what is wrong.', examples: ['Not found.'] },
          attr: {
            type: ['string', 'null'],
            description: 'The member it is about, with dots into nested ones; null for the request as a whole.',
            examples: [null],
          },
        },
      },
    },
    detail: {
      type: 'string',
      description: 'The first text again, for clients written before the list existed.',
      examples: ['Not found.'],
    },
  },
}

export const ERROR_ANSWER = {
  type: 'client_error',
  errors: [{ code: 'not_found', detail: 'Not found.', attr: null }],
  detail: 'Not found.',
}
