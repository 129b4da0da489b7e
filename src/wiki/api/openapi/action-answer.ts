/** What answers of all modules have in common, in formatversion=2 and errorformat=bc. */
export const ANSWER_SCHEMAS = {
  Answer: {
    type: 'object',
    description: 'What a module found or did stands under the name of its action; what queries found under `query`.',
    properties: {
      batchcomplete: {
        type: 'boolean',
        description: 'All there is to know of these pages is told, though there may be more pages.',
        examples: [true],
      },
      continue: {
        type: 'object',
        description: 'Parameters to add to the same request for what comes next; absent when that was all.',
        additionalProperties: { type: ['string', 'integer'] },
      },
      query: { type: 'object', description: 'What the modules of action=query found, by their names.' },
      warnings: {
        type: 'object',
        description: 'What is not quite right with the request, by module.',
        additionalProperties: {
          type: 'object',
          properties: {
            warnings: { type: 'string', description: 'The text.', examples: ['Unrecognized parameter: foo.'] },
          },
        },
      },
      error: { $ref: '#/components/schemas/Error', description: 'Why nothing was done.' },
      curtimestamp: { type: 'string', description: 'The time of the answer.', examples: ['2026-11-15T12:00:00Z'] },
      requestid: { type: 'string', description: 'What the request had as requestid.', examples: ['7'] },
      servedby: { type: 'string', description: 'The machine that answered.', examples: ['wiki-1'] },
    },
  },
  Error: {
    type: 'object',
    description: 'Why nothing was done.',
    required: ['code', 'info'],
    properties: {
      code: { type: 'string', description: 'For programs: which error it is.', examples: ['missingtitle'] },
      info: {
        type: 'string',
        description: 'For people: what is wrong.',
        examples: ["The page you specified doesn't exist."],
      },
      docref: { type: 'string', description: 'Where to read on.', examples: ['See https://example.org/w/api.php.'] },
    },
  },
}

export const ANSWER_EXAMPLE = {
  batchcomplete: true,
  continue: { apcontinue: 'Harbour', continue: '-||' },
  query: { allpages: [{ pageid: 1, ns: 0, title: 'Main Page' }] },
}
