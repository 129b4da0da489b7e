import type { Progress } from '#events/progress.ts'
import { languageForFile } from '../catalogue/languages.ts'
import { learn, type MemoryEntry } from '../catalogue/memory-file.ts'
import type { Work } from '../catalogue/work.ts'
import { FormatError } from '../formats/index.ts'
import { readTmx, type TmxUnit } from '../formats/tmx/read-tmx.ts'
import { inStep } from '../import-steps/in-step.ts'
import type { Importing } from './context.ts'

/** Moderate, since a portion is one transaction. */
const PORTION = 1000
const LONGEST = 20_000

/** Adds a TMX file to the translation memory of the project. */
export async function importMemory(importing: Importing, name: string, progress: Progress): Promise<void> {
  const { steps, zip, project } = importing
  const step = `memory ${name}`
  if (steps.isDone(step)) return
  let units: TmxUnit[]
  try {
    units = await readTmx(await zip.read(name))
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    await inStep(importing, step, async (_, tally) => tally.add('files', { skipped: `${name}: ${error.message}` }))
    return
  }
  for (let at = Number(steps.next(step, '0')); !steps.isDone(step); at += PORTION) {
    progress.report({ task: name, done: at, total: units.length, unit: 'entries' })
    const portion = units.slice(at, at + PORTION)
    const isLast = at + PORTION >= units.length
    await inStep(
      importing,
      step,
      async (piece, tally) => {
        const languages = new Languages(piece)
        const entries: MemoryEntry[] = []
        for (const unit of portion) {
          const read = await entriesOf(importing, unit, languages)
          if (typeof read === 'string') tally.add('memory entries', { skipped: `${name}: ${read}` })
          else entries.push(...read)
        }
        const added = await learn(piece, { project }, entries, name.slice(0, 200))
        tally.add('memory entries', 'created', added)
        tally.add('memory entries', 'unchanged', entries.length - added)
        if (isLast) tally.add('files', 'created')
      },
      isLast ? '' : String(at + PORTION),
    )
  }
}

/** One entry for each language besides the original; a sentence if there is none. */
async function entriesOf(
  { plan }: Importing,
  { texts, source }: TmxUnit,
  languages: Languages,
): Promise<MemoryEntry[] | string> {
  const codes = new Map<string, string>()
  for (const code of texts.keys()) {
    const language = await languages.codeOf(code)
    if (language === null) return `"${code.slice(0, 50)}" is not a language`
    codes.set(code, language)
  }
  const original = source === undefined ? plan.sourceLanguage.code : await languages.codeOf(source)
  const from = [...codes].find(([, language]) => language === original)?.[0]
  if (from === undefined) return 'it has no text in the source language'
  if (codes.size < 2) return 'it has no translation'
  const entries = [...texts].flatMap(([code, target]) =>
    code === from
      ? []
      : [
          {
            ...{ source: texts.get(from)!, target, origin: '' },
            ...{ source_language: codes.get(from)!, target_language: codes.get(code)! },
          },
        ],
  )
  const isStorable = (text: string) => text !== '' && text.length <= LONGEST && !text.includes('\0')
  if (!entries.every(entry => isStorable(entry.source) && isStorable(entry.target)))
    return `a text is empty or longer than ${LONGEST} characters`
  return entries
}

/** Languages by their codes in a file; missing ones are created. */
class Languages {
  readonly #piece: Work
  readonly #codes = new Map<string, string | null>()

  constructor(piece: Work) {
    this.#piece = piece
  }

  async codeOf(code: string): Promise<string | null> {
    const known = this.#codes.get(code)
    if (known !== undefined) return known
    const language = await languageForFile(this.#piece.tx, code)
    this.#codes.set(code, language?.code ?? null)
    return language?.code ?? null
  }
}
