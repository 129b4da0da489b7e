import type { TextKey } from '../../src/html/texts/index.ts'
import { number, t } from '../shared/texts.ts'
import { CommentsPanel } from './comments-panel.tsx'
import { useDesk } from './context.ts'
import type { Desk, Tab } from './desk.ts'
import { HelpPanel } from './help-panel.tsx'
import { HistoryPanel, LanguagesPanel, NearbyPanel } from './other-panels.tsx'
import { TABS } from './panels.ts'

const PANELS: Readonly<Record<Tab, { readonly name: TextKey; readonly Panel: () => unknown }>> = {
  help: { name: 'translate.tab_help', Panel: HelpPanel },
  nearby: { name: 'translate.tab_nearby', Panel: NearbyPanel },
  languages: { name: 'translate.tab_languages', Panel: LanguagesPanel },
  comments: { name: 'translate.tab_comments', Panel: CommentsPanel },
  history: { name: 'translate.tab_history', Panel: HistoryPanel },
}

/** The side panel. */
export function Side() {
  const desk = useDesk()
  const { tab } = desk
  const Panel = PANELS[tab.value].Panel as () => preact.JSX.Element
  return (
    <aside class="tr-side" aria-label={t('translate.pane_side')}>
      <div class="tabs" role="tablist" aria-label={t('translate.pane_side')} onKeyDown={event => walk(desk, event)}>
        {TABS.map((each, i) => {
          const count = amount(desk, each)
          return (
            <button
              type="button"
              role="tab"
              key={each}
              id={`tab-${each}`}
              aria-selected={tab.value === each}
              aria-controls="tr-panel"
              tabIndex={tab.value === each ? 0 : -1}
              title={`Alt ${i + 1}`}
              onClick={() => {
                tab.value = each
              }}
            >
              {t(PANELS[each].name)}
              {count > 0 && <span class="num"> {number(count)}</span>}
            </button>
          )
        })}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <div class="tr-panel" id="tr-panel" role="tabpanel" aria-labelledby={`tab-${tab.value}`} tabIndex={0}>
        {desk.work.value === null ? (
          desk.row.value !== null && <p class="tr-hit quiet small">{t('frame.loading')}</p>
        ) : (
          <Panel key={desk.work.value.unit.id} />
        )}
      </div>
    </aside>
  )
}

function amount(desk: Desk, tab: Tab): number {
  const work = desk.work.value
  if (tab === 'comments') return work?.comments.filter(each => !each.resolved).length ?? 0
  return tab === 'help' ? (work?.suggestions.length ?? 0) : 0
}

function walk(desk: Desk, event: KeyboardEvent): void {
  if (event.altKey || event.ctrlKey) return
  const isMirrored = getComputedStyle(event.currentTarget as Element).direction === 'rtl'
  const ahead = isMirrored ? 'ArrowLeft' : 'ArrowRight'
  const back = isMirrored ? 'ArrowRight' : 'ArrowLeft'
  const step = event.key === ahead ? 1 : event.key === back ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const next = TABS[(TABS.indexOf(desk.tab.value) + step + TABS.length) % TABS.length]!
  desk.tab.value = next
  document.getElementById(`tab-${next}`)?.focus()
}
