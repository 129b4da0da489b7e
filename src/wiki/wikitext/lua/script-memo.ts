// Results of scripts within one request. A page is expanded several times on the way to HTML; its scripts run once.

import type { LazyCall } from '../functions/call.ts'
import { sourceOf } from '../source.ts'
import type { Frame } from '../state/frame.ts'
import type { ScriptUse } from '../state/limits.ts'
import type { ParseState } from '../state/parse-state.ts'

interface PageName {
  readonly ns: number
  readonly dbkey: string
}

/** What a script gave, and what else it did to the page. */
export interface RememberedScript {
  readonly text: string
  readonly templates: readonly PageName[]
  readonly links: readonly PageName[]
  readonly images: readonly string[]
  readonly categories: readonly (readonly [name: string, sortKey: string])[]
  readonly properties: readonly (readonly [name: string, value: string])[]
  readonly warnings: readonly string[]
  readonly invocations: number
  /** Errors shown on the page, which are numbered. */
  readonly errors: number
  readonly errorDetails: readonly string[]
  readonly expensive: number
  readonly use: ScriptUse | null
  readonly nodes: number
  readonly includedBytes: number
  readonly argumentBytes: number
  /** How long the result stays the same. */
  readonly lasts: number | null
  readonly staysSame: number | null
}

/** Calls are the same when they are at the same place in the order of calls and are written alike. */
export function memoKey({ first, parts, frame }: LazyCall, place: number): string {
  const source = sourceOf([{ type: 'template', title: [first], parts, lineStart: false }]).text
  return JSON.stringify([place, ...titlesOf(frame), source])
}

function titlesOf(frame: Frame): string[] {
  const titles: string[] = []
  for (let at: Frame | null = frame; at; at = at.parent) titles.push(`${at.title.ns}:${at.title.dbkey}`)
  return titles
}

/** Headings get marks that only HTML needs. */
export const mayRepeat = ({ text }: RememberedScript, { headings }: ParseState): boolean =>
  headings === null || !/(?:^|\n)=/.test(text)

/** Observes a script; the result is null when it cannot be used again. */
export function watchScript(state: ParseState): (text: string, errors: number) => RememberedScript | null {
  const { output, usage, strip } = state
  const before = {
    templates: output.templates.list().length,
    links: output.links.list().length,
    images: output.images.size,
    categories: new Map(output.categories),
    properties: new Map(output.properties),
    warnings: output.warnings.length,
    errors: output.scriptErrors.length,
    invocations: output.invocations,
    expensive: usage.expensive,
    nodes: usage.nodes,
    includedBytes: usage.includedBytes,
    argumentBytes: usage.argumentBytes,
    markers: strip.uses,
  }
  const changed = (map: ReadonlyMap<string, string>, old: ReadonlyMap<string, string>) =>
    [...map].filter(([name, value]) => old.get(name) !== value)
  return (text, errors) => {
    if (strip.uses !== before.markers || state.host.isComplete === false) return null
    return {
      text,
      templates: output.templates.list().slice(before.templates),
      links: output.links.list().slice(before.links),
      images: [...output.images].slice(before.images),
      categories: changed(output.categories, before.categories),
      properties: changed(output.properties, before.properties),
      warnings: output.warnings.slice(before.warnings),
      errors,
      errorDetails: output.scriptErrors.slice(before.errors),
      invocations: output.invocations - before.invocations,
      expensive: usage.expensive - before.expensive,
      // The sums up to here, which later scripts add to.
      use: usage.scripts && { ...usage.scripts },
      nodes: usage.nodes - before.nodes,
      includedBytes: usage.includedBytes - before.includedBytes,
      argumentBytes: usage.argumentBytes - before.argumentBytes,
      lasts: state.lasts,
      staysSame: state.staysSame,
    }
  }
}

/** Does again to the page what a script did. */
export function repeatScript(known: RememberedScript, state: ParseState): string {
  const { output, usage } = state
  for (const { ns, dbkey } of known.templates) output.templates.add(ns, dbkey)
  for (const { ns, dbkey } of known.links) output.links.add(ns, dbkey)
  for (const name of known.images) output.images.add(name)
  for (const [name, sortKey] of known.categories) output.categories.set(name, sortKey)
  for (const [name, value] of known.properties) output.properties.set(name, value)
  for (const details of known.errorDetails) output.addScriptError(details)
  for (const text of known.warnings) output.repeatWarning(text)
  output.invocations += known.invocations
  usage.expensive += known.expensive
  if (known.use) usage.scripts = { ...known.use }
  usage.addMeasured(known)
  state.lastsAtMost(known.lasts)
  state.changesAfter(known.staysSame)
  return known.text
}
