import { readFileSync } from 'node:fs'
import type { Sample } from '#accounts/services.ts'
import { addComment } from '../catalogue/comments.ts'
import { editUnit } from '../catalogue/edit-units.ts'
import type { NewString } from '../catalogue/insert-units.ts'
import { languageByCode } from '../catalogue/languages.ts'
import { createProject } from '../catalogue/projects.ts'
import type { TranslationRow, UnitRow } from '../catalogue/rows.ts'
import { suggest } from '../catalogue/suggestions.ts'
import { addTranslation, createComponent } from '../catalogue/translations.ts'
import { addSourceUnit } from '../catalogue/units.ts'
import { type Work, work } from '../catalogue/work.ts'
import { UNIT_STATES } from '../values/unit-states.ts'

type Spot = [component: string, language: string, string: number]

interface SampleFile {
  project: { name: string; slug: string; web: string; instructions: string }
  components: {
    name: string
    slug: string
    strings: NewString[]
    translations: Record<string, (string[] | null)[]>
  }[]
  needsEditing: Spot[]
  approved: Spot[]
  suggestions: { component: string; language: string; string: number; target: string[] }[]
  comments: { component: string; language: string; string: number; comment: string }[]
}

const sampleFile = (): SampleFile =>
  JSON.parse(readFileSync(new URL('strings.json', import.meta.url), 'utf8')) as SampleFile

/** A small project in seven languages and six scripts, with something of everything, to look around in. */
export const translationSample: Sample = {
  name: 'translation',
  install: ({ store, clock }, admin) => work({ store, clock }, admin, installSample),
}

interface Place {
  translation: TranslationRow
  units: UnitRow[]
}

async function installSample(piece: Work): Promise<void> {
  const file = sampleFile()
  const english = (await languageByCode(piece.tx, 'en'))!
  const project = await createProject(piece, { ...file.project, translation_review: 1 })
  const places = new Map<string, Place>()
  for (const { name, slug, strings, translations } of file.components) {
    const values = { project_id: project.id, name, slug, file_format: 'po', filemask: `${slug}/*.po` }
    const { component, source } = await createComponent(piece, values, english)
    for (const string of strings) await addSourceUnit(piece, source, english.code, string)
    for (const [code, targets] of Object.entries(translations)) {
      const language = (await languageByCode(piece.tx, code))!
      const translation = await addTranslation(piece, component, language)
      const units = await piece.tx
        .selectFrom('unit')
        .selectAll()
        .where('translation_id', '=', translation.id)
        .orderBy('position')
        .execute()
      places.set(`${slug} ${code}`, { translation, units })
      for (const [i, target] of targets.entries())
        if (target !== null)
          await editUnit(piece, translation, units[i]!, { target, state: stateOf(file, [slug, code, i]) })
    }
  }
  for (const { component, language, string, target } of file.suggestions) {
    const { translation, units } = places.get(`${component} ${language}`)!
    await suggest(piece, translation, units[string]!, target)
  }
  for (const { component, language, string, comment } of file.comments) {
    const { translation, units } = places.get(`${component} ${language}`)!
    await addComment(piece, translation, units[string]!, comment)
  }
}

function stateOf(file: SampleFile, spot: Spot): number {
  const isIn = (spots: Spot[]) => spots.some(each => each.join() === spot.join())
  if (isIn(file.needsEditing)) return UNIT_STATES.needsEditing
  return isIn(file.approved) ? UNIT_STATES.approved : UNIT_STATES.translated
}
