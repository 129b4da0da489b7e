import { Steps } from '../wikitext/steps.ts'
import { escapeHtml } from '../wikitext/text.ts'
import { diffSequences, type Edit } from './sequence-diff.ts'
import { diffWords } from './word-diff.ts'

/** Context lines around each change. */
const CONTEXT = 2

type Side = 'deleted' | 'added'

/** Changed lines with some context. */
export interface DiffBlock {
  /** Number of the first line, counted from 1. */
  readonly beforeLine: number
  readonly afterLine: number
  /** HTML. */
  readonly rows: string
}

/** Cost of splitting texts into lines before the comparison. */
const CHARACTERS_IN_A_STEP = 100
/** Cost of writing a line to the table and sending it: an empty row takes 170 characters. */
const STEPS_OF_A_LINE = 35
const WRITTEN_IN_A_STEP = 5

/** The differences between two texts as table rows, with the old text on the left and the new text on the right. */
export function diffBlocks(before: string, after: string, steps: Steps = new Steps()): DiffBlock[] {
  if (before === after) return []
  for (const text of [before, after]) steps.read(text, CHARACTERS_IN_A_STEP)
  const edits = diffSequences(linesOf(before), linesOf(after), { steps })!
  return blocksOf(edits).map(block => ({
    beforeLine: block.beforeLine,
    afterLine: block.afterLine,
    rows: block.edits.map(edit => rowsOf(edit, steps)).join(''),
  }))
}

/** The complete table, as MediaWiki shows it. `lineLabel` returns "Line 5:" in the reader's language. */
export const tableDiff = (blocks: readonly DiffBlock[], lineLabel: (line: number) => string): string =>
  blocks.map(block => blockHeader(block, lineLabel) + block.rows).join('')

const linesOf = (text: string): string[] => text.replaceAll('\r\n', '\n').split('\n')

interface Block extends Omit<DiffBlock, 'rows'> {
  readonly edits: Edit[]
}

const copyOf = (lines: readonly string[]): Edit => ({ kind: 'copy', before: lines, after: lines })

/** Groups nearby changes into blocks and leaves out what lies between the blocks. */
function blocksOf(edits: readonly Edit[]): Block[] {
  const blocks: Block[] = []
  let open: Block | null = null
  let context: readonly string[] = []
  let [beforeLine, afterLine] = [1, 1]
  for (const edit of edits) {
    if (edit.kind === 'copy') {
      if (open && edit.before.length <= 2 * CONTEXT) open.edits.push(edit)
      else if (open) {
        open.edits.push(copyOf(edit.before.slice(0, CONTEXT)))
        open = null
      }
      context = edit.before
    } else {
      if (!open) {
        const lead = context.slice(-CONTEXT)
        open = { beforeLine: beforeLine - lead.length, afterLine: afterLine - lead.length, edits: [] }
        if (lead.length > 0) open.edits.push(copyOf(lead))
        blocks.push(open)
      }
      open.edits.push(edit)
    }
    beforeLine += edit.before.length
    afterLine += edit.after.length
  }
  return blocks
}

const blockHeader = ({ beforeLine, afterLine }: DiffBlock, lineLabel: (line: number) => string): string =>
  `<tr><td colspan="2" class="diff-lineno" id="mw-diff-left-l${beforeLine}">${lineLabel(beforeLine)}</td>\n` +
  `<td colspan="2" class="diff-lineno">${lineLabel(afterLine)}</td></tr>\n`

function rowsOf(edit: Edit, steps: Steps): string {
  for (const line of edit.kind === 'copy' ? edit.before : [...edit.before, ...edit.after])
    steps.spend(STEPS_OF_A_LINE + line.length / WRITTEN_IN_A_STEP)
  switch (edit.kind) {
    case 'copy':
      return edit.before
        .map(line => row(cell('context', 'deleted', escapeHtml(line)), cell('context', 'added', escapeHtml(line))))
        .join('')
    case 'add':
      return edit.after.map(line => row(empty('deleted'), cell('addedline', 'added', wholeLine('ins', line)))).join('')
    case 'delete':
      return edit.before
        .map(line => row(cell('deletedline', 'deleted', wholeLine('del', line)), empty('added')))
        .join('')
    case 'change':
      return changedRows(edit, steps)
  }
}

function changedRows(edit: Edit, steps: Steps): string {
  const { before, after } = diffWords(edit.before, edit.after, steps)
  let rows = ''
  for (let line = 0; line < Math.max(before.length, after.length); line++) {
    const [old, fresh] = [before[line], after[line]]
    rows += row(
      old === undefined ? empty('deleted') : cell('deletedline', 'deleted', old),
      fresh === undefined ? empty('added') : cell('addedline', 'added', fresh),
    )
  }
  return rows
}

const row = (left: string, right: string): string => `<tr>${left}${right}</tr>\n`
const empty = (side: Side): string => `<td colspan="2" class="diff-side-${side}"></td>`
/** Escapes only what would start a tag or an entity, as MediaWiki does: clients compare the output. */
const wholeLine = (tag: 'ins' | 'del', line: string): string =>
  `<${tag} class="diffchange">${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</${tag}>`

const MARKERS = { context: '', addedline: ' data-marker="+"', deletedline: ' data-marker="−"' } as const

function cell(kind: keyof typeof MARKERS, side: Side, html: string): string {
  const content = html === '' ? '<br/>' : `<div>${visibleBlanks(html)}</div>`
  return `<td class="diff-marker"${MARKERS[kind]}></td><td class="diff-${kind} diff-side-${side}">${content}</td>`
}

/** Keeps leading, trailing and repeated spaces visible in a browser. */
const visibleBlanks = (html: string): string =>
  html.replace(/^ /gm, '\u00a0 ').replace(/ $/gm, ' \u00a0').replaceAll('  ', '\u00a0 ')
