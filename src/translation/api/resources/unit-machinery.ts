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

const Proposal = shape('MachineTranslation', 'What a service makes of a string.', {
  service: readOnly(text()),
  name: readOnly(text()),
  text: help(readOnly(list(text({ blank: true, verbatim: true }))), 'One for each plural form; empty when it failed.'),
  quality: help(
    readOnly(integer()),
    'In percent: how like the text the memory knew is, or how good the service usually is.',
  ),
  error: help(readOnly(nullable(text())), 'Why there is no translation.'),
})

const REMEMBERED = 3
const THRESHOLD = 75

export const unitMachinery = resource({
  path: '/units/:unit(\\d+)/machinery/',
  name: 'Unit machinery',
  description:
    'Translations of one string by the memory and by the services that the project or the site has set up. An addition of this platform.',
  operations: {
    GET: array({
      summary: 'Machine translations of a unit',
      answer: Proposal,
      loginRequired: true,
      allow: async call => needTranslation(call, await findUnit(call), 'unit.edit'),
      handle: async call => {
        const found = await findUnit(call)
        if (found.translation.is_source === 1) return []
        const [own, others] = await Promise.all([remembered(call, found), translated(call, found)])
        return [...own, ...others]
      },
    }),
  },
})

async function remembered(call: AnyCall, { unit, project, translation, sourceLanguage }: FoundUnit) {
  const text = memoryText(unit)
  if (text === null || formsOf(unit, translation) > 1 || isTurnedOff(project, MEMORY)) return []
  const place = {
    sourceLanguage: sourceLanguage.id,
    targetLanguage: translation.language_id,
    projects: await visibleProjectIds(call),
  }
  const found = await recallSeveral(call.db, text, place, THRESHOLD, REMEMBERED)
  return found.map(({ row, quality }) => ({
    service: MEMORY,
    name: OWN_MACHINERY[MEMORY],
    text: [row.target],
    quality,
    error: null,
  }))
}

function translated(call: AnyCall, found: FoundUnit) {
  const { config } = call.services
  return Promise.all(
    servicesOf(found.project, config.machinery).map(async ready => {
      const { name, label, quality } = ready.service
      try {
        const [text] = await translateUnits([found.unit], found, ready, config, call.signal)
        return { service: name, name: label, text: text!, quality, error: null }
      } catch (error) {
        if (!(error instanceof MachineryError)) throw error
        return { service: name, name: label, text: [], quality: 0, error: error.message }
      }
    }),
  )
}
