import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { t } from '../shared/texts.ts'
import { Bar } from './bar.tsx'
import { checkAsOneTypes } from './checking.ts'
import { DeskContext } from './context.ts'
import { Desk } from './desk.ts'
import { countTyped } from './drafts-count.ts'
import { SourcePart, TargetPart } from './editor.tsx'
import { watchOthers } from './elsewhere.ts'
import { listen } from './keys.ts'
import { Query } from './list.tsx'
import { Spoken, Unsent } from './messages.tsx'
import { followSent } from './sent.ts'
import type { Props } from './types.ts'
import { QuietRow } from './zen-row.tsx'
import { SavedChecks, Shown } from './zen-state.ts'

/** Shortcuts of panels that zen mode does not have. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'Ctrl+M 1…9',
  'Ctrl+G 1…9',
  'Alt+P 1…9',
  'Alt+U 1…9',
  'Alt+Backspace 1…9',
  'Alt+M',
  'Alt+1…5',
  'Alt+K',
  'Alt+L',
  'Alt+I',
  'Alt+Y',
])

/**
 * Zen mode: many strings below each other. Only the current one has the whole editor, so that hundreds of rows stay
 * fast. The others show their text and its state, and become the editor when they are chosen.
 */
export function Zen(props: Props) {
  const desk = useMemo(() => new Desk(props), [])
  const shown = useMemo(() => new Shown(desk), [])
  const checks = useMemo(() => new SavedChecks(desk), [])
  useEffect(() => {
    const stops = [
      listen(desk, ELSEWHERE),
      checkAsOneTypes(desk),
      watchOthers(desk),
      followSent(desk),
      countTyped(desk),
      shown.follow(),
      checks.follow(),
      watchNetwork(desk),
    ]
    const onReturn = () => {
      const { searchParams } = new URL(location.href)
      void desk.search(searchParams.get('q') ?? '', Number(searchParams.get('unit')) || null)
    }
    window.addEventListener('popstate', onReturn)
    void desk.search(props.q, props.unit).then(() => {
      // On narrow screens, an on-screen keyboard would cover the string.
      if (matchMedia('(min-width: 60rem)').matches) desk.wantsFocus.value++
    })
    return () => {
      for (const stop of stops) stop()
      window.removeEventListener('popstate', onReturn)
    }
  }, [])
  return (
    <DeskContext.Provider value={desk}>
      <div class="tr zen">
        <Bar />
        <Query desk={desk} />
        <Unsent desk={desk} />
        <Rows desk={desk} shown={shown} checks={checks} />
      </div>
      <Spoken desk={desk} />
    </DeskContext.Provider>
  )
}

function watchNetwork(desk: Desk): () => void {
  const look = () => {
    desk.isOffline.value = !navigator.onLine
  }
  window.addEventListener('online', look)
  window.addEventListener('offline', look)
  return () => {
    window.removeEventListener('online', look)
    window.removeEventListener('offline', look)
  }
}

interface RowsProps {
  readonly desk: Desk
  readonly shown: Shown
  readonly checks: SavedChecks
}

function Rows({ desk, shown, checks }: RowsProps) {
  const { strings } = desk
  const end = useRef<HTMLDivElement>(null)
  const isComplete = useRef(false)
  void strings.changes.value
  void desk.sendings.value
  const { from, to } = shown.range.value
  const current = desk.rank.value
  // The first string appears complete, so that the rows below it do not move.
  isComplete.current ||= desk.work.value !== null || desk.problem.value !== null
  useEffect(() => {
    const element = end.current
    if (element === null) return
    const watcher = new IntersectionObserver(entries => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) shown.more()
    })
    watcher.observe(element)
    return () => watcher.disconnect()
    // Observing again reports the position again, in case the new rows do not fill the screen.
  }, [from, to, strings.count.value, isComplete.current])
  if (strings.isThere.value && strings.count.value === 0 && desk.queryProblem.value === null)
    return <p class="empty">{t(desk.query.value === '' ? 'translate.no_strings' : 'translate.none_found')}</p>
  if (!isComplete.current) return <p class="empty">{desk.queryProblem.value === null && t('frame.loading')}</p>
  const ranks = Array.from({ length: Math.max(to - from, 0) }, (_, i) => from + i)
  return (
    <div class="zen-rows" aria-busy={!strings.isThere.value}>
      {from > 0 && (
        <p class="zen-earlier">
          <button type="button" class="button" onClick={() => shown.earlier()}>
            {t('translate.zen_earlier')}
          </button>
        </p>
      )}
      <ol start={from + 1}>
        {ranks.map(rank =>
          rank === current ? (
            <CurrentRow key={rank} rank={rank} />
          ) : (
            <QuietRow
              key={rank}
              desk={desk}
              rank={rank}
              row={strings.at(rank)}
              checks={checks.of(strings.at(rank)?.id)}
              {...shown.textOf(strings.at(rank))}
            />
          ),
        )}
      </ol>
      {to < strings.count.value && (
        <div class="zen-end">
          {/* Reaches up over the last rows, so that more come before the user gets there. */}
          <div class="zen-ahead" ref={end} />
          {t('frame.loading')}
        </div>
      )}
    </div>
  )
}

/** The string being edited. */
function CurrentRow({ rank }: { readonly rank: number }) {
  const place = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [rank])
  return (
    <li class="zen-row" ref={place} aria-current="true">
      <div class="tr-edit">
        <SourcePart />
      </div>
      <div class="tr-edit">
        <TargetPart />
      </div>
    </li>
  )
}
