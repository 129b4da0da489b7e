import { t } from '../shared/texts.ts'
import { Visible } from './bits.tsx'
import { useDesk } from './context.ts'
import { tag } from './types.ts'

/** The source text, with placeholders, tags and spaces highlighted. */
export function SourceView() {
  const desk = useDesk()
  const source = desk.saved!.source
  const work = desk.work.value
  const { sourceLanguage } = desk.props
  return (
    <div class="tr-source">
      {source.map((form, i) => {
        const name = source.length > 1 ? sourceName(i, source.length) : null
        const ranges = work?.highlights[i]?.map(({ start, end }) => [start, end] as const)
        return (
          <div key={`${i}`}>
            {name !== null && <span class="small quiet">{formName(name)} </span>}
            <span lang={tag(sourceLanguage)} dir={sourceLanguage.direction}>
              {ranges ? <Visible text={form} ranges={ranges} /> : <Visible text={form} />}
            </span>
          </div>
        )
      })}
    </div>
  )
}

/** Source files have two plural forms: one and other. */
const sourceName = (index: number, count: number): string =>
  count === 2 ? (['one', 'other'] as const)[index]! : String(index + 1)

const NAMES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const

/** Label of a plural form. */
export const formName = (name: string): string => {
  const known = NAMES.find(each => each === name)
  return known === undefined ? name : t(`translate.form.${known}`)
}
