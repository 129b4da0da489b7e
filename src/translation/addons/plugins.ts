// Add-ons from the folder of plugins. They see strings and change translations through `PluginWork`, which keeps checks,
// statistics and the history right.

import { type Declared, needFunction, needNew, needText, pluginsOf } from '#core/plugins.ts'
import type { Services } from '#core/services.ts'
import type { Fields } from '#fields/field.ts'
import { boolean, choice, integer, text } from '#fields/kinds.ts'
import { ACTION } from '../catalogue/change-actions.ts'
import { translationsOf } from '../catalogue/component-translations.ts'
import type { ComponentParts } from '../catalogue/components.ts'
import { editUnit } from '../catalogue/edit-units.ts'
import type { ExportedTranslation } from '../catalogue/export-file.ts'
import { splitForms } from '../catalogue/forms.ts'
import { lockUnits, type UnitRow } from '../catalogue/rows.ts'
import { unitsInPortions } from '../catalogue/units-in-portions.ts'
import { work } from '../catalogue/work.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import type { Addon, AddonEvent } from './addon.ts'

const TOOLS = { text, integer, boolean, choice }
const EVENTS: readonly AddonEvent[] = ['component-update', 'repository-update', 'daily']
const BATCH = 200

type State = 'empty' | 'needs editing' | 'translated' | 'approved' | 'read-only'

/** A string as plugins see it. */
interface PluginString {
  readonly id: number
  readonly language: string
  readonly key: string
  readonly note: string
  readonly flags: string
  readonly source: readonly string[]
  readonly target: readonly string[]
  readonly state: State
}

/** One component, for the function `run` of a plugin. */
interface PluginWork {
  readonly project: string
  readonly component: string
  readonly sourceLanguage: string
  /** Languages of the translations, without the source language. */
  readonly languages: readonly string[]
  strings(language: string): AsyncGenerator<PluginString>
  /** Returns whether the translation changed. Read-only strings are never changed. */
  save(string: PluginString, target: readonly string[], state?: 'needs editing' | 'translated'): Promise<boolean>
}

export function pluginAddons(known: readonly Addon[]): Addon[] {
  const taken = new Set(known.map(({ name }) => name))
  return pluginsOf('addons', TOOLS, declared => {
    const name = needText(declared, 'name', /^[a-z][a-z0-9_-]*(\.[a-z0-9_-]+)+$/)
    needNew(name, taken)
    taken.add(name)
    needFunction(declared, 'run')
    return {
      name,
      label: needText(declared, 'label'),
      description: needText(declared, 'description'),
      settings: settingsOf(declared),
      events: eventsOf(declared),
      run: async (services, parts, settings) =>
        countOf(await (declared as unknown as { run: Run }).run(await workOn(services, parts), settings)),
    }
  })
}

type Run = (work: PluginWork, settings: Readonly<Record<string, unknown>>) => unknown

const countOf = (changes: unknown): number => (Number.isSafeInteger(changes) ? (changes as number) : 0)

function settingsOf({ settings = {} }: Declared): Fields {
  const isField = (field: unknown) => typeof (field as { read?: unknown } | null)?.read === 'function'
  if (typeof settings !== 'object' || settings === null || !Object.values(settings).every(isField))
    throw new Error(`"settings" must be an object of fields made with ${Object.keys(TOOLS).join(', ')}`)
  return settings as Fields
}

function eventsOf({ events }: Declared): readonly AddonEvent[] {
  if (!Array.isArray(events) || events.length === 0 || !events.every(event => EVENTS.includes(event)))
    throw new Error(`"events" must be a list of ${EVENTS.map(event => `"${event}"`).join(', ')}`)
  return events as AddonEvent[]
}

async function workOn(services: Services, parts: ComponentParts): Promise<PluginWork> {
  const { read } = services.store
  const all = await translationsOf(read, parts)
  const byCode = new Map(all.map(each => [each.language.code, each]))
  const translationIn = (code: string): ExportedTranslation => {
    const found = byCode.get(code)
    if (found === undefined) throw new Error(`The component has no translation in the language "${code}".`)
    return found
  }
  return {
    project: parts.project.slug,
    component: parts.component.slug,
    sourceLanguage: all.find(({ translation }) => translation.is_source === 1)?.language.code ?? '',
    languages: all.filter(({ translation }) => translation.is_source === 0).map(({ language }) => language.code),
    async *strings(language) {
      const { translation } = translationIn(language)
      for await (const units of unitsInPortions(read, translation.id, BATCH))
        for (const unit of units) yield stringOf(unit, language)
    },
    save: async ({ id, language }, target, state = 'translated') => {
      const { translation } = translationIn(language)
      if (translation.is_source === 1) throw new Error('Add-ons do not change source strings.')
      if (!Array.isArray(target) || !target.every(form => typeof form === 'string'))
        throw new Error('The translation must be a list of texts, one for each plural form.')
      return work(services, null, async piece => {
        const before = (await lockUnits(piece, [id])).get(id)
        if (before === undefined || before.state === UNIT_STATES.readonly) return false
        const after = await editUnit(piece, translation, before, {
          target,
          state: target.every(form => form === '') ? UNIT_STATES.empty : STATES[state],
          action: ACTION.automatic,
          automatic: true,
        })
        return after.target !== before.target || after.state !== before.state
      })
    },
  }
}

const STATES = { 'needs editing': UNIT_STATES.needsEditing, translated: UNIT_STATES.translated } as const

const stringOf = (unit: UnitRow, language: string): PluginString => ({
  id: unit.id,
  language,
  key: unit.context,
  note: unit.note,
  flags: unit.flags,
  source: splitForms(unit.source),
  target: splitForms(unit.target),
  state: stateOf(unit.state),
})

function stateOf(state: number): State {
  if (state === UNIT_STATES.empty) return 'empty'
  if (state < UNIT_STATES.translated) return 'needs editing'
  if (state < UNIT_STATES.approved) return 'translated'
  return state < UNIT_STATES.readonly ? 'approved' : 'read-only'
}
