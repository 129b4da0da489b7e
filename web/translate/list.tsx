import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { t } from '../shared/texts.ts'
import { toText } from './actions.ts'
import { Isolating, Key, standing } from './bits.tsx'
import { useDesk } from './context.ts'
import type { Desk } from './desk.ts'
import { Filters } from './filters.tsx'
import { find } from './find.ts'
import { filtersAreOpen } from './panels.ts'
import { SAVE_WORDS, saveStateOf } from './sent.ts'
import { type Row, STATE, tag } from './types.ts'

/** All rows have the same height, also in the style sheet, so that only visible rows of up to 100,000 are rendered. */
const ROW_REM = 3.75
/** Rows rendered outside the viewport, on each side. */
const MARGIN = 6

/** The list of matching strings next to the editor. */
export function StringList() {
  const desk = useDesk()
  return (
    <section class="tr-list" aria-label={t('translate.strings')}>
      <Query desk={desk} />
      <Rows desk={desk} />
    </section>
  )
}

export function Query({ desk }: { readonly desk: Desk }) {
  const [text, setText] = useState(desk.query.value)
  useEffect(() => setText(desk.query.value), [desk.query.value])
  const problem = desk.queryProblem.value
  return (
    <div class="tr-top">
      <form
        class="tr-query"
        onSubmit={event => {
          event.preventDefault()
          find(desk, text)
        }}
      >
        <input
          type="search"
          aria-label={t('translate.search')}
          placeholder={t('translate.search_example')}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : 'query-problem'}
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={event => setText(event.currentTarget.value)}
          onKeyDown={event => {
            if (event.key === 'Escape') toText(desk)
          }}
        />
        <button
          type="button"
          class="button"
          aria-expanded={filtersAreOpen.value}
          onClick={() => {
            filtersAreOpen.value = !filtersAreOpen.value
          }}
        >
          {t('translate.filters')}
        </button>
      </form>
      {problem !== null && (
        <p class="problem" id="query-problem" role="alert">
          {problem}
        </p>
      )}
      {filtersAreOpen.value && <Filters />}
    </div>
  )
}

function Rows({ desk }: { readonly desk: Desk }) {
  const { strings } = desk
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 800 })
  const high = useRowHeight()
  const count = strings.count.value
  const chosen = desk.rank.value
  const first = Math.max(Math.floor(view.top / high) - MARGIN, 0)
  const last = Math.min(Math.ceil((view.top + view.height) / high) + MARGIN, count)
  void strings.changes.value

  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight })
    const watcher = new ResizeObserver(look)
    watcher.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      watcher.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])
  useEffect(() => {
    if (last > first) void strings.need(first, last)
  }, [first, last, count])
  useLayoutEffect(() => {
    const element = box.current
    if (!element || chosen === null) return
    const top = chosen * high
    const { scrollTop, clientHeight } = element
    if (top < scrollTop || top + high > scrollTop + clientHeight)
      element.scrollTop = Math.max(top - Math.max(clientHeight - high, 0) / 3, 0)
  }, [chosen, high, count])

  const ranks = Array.from({ length: Math.max(last - first, 0) }, (_, i) => first + i)
  return (
    <div
      class="tr-rows"
      ref={box}
      role="listbox"
      tabIndex={0}
      aria-label={t('translate.strings')}
      aria-activedescendant={chosen === null ? undefined : `string-${chosen}`}
      aria-busy={!strings.isThere.value}
      onKeyDown={event => walk(desk, event, Math.max(Math.floor(view.height / high) - 1, 1))}
    >
      <div class="tr-all" role="presentation" style={{ blockSize: `${count * high}px` }}>
        {ranks.map(rank => (
          <OneRow
            key={rank}
            desk={desk}
            rank={rank}
            row={strings.at(rank)}
            top={rank * high}
            isChosen={rank === chosen}
          />
        ))}
      </div>
      <Nothing desk={desk} />
    </div>
  )
}

interface RowProps {
  readonly desk: Desk
  readonly rank: number
  readonly row: Row | undefined
  readonly top: number
  readonly isChosen: boolean
}

function OneRow({ desk, rank, row, top, isChosen }: RowProps) {
  const { language, sourceLanguage } = desk.props
  const place = {
    id: `string-${rank}`,
    'aria-posinset': rank + 1,
    'aria-setsize': desk.strings.count.value,
  } as const
  if (row === undefined)
    return (
      <div
        class="tr-row"
        role="option"
        tabIndex={-1}
        {...place}
        aria-selected={false}
        style={{ insetBlockStart: `${top}px` }}
      >
        <p class="quiet">…</p>
      </div>
    )
  const { look, word } = standing(row)
  const said = row.target.find(form => form !== '')
  const saving = saveStateOf(desk, row.id)
  const needsWord =
    said === undefined || row.has_failing_check || row.state < STATE.translated || row.state === STATE.readOnly
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys for its options
    <div
      class={`tr-row ${look}`}
      role="option"
      tabIndex={-1}
      {...place}
      aria-selected={isChosen}
      data-save-state={saving ?? undefined}
      style={{ insetBlockStart: `${top}px` }}
      onClick={() => {
        void desk.open(rank).then(() => toText(desk))
      }}
    >
      <p lang={tag(sourceLanguage)} dir={sourceLanguage.direction}>
        {row.source[0]}
      </p>
      <p>
        {saving !== null && <span class="tr-word tr-saving">{t(SAVE_WORDS[saving])}</span>}
        {needsWord && <span class="tr-word">{word}</span>}
        {row.has_suggestion && <span class="tr-word">{t('translate.suggested_word')}</span>}
        {row.has_comment && <span class="tr-word">{t('translate.commented_word')}</span>}
        {said !== undefined && (
          <span lang={tag(language)} dir={language.direction}>
            <Isolating text={said} />
          </span>
        )}
      </p>
    </div>
  )
}

/** Shown when there are no strings. */
function Nothing({ desk }: { readonly desk: Desk }) {
  const { strings } = desk
  if (!strings.isThere.value && desk.queryProblem.value === null) return <p class="empty">{t('frame.loading')}</p>
  const problem = strings.problem.value
  if (problem !== null && strings.count.value > 0)
    return (
      <p class="note warning tr-lost" role="alert">
        {(problem as Error).message}
      </p>
    )
  if (strings.count.value > 0 || desk.queryProblem.value !== null) return null
  return (
    <div class="empty">
      <p>{t(desk.query.value === '' ? 'translate.no_strings' : 'translate.none_found')}</p>
      {desk.query.value !== '' && (
        <button type="button" class="button" onClick={() => find(desk, '')}>
          {t('translate.show_all')}
        </button>
      )}
      <p>
        <Key of="Alt+Q" /> {t('translate.key_search')}
      </p>
    </div>
  )
}

function walk(desk: Desk, event: KeyboardEvent, page: number): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const rank = desk.rank.value ?? 0
  const end = desk.strings.count.value - 1
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: rank + 1,
    ArrowUp: rank - 1,
    PageDown: rank + page,
    PageUp: rank - page,
    Home: 0,
    End: end,
  }
  const wanted = steps[event.key]
  if (wanted !== undefined) void desk.open(Math.min(Math.max(wanted, 0), end))
  else if (event.key === 'Enter' || event.key === 'Escape') toText(desk)
  else return
  event.preventDefault()
}

/** Row height in pixels, which depends on the font size. */
function useRowHeight(): number {
  const [high, setHigh] = useState(ROW_REM * 16)
  useLayoutEffect(() => {
    setHigh(ROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
  }, [])
  return high
}
