// Modules with syntax errors, which an import can bring: the error above the source, and a tracking category.

import { prefixedDbKey } from '#wiki/site/title-format.ts'
import { type ModuleFault, moduleFault } from './lua/check-module.ts'
import { FAULTY_MODULES, faultyModulesName, worded } from './lua/script-error.ts'
import type { ParseState } from './state/parse-state.ts'
import { escapeHtml } from './text.ts'

const CHARACTERS_COMPILED_PER_STEP = 4

/** The first syntax error of a module page, which is then in a tracking category. */
export function trackedFault(state: ParseState, text: string): ModuleFault | null {
  const { site, page, steps, output } = state
  steps.read(text, CHARACTERS_COMPILED_PER_STEP)
  const fault = moduleFault(prefixedDbKey(site, page.ns, page.dbkey), text)
  if (fault !== null) output.addTrackingCategory(FAULTY_MODULES, faultyModulesName)
  return fault
}

export function faultHtml(state: ParseState, { line, message }: ModuleFault): string {
  const described =
    line === null
      ? worded(state, 'scribunto-lua-error', '', message)
      : worded(state, 'scribunto-lua-error-location', worded(state, 'scribunto-line', line), message)
  return `<div class="errorbox"><p>${escapeHtml(worded(state, 'scribunto-error-short', described))}\n</p></div>`
}
