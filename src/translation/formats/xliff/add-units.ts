// Adds units to XLIFF files of both versions.

import type { NewUnit, ParseOptions } from '../format.ts'
import { FormatError } from '../format-error.ts'
import type { Splice } from '../splice.ts'
import { type CheckedChanges, shown } from '../text-file.ts'
import { insertElements } from '../xml/insert.ts'
import type { XmlElement } from '../xml/scanner.ts'

export interface XliffText<Entry> {
  readonly text: string
  readonly root: XmlElement
  readonly entries: readonly Entry[]
  readonly newline: string
  readonly byKey: ParseOptions['byKey']
}

interface AnyEntry {
  readonly unit: { readonly id: string }
  readonly element: XmlElement
  readonly target?: unknown
}

/** Inserts new units into `parent`; `unitXml` writes one, with the white space before it. */
export function addUnits(
  changes: CheckedChanges,
  { text, entries, newline, byKey }: XliffText<AnyEntry>,
  parent: XmlElement,
  unitXml: (unit: NewUnit, name: string, lead: string) => string,
): Splice[] {
  const byId = new Map(entries.map(entry => [entry.unit.id, entry.element]))
  const names = new Set(entries.map(({ element }) => element.attributes.get('id')))
  const hasTargets = byKey !== 'template' || entries.some(({ target }) => target !== undefined)
  const added = changes.add.map(each => {
    const unit = hasTargets ? each : { ...each, source: each.target, target: [] }
    const name = freeName(unit, names)
    const anchor = typeof unit.after === 'string' ? byId.get(unit.after)! : unit.after
    return { anchor, render: (lead: string) => unitXml(unit, name, lead) }
  })
  return insertElements(text, parent, newline, added, '  ')
}

function freeName(added: NewUnit, names: Set<string | undefined>): string {
  let name = added.id ?? added.context
  for (let n = names.size + 1; name === ''; n++) if (!names.has(String(n))) name = String(n)
  if (names.has(name)) throw new FormatError(`the file already has "${shown(name)}"`)
  names.add(name)
  return name
}
