import type { QueryRun } from '../../api/query/query-run.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { content, entriesAs } from '../../api/result/shape.ts'
import { MAX_RESULT_SIZE } from '../../api/result/size.ts'
import { contentFormat } from '../../content/content-format.ts'
import type { RevisionRow } from '../../content/revisions.ts'
import { base36ToHex } from '../../content/sha1-base36.ts'
import type { Slot } from '../../content/slots.ts'
import { readTexts } from '../../content/text-blobs.ts'
import { TextWork } from '../../content/text-work/text-work.ts'
import { canSee, isHidden } from '../../site/hidden-parts.ts'
import { failNoSection, OlderContent, olderContentMembers } from './revision-older-content.ts'
import type { RevisionRequest } from './revision-request.ts'

/** Facts about a slot that both formats show. */
const slotFactMembers = {
  'size?': 'integer',
  'sha1?': 'string',
  'sha1hidden?': 'boolean',
  'contentmodel?': 'string',
  'texthidden?': 'boolean',
  'textmissing?': 'boolean',
} as const satisfies Members

const slotMembers = {
  ...slotFactMembers,
  'contentformat?': 'string',
  'content?': 'string',
  'nosuchsection?': 'boolean',
} as const satisfies Members

/** Slots by role, or in the older format the members of the main slot. */
export const slotFieldMembers = {
  ...slotFactMembers,
  ...olderContentMembers,
  'slots?': { '*': slotMembers },
} as const satisfies Members

type ShownSlot = ResultOf<typeof slotMembers>
export type SlotFields = ResultOf<typeof slotFieldMembers>

/** Texts are read in batches of about this many bytes, since a response holds far less than a whole history. */
const PORTION = 2 * 1024 * 1024

/**
 * Slot fields of each revision. Stops once the texts exceed a response: the remaining revisions follow in the next one.
 */
export async function slotFields(
  q: QueryRun,
  request: RevisionRequest,
  rows: readonly RevisionRow[],
  slots: ReadonlyMap<number, readonly Slot[]>,
): Promise<Map<number, SlotFields>> {
  const fields = new Map<number, SlotFields>()
  const work = new TextWork(q.wiki, q.now, { signal: q.run.signal })
  const older = new OlderContent(q, request, work)
  let written = 0
  for (const portion of portions(request, rows, slots)) {
    if (written > MAX_RESULT_SIZE) break
    const texts = await textsOf(q, request, portion, slots)
    for (const row of portion) {
      if (written > MAX_RESULT_SIZE) break
      const shown = await fieldsOf(q, request, row, slots.get(row.id) ?? [], texts, older, work)
      written += textSize(shown)
      fields.set(row.id, shown)
    }
  }
  return fields
}

function* portions(
  request: RevisionRequest,
  rows: readonly RevisionRow[],
  slots: ReadonlyMap<number, readonly Slot[]>,
): Generator<RevisionRow[]> {
  let portion: RevisionRow[] = []
  let size = 0
  for (const row of rows) {
    portion.push(row)
    for (const slot of slots.get(row.id) ?? []) size += request.needsText ? slot.size : 0
    if (size < PORTION) continue
    yield portion
    portion = []
    size = 0
  }
  yield portion
}

/** Texts of visible requested slots, by text id. */
async function textsOf(
  q: QueryRun,
  request: RevisionRequest,
  rows: readonly RevisionRow[],
  slots: ReadonlyMap<number, readonly Slot[]>,
): Promise<Map<number, Buffer>> {
  if (!request.needsText) return new Map()
  const wanted = rows
    .filter(row => canSee(row.deleted, 'text', q.caller))
    .flatMap(row => slots.get(row.id) ?? [])
    .filter(slot => (request.slots ?? ['main']).includes(slot.role))
  return readTexts(
    q.wiki,
    wanted.flatMap(slot => slot.blobId ?? []),
  )
}

async function fieldsOf(
  q: QueryRun,
  request: RevisionRequest,
  row: RevisionRow,
  slots: readonly Slot[],
  texts: ReadonlyMap<number, Buffer>,
  older: OlderContent,
  work: TextWork,
): Promise<SlotFields> {
  if (request.slots) {
    const shown = slots.filter(slot => request.slots!.includes(slot.role))
    const entries: [string, ShownSlot][] = []
    for (const slot of shown) {
      entries.push([slot.role, newerSlot(await slotFacts(q, request, row, slot, texts, work))])
    }
    return { slots: entriesAs(Object.fromEntries(entries), 'slot', 'role') }
  }
  const main = slots.find(slot => slot.role === 'main')
  if (!main) return { textmissing: true }
  const { fields, text, model } = await slotFacts(q, request, row, main, texts, work)
  if (fields.nosuchsection) failNoSection(request, row)
  return text === null ? fields : { ...fields, ...(await older.fields(row, model, text)) }
}

interface SlotFacts {
  readonly fields: ShownSlot
  readonly model: string
  /** Text to show; null if it is not requested, hidden or missing. */
  readonly text: string | null
}

async function slotFacts(
  q: QueryRun,
  request: RevisionRequest,
  row: RevisionRow,
  slot: Slot,
  texts: ReadonlyMap<number, Buffer>,
  work: TextWork,
): Promise<SlotFacts> {
  const { prop, needsText } = request
  const hidden = isHidden(row.deleted, 'text')
  const visible = canSee(row.deleted, 'text', q.caller)
  const whole = visible && needsText && slot.blobId !== null ? texts.get(slot.blobId)?.toString() : undefined
  const text = whole === undefined ? null : await cut(work, request, slot.model, whole)
  return {
    model: slot.model,
    text,
    fields: {
      ...(prop.has('slotsize') && { size: slot.size }),
      ...(prop.has('slotsha1') && hidden && { sha1hidden: true }),
      ...(prop.has('slotsha1') && visible && { sha1: base36ToHex(slot.sha1) }),
      ...(prop.has('contentmodel') && { contentmodel: slot.model }),
      ...(needsText && hidden && { texthidden: true }),
      ...(needsText && visible && whole === undefined && { textmissing: true }),
      ...(whole !== undefined && text === null && { nosuchsection: true }),
    },
  }
}

/** Only wikitext has sections. */
async function cut(work: TextWork, { section }: RevisionRequest, model: string, text: string): Promise<string | null> {
  if (section === null) return text
  return model === 'wikitext' ? work.run('section', { text, section }) : null
}

function newerSlot({ fields, text, model }: SlotFacts): ShownSlot {
  if (text === null) return fields
  const shown = { ...fields, contentmodel: model, contentformat: contentFormat(model), content: text }
  return content(shown, 'content')
}

const textSize = (fields: SlotFields): number => {
  const slots = fields.slots ? Object.values(fields.slots) : [fields]
  return slots.reduce((sum, slot) => sum + (slot.content?.length ?? 0), 0)
}
