import { help, nullable, readOnly, shape } from '#fields/field.ts'
import { integer, list, text } from '#fields/kinds.ts'
import { formsOf } from '../../catalogue/edit-units.ts'
import { translateUnits } from '../../catalogue/machine-translation.ts'
import { isTurnedOff, MEMORY, OWN_MACHINERY, servicesOf } from '../../catalogue/machinery.ts'
import { recallSeveral } from '../../catalogue/memory.ts'
import { MachineryError } from '../../machinery/service.ts'
import { array, resource } from '../resource.ts'
import { type AnyCall, type FoundUnit, findUnit, needTranslation, visibleProjectIds } from './find.ts'
import { memoryText } from './unit-parts.ts'

const Proposal = shape('MachineTranslation', 'A machine translation of a string.', {
  service: readOnly(text()),
  name: readOnly(text()),
  text: help(
    readOnly(list(text({ blank: true, verbatim: true }))),
    'Translated text, one for each plural form; empty if the service failed.',
  ),
  quality: help(
    readOnly(integer()),
    'Quality in percent: similarity of the memory match, or usual quality of the service.',
  ),
  error: help(readOnly(nullable(text())), 'Why the service failed; null if it succeeded.'),
})

const MEMORY_MATCHES = 3
const THRESHOLD = 75

export const unitMachinery = resource({
  path: '/units/:unit(\\d+)/machinery/',
  name: 'Unit machinery',
  description:
    'Translations of a string from the translation memory and the configured machine translation services. Not part of the Weblate API.',
  operations: {
    GET: array({
      summary: 'List machine translations of a string',
      answer: Proposal,
      loginRequired: true,
      allow: async call => needTranslation(call, await findUnit(call), 'unit.edit'),
      handle: async call => {
        const place = await findUnit(call)
        if (place.translation.is_source === 1) return []
        const [own, others] = await Promise.all([memoryMatches(call, place), serviceTranslations(call, place)])
        return [...own, ...others]
      },
    }),
  },
})

async function memoryMatches(call: AnyCall, { unit, project, translation, sourceLanguage }: FoundUnit) {
  const text = memoryText(unit)
  if (text === null || formsOf(unit, translation) > 1 || isTurnedOff(project, MEMORY)) return []
  const place = {
    sourceLanguage: sourceLanguage.id,
    targetLanguage: translation.language_id,
    projects: await visibleProjectIds(call),
  }
  const matches = await recallSeveral(call.db, text, place, THRESHOLD, MEMORY_MATCHES)
  return matches.map(({ row, quality }) => ({
    service: MEMORY,
    name: OWN_MACHINERY[MEMORY],
    text: [row.target],
    quality,
    error: null,
  }))
}

function serviceTranslations(call: AnyCall, place: FoundUnit) {
  const { config } = call.services
  return Promise.all(
    servicesOf(place.project, config.machinery).map(async ready => {
      const { name, label, quality } = ready.service
      try {
        const [made] = await translateUnits(call.db, [place.unit], place, ready, config, call.signal)
        if ('texts' in made!) return { service: name, name: label, text: [...made.texts], quality, error: null }
        return { service: name, name: label, text: [], quality: 0, error: made!.problem }
      } catch (error) {
        if (!(error instanceof MachineryError)) throw error
        return { service: name, name: label, text: [], quality: 0, error: error.message }
      }
    }),
  )
}
