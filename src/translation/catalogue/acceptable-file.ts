import { inTurns } from '#store/turn.ts'
import { type FileUnit, FormatError, type ParsedFile } from '../formats/index.ts'
import { isTooLong, LONGEST_TEXT } from '../values/text-limit.ts'

const MOST_FORMS = 10
const SHOWN = 60

const shown = ({ source, context }: FileUnit): string => {
  const text = source[0] || context
  return text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text
}

/** Whether a string of a file is longer than what can be translated here. It stays in the file as it is, and is no string. */
export const isOverlong = ({ source, target, previousSource, context, flags }: FileUnit): boolean =>
  [...source, ...target, ...previousSource, context, ...flags].some(isTooLong)

/** Refuses what somebody sends by hand and can set right at once. */
export function refuseOverlong({ units }: ParsedFile): void {
  const unit = units.find(isOverlong)
  if (unit !== undefined)
    throw new FormatError(
      `"${shown(unit)}" is longer than ${LONGEST_TEXT} characters, the most that a string may have`,
      {
        line: unit.line,
      },
    )
}

/** Formats that number their plural forms, so that a wrong number is a mistake and not another way to count. */
const numbersForms = ({ format }: ParsedFile): boolean => format === 'po' || format === 'po-mono'

/** Refuses what can be read but not kept; gives the file back otherwise. */
export async function acceptable(file: ParsedFile): Promise<ParsedFile> {
  for await (const unit of inTurns(file.units)) {
    const texts = [...unit.source, ...unit.target, ...unit.previousSource, unit.context, unit.note, unit.location]
    if (texts.some(text => text.includes('\0')))
      throw new FormatError('a text holds the character U+0000, which cannot be stored', { line: unit.line })
    if (!texts.every(text => text.isWellFormed()))
      throw new FormatError('a text holds half of a surrogate pair, which cannot be stored', { line: unit.line })
  }
  if (numbersForms(file)) checkForms(file)
  return file
}

function checkForms({ plural, units }: ParsedFile): void {
  if (plural === undefined) return
  if (plural.count > MOST_FORMS)
    throw new FormatError(`the file has ${plural.count} plural forms, no language needs more than ${MOST_FORMS}`)
  for (const unit of units)
    if (!unit.obsolete && unit.target.length > plural.count)
      throw new FormatError(`"${shown(unit)}" has ${unit.target.length} plural forms, there are ${plural.count}`, {
        line: unit.line,
      })
}

/** Forms that are counted in another way would end up under the wrong numbers. */
export function checkSamePlurals(file: ParsedFile, expected: number): void {
  if (!numbersForms(file) || file.plural === undefined || file.plural.count === expected) return
  const unit = file.units.find(each => each.target.length > 1 && each.target.some(form => form !== ''))
  if (unit === undefined) return
  throw new FormatError(`the file has ${file.plural.count} plural forms, this translation has ${expected}`, {
    line: unit.line,
  })
}
