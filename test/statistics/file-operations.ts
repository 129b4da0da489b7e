import { splitForms } from '#translation/catalogue/forms.ts'
import type { TranslationRow, UnitRow } from '#translation/catalogue/rows.ts'
import { CONFLICTS, FUZZY, UPLOAD_METHODS, type Upload, upload } from '#translation/catalogue/upload.ts'
import type { Random } from '../random.ts'
import type { Operation } from './operation.ts'
import { placeOfTranslation, someTarget, someTranslation, unitsOf, type World } from './world.ts'

const keysOf = <T extends object>(object: T): (keyof T)[] => Object.keys(object) as (keyof T)[]

/** Uploads a file with translations of some strings, without others, and with new ones. */
const uploadAs =
  (method: Upload['method']): Operation =>
  async (world, piece) => {
    const translation = await someTranslation(world, piece)
    if (translation === null) return false
    const place = await placeOfTranslation(piece, translation)
    const { random } = world
    const units = random.some(await unitsOf(piece, translation), 0.8)
    const write = place.component.file_format === 'po' ? poFile : jsonFile
    const options: Upload = {
      content: Buffer.from(write(world, translation, units, method === 'source')),
      filename: `file.${place.component.file_format}`,
      method,
      conflicts: random.pick(keysOf(CONFLICTS)),
      fuzzy: random.pick(keysOf(FUZZY)),
    }
    await upload(piece, place, options)
    return true
  }

function poFile(world: World, translation: TranslationRow, units: readonly UnitRow[], sources: boolean): string {
  const { random } = world
  const rule = random.chance(0.2) ? 'n % 2' : translation.plural_formula
  const header = [
    'Content-Type: text/plain; charset=UTF-8',
    `Plural-Forms: nplurals=${translation.plural_number}; plural=${rule};`,
  ]
  const own = units.map(unit => ({
    source: splitForms(unit.source),
    target: sources ? [] : someTarget(world, unit, translation, random.chance(0.2)),
  }))
  const extra = random.chance(0.4) ? [{ source: [`Sentence ${world.fresh()} of a file.`], target: ['Věta.'] }] : []
  const entries = [...own, ...extra].map(({ source, target }) => entry(source, target, flagsFor(random, sources)))
  return [`msgid ""\nmsgstr ""\n${header.map(line => `${quoted(`${line}\n`)}\n`).join('')}`, ...entries].join('\n')
}

/** Translators mark strings as fuzzy, developers set their format. */
const flagsFor = (random: Random, sources: boolean): string[] =>
  !random.chance(0.2) ? [] : sources ? [random.pick(['c-format', 'python-format', 'max-length:4'])] : ['fuzzy']

const quoted = (text: string): string => JSON.stringify(text)

function entry(source: readonly string[], target: readonly string[], flags: readonly string[]): string {
  const lines = flags.length > 0 ? [`#, ${flags.join(', ')}`] : []
  lines.push(`msgid ${quoted(source[0]!)}`)
  if (source.length === 1) lines.push(`msgstr ${quoted(target[0] ?? '')}`)
  else {
    lines.push(`msgid_plural ${quoted(source[1]!)}`)
    for (const [i, form] of (target.length > 0 ? target : ['', '']).entries())
      lines.push(`msgstr[${i}] ${quoted(form)}`)
  }
  return `${lines.join('\n')}\n`
}

function jsonFile(world: World, translation: TranslationRow, units: readonly UnitRow[], sources: boolean): string {
  const { random } = world
  const entries = units.map(unit => {
    const kept = sources && random.chance(0.7)
    return [unit.context, kept ? unit.source : someTarget(world, unit, translation)[0]!]
  })
  if (sources && random.chance(0.4)) entries.push([`key${world.fresh()}`, `A new text of ${random.below(9)} words`])
  return JSON.stringify(Object.fromEntries(entries), null, 2)
}

export const fileOperations: Record<string, [operation: Operation, weight: number]> = Object.fromEntries(
  keysOf(UPLOAD_METHODS).map(method => [`upload a file (${method})`, [uploadAs(method), 1]]),
)
