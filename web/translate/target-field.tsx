import { useEffect, useRef } from 'preact/hooks'
import { languageName, number, t } from '../shared/texts.ts'
import { Key, Visible } from './bits.tsx'
import { charactersFor } from './characters.ts'
import { useDesk } from './context.ts'
import type { Desk } from './desk.ts'
import { insert, isWrittenIn } from './insert.ts'
import { likelyRanges } from './segments.ts'
import { formName } from './source-view.tsx'
import { tag } from './types.ts'

/** Text field for one plural form, with insertable placeholders and characters. */
export function TargetField({ index }: { readonly index: number }) {
  const desk = useDesk()
  const area = useRef<HTMLTextAreaElement>(null)
  const { language } = desk.props
  const work = desk.work.value
  const forms = desk.forms.value
  const text = forms[index] ?? ''
  const form = forms.length > 1 ? work?.plural.forms[index] : undefined
  const mayType = (desk.writes || desk.suggests) && desk.isWhole
  const name = forms.length > 1 ? formName(form?.name || String(index + 1)) : null
  const isActive = desk.form.value === index
  useEffect(() => {
    if (index === 0 && desk.wantsFocus.value > 0 && mayType) area.current?.focus()
  }, [desk.wantsFocus.value])
  return (
    <div class="tr-field">
      <label class="tr-label" for={`form-${index}`}>
        {name === null
          ? languageName(language)
          : t('translate.form_of', { language: languageName(language), form: name })}
        {form && <span class="num">{form.examples}</span>}
      </label>
      <div class="tr-box" data-active={isActive && mayType ? '' : undefined}>
        <div class="tr-typed">
          <Marks text={text} desk={desk} />
          <textarea
            id={`form-${index}`}
            ref={area}
            rows={2}
            lang={tag(language)}
            dir={language.direction}
            readOnly={!mayType}
            spellcheck
            aria-invalid={desk.problem.value !== null}
            aria-describedby="text-problem tr-checks"
            value={text}
            onInput={event => desk.type(index, event.currentTarget.value)}
            onFocus={event => {
              isWrittenIn(event.currentTarget)
              desk.form.value = index
            }}
            onScroll={event => {
              const { previousElementSibling: marks, scrollTop } = event.currentTarget
              if (marks) marks.scrollTop = scrollTop
            }}
          />
        </div>
        <Isolated text={text} desk={desk} />
        {mayType && isActive && <Tools desk={desk} text={text} />}
      </div>
    </div>
  )
}

interface TypedText {
  readonly text: string
  readonly desk: Desk
}

/** Boxes behind the placeholders of what is typed: the same text in the same place, but invisible. */
function Marks({ text, desk }: TypedText) {
  const { language } = desk.props
  let at = 0
  const pieces = likelyRanges(text).flatMap(([from, to]) => {
    const before = text.slice(at, from)
    at = to
    return [before, <mark key={from}>{text.slice(from, to)}</mark>]
  })
  return (
    <div class="tr-marks" aria-hidden="true" lang={tag(language)} dir={language.direction}>
      {pieces}
      {/* A line end at the end of the text shows a line only if something follows. */}
      {`${text.slice(at)}\u200b`}
    </div>
  )
}

/**
 * In right-to-left texts a field shows `%d` as `d%`, because it cannot isolate parts of its text. Below it, the text
 * appears as readers see it.
 */
function Isolated({ text, desk }: TypedText) {
  const { language } = desk.props
  if (language.direction !== 'rtl' || likelyRanges(text).length === 0) return null
  return (
    <p class="tr-isolated" aria-hidden="true" lang={tag(language)} dir="rtl">
      <Visible text={text} />
    </p>
  )
}

/** Placeholders, special characters and length. */
function Tools({ desk, text }: { readonly desk: Desk; readonly text: string }) {
  const placeables = desk.work.value?.placeables ?? []
  const own = (desk.work.value?.characters ?? []).map((text): { readonly text: string; readonly name?: string } => ({
    text,
  }))
  const most = longest(desk)
  const length = [...text].length
  // Keep the focus in the text field.
  const stay = (event: Event) => event.preventDefault()
  return (
    <div class="tr-tools small quiet">
      {placeables.length > 0 && (
        <span class="tr-insert">
          {t('translate.insert')}
          {placeables.map((placeable, i) => (
            <button
              type="button"
              key={placeable}
              onMouseDown={stay}
              onClick={() => insert(placeable)}
              title={i < 9 ? `Ctrl ${i + 1}` : undefined}
            >
              <bdi>{placeable}</bdi>
            </button>
          ))}
          <Key of="Ctrl+1…9" />
        </span>
      )}
      <fieldset class="tr-characters tr-bare" aria-label={t('translate.characters')} lang={tag(desk.props.language)}>
        {[...charactersFor(desk.props.language), ...own].map(({ text: character, name }) => (
          <button type="button" key={character} onMouseDown={stay} onClick={() => insert(character)} data-named={name}>
            {name ?? character}
          </button>
        ))}
      </fieldset>
      <span class={`num tr-length ${most !== null && length > most ? 'tr-over' : ''}`}>
        {most === null ? number(length) : t('translate.length', { length, most })}
      </span>
    </div>
  )
}

/** Maximum length, from the string's flags. */
function longest({ work }: Desk): number | null {
  if (work.value === null) return null
  return work.value.max_length
}
