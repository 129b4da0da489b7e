import { nullable, optional } from '#fields/field.ts'
import { dateTime, integer, list, text } from '#fields/kinds.ts'
import { isByKey } from '../catalogue/component-format.ts'
import { idHash } from '../catalogue/insert-units.ts'
import { languageByCode } from '../catalogue/languages.ts'
import { PICTURE_BYTES, PICTURE_TYPES, pictureType } from '../catalogue/picture.ts'
import { translationOf } from '../catalogue/translations.ts'
import { formsOfString, screenshotName } from '../declarations/parts.ts'
import { inStep } from '../import-steps/in-step.ts'
import type { ImportedComponent } from './components.ts'
import { type Importing, isDenied, isInvalid, lastPart, parsed, unreadable, usual, withSize } from './context.ts'
import { authorOf } from './people.ts'
import { TooLarge } from './source.ts'

const screenshotFields = {
  id: integer({ min: 1 }),
  name: screenshotName,
  translation: text({ max: 2000 }),
  units: usual(list(text({ max: 1000 }), { max: 100_000 }), []),
  /** Only backups name them. */
  user: usual(nullable(text({ max: 1000 })), null),
  timestamp: optional(dateTime()),
}

const unitFields = { source: formsOfString, context: usual(text({ blank: true, verbatim: true }), '') }

type Screenshot = Exclude<ReturnType<typeof parsed<typeof screenshotFields>>, { invalid: string }>

export async function importScreenshots(importing: Importing, component: ImportedComponent): Promise<void> {
  const { client, steps, pageSize } = importing
  const all = `screenshots ${component.place}`
  if (steps.isDone(all)) return
  let rows: unknown[]
  try {
    rows = await client.all(withSize(`${component.api}screenshots/`, pageSize))
  } catch (error) {
    if (!isDenied(error)) throw error
    await inStep(importing, all, async (_, tally) => tally.note(unreadable(error, 'components/…/screenshots/')))
    return
  }
  for (const [i, row] of rows.entries()) {
    const step = `${all} ${i}`
    if (steps.isDone(step)) continue
    const screenshot = parsed(screenshotFields, row)
    if (isInvalid(screenshot))
      await inStep(importing, step, async (_, tally) =>
        tally.add('screenshots', { skipped: `${component.place}: ${screenshot.invalid}` }),
      )
    else await importOne(importing, component, screenshot, step)
  }
  await inStep(importing, all, async () => {})
}

async function importOne(
  importing: Importing,
  component: ImportedComponent,
  screenshot: Screenshot,
  step: string,
): Promise<void> {
  const image = await pictureOf(importing, screenshot)
  const hashes = typeof image === 'string' ? [] : await shownStrings(importing, component, screenshot)
  await inStep(importing, step, async ({ tx, now }, tally) => {
    const skip = (why: string) =>
      tally.add('screenshots', { skipped: `${component.place}: "${screenshot.name}" ${why}` })
    if (typeof image === 'string') return skip(image)
    const language = await languageByCode(tx, lastPart(screenshot.translation))
    const translation = language && (await translationOf(tx, component.row.id, language.id))
    if (translation === null) return skip('belongs to a language that did not come over')
    const existing = await tx
      .selectFrom('screenshot')
      .select('image')
      .where('translation_id', '=', translation.id)
      .where('name', '=', screenshot.name)
      .execute()
    if (existing.some(each => image.content.equals(each.image))) return tally.add('screenshots', 'unchanged')
    const { id: screenshot_id } = await tx
      .insertInto('screenshot')
      .values({
        name: screenshot.name,
        translation_id: translation.id,
        media_type: image.type,
        image: image.content,
        account_id: await authorOf(importing, tx, screenshot.user),
        created_at: screenshot.timestamp ?? now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const units = await tx
      .selectFrom('unit')
      .select('id')
      .where('translation_id', '=', translation.id)
      .where('id_hash', 'in', ['', ...hashes])
      .execute()
    if (units.length > 0)
      await tx
        .insertInto('screenshot_unit')
        .values(units.map(({ id }) => ({ screenshot_id, unit_id: id })))
        .execute()
    tally.add('screenshots', 'created')
    if (units.length < screenshot.units.length)
      tally.note('strings missing on screenshots', screenshot.units.length - units.length)
  })
}

/** The image with its type, or why it is not taken over. */
async function pictureOf(
  { client }: Importing,
  { id }: Screenshot,
): Promise<{ content: Buffer; type: string } | string> {
  try {
    const content = await client.bytes(`screenshots/${id}/file/`, PICTURE_BYTES)
    const type = await pictureType(content)
    if (type === 'damaged' || type === 'too large') return `is ${type}; it must be ${PICTURE_TYPES}`
    return { content, type }
  } catch (error) {
    if (isDenied(error) || error instanceof TooLarge) return `could not be read: ${error.message}`
    throw error
  }
}

/** Hashes of the strings that a screenshot shows. Their numbers differ between servers. */
async function shownStrings(
  { client }: Importing,
  { row }: ImportedComponent,
  { units }: Screenshot,
): Promise<string[]> {
  const byKey = isByKey(row)
  const hashes: string[] = []
  for (const address of units) {
    try {
      const unit = parsed(unitFields, await client.json(`units/${encodeURIComponent(lastPart(address))}/`))
      if (!isInvalid(unit)) hashes.push(idHash({ ...unit, byKey }))
    } catch (error) {
      if (!isDenied(error)) throw error
    }
  }
  return [...new Set(hashes)]
}
