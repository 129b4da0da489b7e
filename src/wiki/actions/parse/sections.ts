import { list, type Row } from '../../api/result/shape.ts'
import type { RenderedText } from '../../content/text-work/orders.ts'

export function sectionFields({ sections, offsets, showsContents }: RenderedText): Row {
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
  return { sections: list('s', rows), showtoc: showsContents }
}
