import type { RevisionRow } from '../../content/revisions.ts'
import { TextWork } from '../../content/text-work/text-work.ts'
import { canSee } from '../../site/hidden-parts.ts'
import { endpoint, type RestCall, unconditional } from '../endpoint.ts'
import { revisionById, textOf } from '../pages.ts'
import { revisionInPath } from '../params.ts'
import { failRest } from '../rest-error.ts'

const params = {
  from: { ...revisionInPath, words: 'The older revision.' },
  to: { ...revisionInPath, words: 'The newer revision.', example: 2 },
} as const

type Call = RestCall<typeof params>

const sideMembers = {
  id: 'integer',
  slot_role: 'string',
  sections: [{ level: 'integer', heading: 'string', offset: 'integer' }],
} as const

/** One line of a diff: 0 for the same line, 1 added, 2 deleted, 3 changed. */
export const diffMembers = {
  type: 'integer',
  'lineNumber?': 'integer',
  text: 'string',
  'highlightRanges?': [{ start: 'integer', length: 'integer', type: 'integer' }],
  offset: { from: 'integer|null', to: 'integer|null' },
} as const

export const compareRevisions = endpoint({
  method: 'GET',
  path: '/v1/revision/{from}/compare/{to}',
  summary: 'Compare two revisions of a page.',
  params,
  result: { from: sideMembers, to: sideMembers, diff: [diffMembers] },
  open: async call => unconditional(async () => ({ body: await compared(call) })),
})

async function compared(call: Call) {
  const [from, to] = [await readable(call, 'from'), await readable(call, 'to')]
  if (from.page_id !== to.page_id) failRest(400, 'rest-compare-page-mismatch')
  const work = new TextWork(call.wiki, call.viewer.now, { signal: call.viewer.signal })
  const [before, after] = [await textOfSide(call, 'from', from), await textOfSide(call, 'to', to)]
  const side = async ({ id }: RevisionRow, text: string) => ({
    id,
    slot_role: 'main',
    sections: await work.run('headings', { text }),
  })
  return {
    from: await side(from, before),
    to: await side(to, after),
    diff: await work.run('diff-json', { before, after }),
  }
}

async function readable(call: Call, name: 'from' | 'to'): Promise<RevisionRow> {
  const row = (await revisionById(call.db, call.args[name])) ?? failRest(404, 'rest-compare-nonexistent', [name])
  if (!canSee(row.deleted, 'text', call.caller)) failRest(403, 'rest-compare-inaccessible', [name])
  return row
}

const textOfSide = async (call: Call, name: 'from' | 'to', { id }: RevisionRow): Promise<string> =>
  (await (await textOf(call, id)).text()) ?? failRest(404, 'rest-compare-nonexistent', [name])
