import { languageName, number, t } from '../shared/texts.ts'
import { Key } from './bits.tsx'
import { useDesk } from './context.ts'

/** Breadcrumb, progress and position in the list. */
export function Bar() {
  const desk = useDesk()
  const { project, component, language } = desk.props
  const { total, translated, approved, fuzzy, readonly } = desk.totals.value
  const done = translated - approved - readonly
  const share = (count: number) => ({ flex: `0 0 ${total === 0 ? 0 : (count * 100) / total}%` })
  const rank = desk.rank.value
  const count = desk.strings.count.value
  return (
    <div class="tr-bar">
      <nav class="crumbs" aria-label={t('translate.place')}>
        <a href={project.address}>{project.name}</a>
        <a href={component.address}>{component.name}</a>
        <h1 aria-current="page">
          <a href={language.address}>{languageName(language)}</a>
        </h1>
      </nav>
      <div
        class="bar"
        role="img"
        aria-label={t('translate.progress', { done: number(translated), total: number(total) })}
      >
        <i class="s-readonly" style={share(readonly)} />
        <i class="s-approved" style={share(approved)} />
        <i class="s-done" style={share(done)} />
        <i class="s-edit" style={share(fuzzy)} />
      </div>
      <span class="small num tr-left">
        {t('translate.to_go', { percent: percent(translated, total), count: total - translated })}
      </span>
      <a class="small tr-view" href={desk.otherView}>
        {t(desk.props.otherView.isZen ? 'translate.zen' : 'translate.zen_leave')}
      </a>
      <span class="small quiet num tr-place">
        {rank !== null &&
          (desk.strings.isCountKnown.value
            ? t('translate.position', { position: rank + 1, count })
            : t('translate.position_alone', { position: rank + 1 }))}
      </span>
      <span class="tr-moves">
        <button
          type="button"
          class="button plain"
          disabled={rank === null || rank === 0}
          onClick={() => desk.previous()}
        >
          <span class="aside">{t('translate.key_previous')}</span>
          <Key of="Alt+ArrowUp" />
          <i aria-hidden="true">↑</i>
        </button>
        <button
          type="button"
          class="button plain"
          disabled={rank === null || rank + 1 >= count}
          onClick={() => desk.next()}
        >
          <span class="aside">{t('translate.key_next')}</span>
          <Key of="Alt+ArrowDown" />
          <i aria-hidden="true">↓</i>
        </button>
      </span>
    </div>
  )
}

/** Rounds down, so that 100% means complete. */
const percent = (part: number, whole: number): string =>
  whole === 0 ? '100' : number(Math.floor((part * 1000) / whole) / 10)
