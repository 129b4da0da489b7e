import path from 'node:path'
import { ACTION } from '../catalogue/change-actions.ts'
import { componentByPath, partsOf } from '../catalogue/components.ts'
import { UnitEdits } from '../catalogue/edit-units.ts'
import { splitForms } from '../catalogue/forms.ts'
import { plannedLanguage } from '../catalogue/languages.ts'
import { ownState } from '../catalogue/read-only.ts'
import type { TranslationRow, UnitRow } from '../catalogue/rows.ts'
import { translationOf } from '../catalogue/translations.ts'
import { usesGit } from '../catalogue/version-control.ts'
import type { Work } from '../catalogue/work.ts'
import { inStep } from '../import-steps/in-step.ts'
import type { Tally } from '../import-steps/tally.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import type { Importing } from './context.ts'
import type { PlannedComponent } from './plan.ts'
import { besides, readStates, type StateOfString, type StatesOfFile } from './xliff-states.ts'

/** Approves strings, or marks them for editing, as an XLIFF file about their component says. */
export async function importStates(importing: Importing, name: string): Promise<void> {
  const { steps, zip } = importing
  const step = `states ${name}`
  if (steps.isDone(step)) return
  const files = readStates(await zip.read(name))
  await inStep(importing, step, async (piece, tally) => {
    tally.add('files', 'created')
    for (const file of files) await statesOf(importing, piece, name, file, tally)
  })
}

async function statesOf(
  { plan, project }: Importing,
  piece: Work,
  name: string,
  { original, language: stated, strings }: StatesOfFile,
  tally: Tally,
): Promise<void> {
  const place = original === '' ? name : `${name}: ${original}`
  const skip = (why: string) => tally.add('states', { skipped: `${place}: ${why}` }, strings.length)
  const fileOf = ({ files }: PlannedComponent) => files.find(each => each.path === besides(name))
  const planned =
    plan.components.find(each => fileOf(each) !== undefined) ??
    plan.components.find(each => [each.name, each.template, each.filemask].some(known => isSameFile(known, original)))
  const language = (planned && fileOf(planned)?.language) ?? stated
  const component = planned && (await componentByPath(piece.tx, project, planned.slug))
  if (!component) return skip('there is no component for it')
  if (usesGit(component)) return skip('its component uses a repository here')
  const known = await plannedLanguage(piece.tx, language)
  const translation = known && 'id' in known ? await translationOf(piece.tx, component.id, known.id) : null
  if (translation === null) return skip(`there is no translation into "${language.slice(0, 50)}"`)
  const review = (await partsOf(piece.tx, component)).project.translation_review === 1
  await setStates(piece, translation, strings, { review, place }, tally)
}

/** Crowdin names files from the root of the project, which may be another one than that of the archive. */
const isSameFile = (known: string, original: string): boolean => {
  const name = original.replace(/^\/+/, '')
  return known === name || known.endsWith(`/${name}`) || path.posix.basename(known) === path.posix.basename(name)
}

async function setStates(
  piece: Work,
  translation: TranslationRow,
  strings: readonly StateOfString[],
  { review, place }: { review: boolean; place: string },
  tally: Tally,
): Promise<void> {
  const edits = new UnitEdits(piece, translation)
  const units = await piece.tx.selectFrom('unit').selectAll().where('translation_id', '=', translation.id).execute()
  const bySource = Map.groupBy(units, unit => splitForms(unit.source)[0]!)
  for (const { source, target, state } of strings) {
    const wanted = state === UNIT_STATES.approved && !review ? UNIT_STATES.translated : state
    const found = (bySource.get(source) ?? []).filter(unit => splitForms(unit.target).includes(target))
    const changed = found.filter(unit => isChangeable(unit, wanted))
    for (const unit of changed)
      await edits.add(unit, { target: splitForms(unit.target), state: wanted, action: ACTION.updatedInRepository })
    if (found.length === 0) tally.add('states', { skipped: `${place}: no string has this text and translation` })
    else tally.add('states', changed.length === 0 ? 'unchanged' : 'created')
  }
  await edits.write()
}

/** Only fresh translations are changed, since others were edited here. */
const isChangeable = (unit: UnitRow, wanted: number): boolean =>
  ownState(unit) === UNIT_STATES.translated && wanted !== UNIT_STATES.translated
