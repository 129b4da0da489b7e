import type { Visit } from '../visit.ts'
import type { Field } from './form.ts'

/** Selector for tags used on this wiki. */
export async function tagField(visit: Visit, name = 'tagfilter'): Promise<Field> {
  const { words } = visit
  const response = await visit.ask({
    action: 'query',
    list: 'tags',
    tglimit: 'max',
    tgprop: 'displayname',
  })
  const tags = response.ok ? (response.result.query?.tags ?? []) : []
  const options = tags.map(({ name: tag }): [string, string] => [
    tag,
    words.has(`tag-${tag}`) ? words.text(`tag-${tag}`) : tag,
  ])
  return { kind: 'choice', name, label: words.text('tag-filter'), options: [['', '–'], ...options] }
}
