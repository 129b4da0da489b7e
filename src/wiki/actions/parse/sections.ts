import type { ActionRun } from '../../api/action-run.ts'
import { list, type Row } from '../../api/result/shape.ts'
import type { Rendering } from '../../wikitext/html/rendering.ts'
import { sectionOffsets } from '../../wikitext/section-offsets.ts'
import type { Subject } from './subject.ts'

export function sectionFields(run: ActionRun, { text }: Subject, rendering: Rendering): Row {
  const { sections } = rendering
  const offsets = sections.length > 0 ? sectionOffsets(text, run.wiki.site.info.extensiontags) : new Map()
  const rows = sections.map(section => ({
    toclevel: section.depth,
    level: String(section.level),
    line: section.html,
    number: section.number,
    index: section.index,
    fromtitle: section.fromTitle ?? false,
    byteoffset: section.section === null ? null : (offsets.get(section.section) ?? null),
    anchor: section.id,
  }))
  return { sections: list('s', rows), showtoc: rendering.showsContents }
}
