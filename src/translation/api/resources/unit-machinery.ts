import { help, nullable, readOnly, shape } from '#fields/field.ts'
import { integer, list, text } from '#fields/kinds.ts'
import { elsewhere } from '../../catalogue/auto-translate.ts'
import { formsOf } from '../../catalogue/edit-units.ts'
import { startFor, termsFor } from '../../catalogue/machine-help.ts'
import { translateUnits } from '../../catalogue/machine-translation.ts'
import { ELSEWHERE, isTurnedOff, MEMORY, OWN_MACHINERY, servicesOf, siteMachinery } from '../../catalogue/machinery.ts'
import { saveUsage } from '../../catalogue/machinery-usage.ts'
import { memoryReach, recallSeveral } from '../../catalogue/memory.ts'
import { Meter } from '../../machinery/meter.ts'
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
      allow: async call => needTranslation(call, await findUnit(call), 'machinery.view'),
      handle: async call => {
        const place = await findUnit(call)
        if (place.translation.is_source === 1) return []
        const [own, others] = await Promise.all([ownMatches(call, place), serviceTranslations(call, place)])
        return [...own, ...others]
      },
    }),
  },
})

/** Matches of the memory, then the same string elsewhere unless the memory has its translation. */
async function ownMatches(call: AnyCall, place: FoundUnit) {
  const { unit, project, translation } = place
  const projects = await visibleProjectIds(call)
  const matches = await memoryMatches(call, place)
  const text = isTurnedOff(project, ELSEWHERE) ? null : await elsewhere(call.db, translation, unit, projects, null)
  const isKnown = text === null || matches.some(match => match.text.join('\0') === text.join('\0'))
  if (isKnown || text.length !== formsOf(unit, translation)) return matches
  const copy = { service: ELSEWHERE, name: OWN_MACHINERY[ELSEWHERE], text, quality: 100, error: null }
  return [...matches.filter(match => match.quality === 100), copy, ...matches.filter(match => match.quality < 100)]
}

async function memoryMatches(call: AnyCall, { unit, project, translation, sourceLanguage }: FoundUnit) {
  const text = memoryText(unit)
  if (text === null || formsOf(unit, translation) > 1 || isTurnedOff(project, MEMORY)) return []
  const place = {
    sourceLanguage: sourceLanguage.id,
    targetLanguage: translation.language_id,
    ...memoryReach(project, call.caller.account?.id ?? null),
  }
  const matches = await recallSeveral(call.db, text, place, THRESHOLD, MEMORY_MATCHES)
  return matches.map(({ row, quality }) => ({
    service: MEMORY as string,
    name: OWN_MACHINERY[MEMORY] as string,
    text: [row.target],
    quality,
    error: null,
  }))
}

async function serviceTranslations(call: AnyCall, found: FoundUnit) {
  const { config } = call.services
  const services = servicesOf(found.project, await siteMachinery(call.db, config))
  if (services.length === 0) return []
  const meter = new Meter()
  const terms = await termsFor(call.db, found.translation, found.sourceLanguage, [found.unit])
  const all = await Promise.all(
    services.map(async ready => {
      const { name, label, quality } = ready.service
      const start = await startFor(call.db, ready.service, [found.unit], { ...found, terms })
      if (start.units.length === 0) return []
      try {
        const [made] = await translateUnits(call.db, start.units, start.place, ready, config, call.signal, meter)
        if ('texts' in made!) return { service: name, name: label, text: [...made.texts], quality, error: null }
        return { service: name, name: label, text: [], quality: 0, error: made!.problem }
      } catch (error) {
        if (!(error instanceof MachineryError)) throw error
        return { service: name, name: label, text: [], quality: 0, error: error.message }
      }
    }),
  )
  await saveUsage(call.services, found.project, meter)
  return all.flat()
}
