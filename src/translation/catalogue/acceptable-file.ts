import { inTurns } from '#store/turn.ts'
import { type FileUnit, FormatError, type ParsedFile } from '../formats/index.ts'
import { isTooLong, LONGEST_TEXT } from '../values/text-limit.ts'

const MAX_FORMS = 10
const MAX_EXCERPT = 60

const excerpt = ({ source, context }: FileUnit): string => {
  const text = source[0] || context
  return text.length > MAX_EXCERPT ? `${text.slice(0, MAX_EXCERPT - 1)}…` : text
}

/** Whether a string in a file is too long to translate. It stays in the file unchanged, but is not imported. */
export const isOverlong = ({ source, target, previousSource, context, flags }: FileUnit): boolean =>
  [...source, ...target, ...previousSource, context, ...flags].some(isTooLong)

/** Rejects overlong strings in uploads, whose sender can fix them right away. */
export function refuseOverlong({ units }: ParsedFile): void {
  const unit = units.find(isOverlong)
  if (unit !== undefined)
    throw new FormatError(`"${excerpt(unit)}" is longer than ${LONGEST_TEXT} characters, the limit for a string`, {
      line: unit.line,
    })
}

/** Formats with numbered plural forms, where a different number of forms is an error. */
const numbersForms = ({ format }: ParsedFile): boolean => format === 'po' || format === 'po-mono'

/** Rejects files that can be parsed but not stored; otherwise returns the file. */
export async function acceptable(file: ParsedFile): Promise<ParsedFile> {
  for await (const unit of inTurns(file.units)) {
    const texts = [...unit.source, ...unit.target, ...unit.previousSource, unit.context, unit.note, unit.location]
    if (texts.some(text => text.includes('\0')))
      throw new FormatError('a text contains the character U+0000, which cannot be stored', { line: unit.line })
    if (!texts.every(text => text.isWellFormed()))
      throw new FormatError('a text contains an unpaired surrogate, which cannot be stored', { line: unit.line })
  }
  if (numbersForms(file)) checkForms(file)
  return file
}

function checkForms({ plural, units }: ParsedFile): void {
  if (plural === undefined) return
  if (plural.count > MAX_FORMS)
    throw new FormatError(`the file has ${plural.count} plural forms, but the limit is ${MAX_FORMS}`)
  for (const unit of units)
    if (!unit.obsolete && unit.target.length > plural.count)
      throw new FormatError(
        `"${excerpt(unit)}" has ${unit.target.length} plural forms, but the file declares ${plural.count}`,
        {
          line: unit.line,
        },
      )
}

/** Rejects a different number of plural forms, which would be imported into the wrong forms. */
export function checkSamePlurals(file: ParsedFile, expected: number): void {
  if (!numbersForms(file) || file.plural === undefined || file.plural.count === expected) return
  const unit = file.units.find(each => each.target.length > 1 && each.target.some(form => form !== ''))
  if (unit === undefined) return
  throw new FormatError(`the file has ${file.plural.count} plural forms, but this translation has ${expected}`, {
    line: unit.line,
  })
}
