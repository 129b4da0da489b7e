import { t } from '../shared/texts.ts'
import { Visible } from './bits.tsx'
import { useDesk } from './context.ts'
import { tag } from './types.ts'

/** What is to be translated, with placeholders, tags and spaces made visible. */
export function SourceView() {
  const desk = useDesk()
  const row = desk.row.value!
  const work = desk.work.value
  const { sourceLanguage } = desk.props
  return (
    <div class="tr-source">
      {row.source.map((form, i) => {
        const name = row.source.length > 1 ? (work?.plural.source_forms[i]?.name ?? String(i + 1)) : null
        const ranges = work?.highlights[i]
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

const NAMES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const

/** What a plural form is called, in the reader's words. */
export const formName = (name: string): string => {
  const known = NAMES.find(each => each === name)
  return known === undefined ? name : t(`translate.form_${known}`)
}
