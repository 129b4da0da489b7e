import type { Fields } from '#fields/field.ts'
import { InvalidInput } from '#fields/problem.ts'
import type { Tally } from '../import-steps/tally.ts'

/** Settings of Weblate without a counterpart, with the values that mean the same as here. */
type Unsupported = Readonly<Record<string, readonly unknown[]>>

const MESSAGES = ['commit_message', 'add_message', 'delete_message', 'merge_message', 'addon_message', 'pull_message']
const messages = Object.fromEntries(MESSAGES.map(name => [name, ['']]))

export const PROJECT_UNSUPPORTED: Unsupported = {
  commit_policy: [0],
  secondary_language: [null],
  enforced_2fa: [false],
  autoclean_tm: [false],
  license: [''],
  agreement: [''],
}

export const COMPONENT_UNSUPPORTED: Unsupported = {
  repo: ['', 'local:'],
  push: ['', null],
  intermediate: [''],
  report_source_bugs: [''],
  secondary_language: [null],
  language_code_style: [''],
  repoweb: ['', null],
  ...messages,
}

/** Values of the declared settings. Settings that are invalid here get the default and are named in the summary. */
export function settingsFrom<F extends Fields>(
  fields: F,
  source: Record<string, unknown>,
  place: string,
  tally: Tally,
): Record<string, unknown> {
  const settings: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    const value = source[name]
    if (value === undefined || value === null) continue
    try {
      settings[name] = field.read(value, name)
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error
      tally.note(`${place}: setting ${name} is not supported with ${shown(value)}`)
    }
  }
  return settings
}

/** Names settings that do not come over. */
export function noteUnsupported(
  unsupported: Unsupported,
  source: Record<string, unknown>,
  place: string,
  tally: Tally,
): void {
  for (const [name, neutral] of Object.entries(unsupported)) {
    const value = source[name]
    if (value === undefined || neutral.includes(value)) continue
    tally.note(`${place}: setting ${name} is not supported (${shown(value)})`)
  }
}

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? ''
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
