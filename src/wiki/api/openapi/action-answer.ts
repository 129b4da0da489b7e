/** Common schema of all responses in formatversion=2 and errorformat=bc. */
export const ANSWER_SCHEMAS = {
  Answer: {
    type: 'object',
    description: 'Results are returned under the name of the action; query results under `query`.',
    properties: {
      batchcomplete: {
        type: 'boolean',
        description: 'All requested data for the current batch of pages has been returned.',
        examples: [true],
      },
      continue: {
        type: 'object',
        description: 'Parameters for the next request; absent if there are no more results.',
        additionalProperties: { type: ['string', 'integer'] },
      },
      query: { type: 'object', description: 'Results of the query modules, by module name.' },
      warnings: {
        type: 'object',
        description: 'Warnings by module.',
        additionalProperties: {
          type: 'object',
          properties: {
            warnings: {
              type: 'string',
              description: 'Text of the warnings.',
              examples: ['Unrecognized parameter: foo.'],
            },
          },
        },
      },
      error: { $ref: '#/components/schemas/Error', description: 'The error, if the request failed.' },
      curtimestamp: { type: 'string', description: 'Time of the response.', examples: ['2026-11-15T12:00:00Z'] },
      requestid: { type: 'string', description: 'The requestid of the request.', examples: ['7'] },
      servedby: { type: 'string', description: 'Name of the server.', examples: ['wiki-1'] },
    },
  },
  Error: {
    type: 'object',
    description: 'Why the request failed.',
    required: ['code', 'info'],
    properties: {
      code: { type: 'string', description: 'Machine-readable error code.', examples: ['missingtitle'] },
      info: {
        type: 'string',
        description: 'Human-readable error message.',
        examples: ["The page you specified doesn't exist."],
      },
      docref: {
        type: 'string',
        description: 'Link to documentation.',
        examples: ['See https://example.org/w/api.php.'],
      },
    },
  },
}

/** The module of the example below. */
export const EXAMPLE_OF = 'allpages'

export const ANSWER_EXAMPLE = {
  batchcomplete: true,
  continue: { apcontinue: 'Harbour', continue: '-||' },
  query: { allpages: [{ pageid: 1, ns: 0, title: 'Main Page' }] },
}
