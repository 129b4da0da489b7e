import { t } from '../shared/texts.ts'
import { toText } from './actions.ts'
import { Difference, Said, standing, When, Who } from './bits.tsx'
import { useDesk } from './context.ts'
import type { Desk } from './desk.ts'
import { sameForms } from './drafts.ts'
import { OtherLanguage } from './other-language.tsx'
import { revertTo } from './saving.ts'
import type { Event, Work } from './types.ts'

/** Variants of the string, and nearby strings in the file. */
export function NearbyPanel() {
  const { nearby, variants } = useDesk().work.value!
  return (
    <>
      {variants.length > 0 && (
        <>
          <h2 class="tr-hit">{t('translate.variants')}</h2>
          {variants.map(row => (
            <Neighbour key={row.id} row={row} about={row.context} />
          ))}
          <h2 class="tr-hit">{t('translate.tab_nearby')}</h2>
        </>
      )}
      {nearby.length === 0 && <p class="tr-hit small quiet">{t('translate.no_nearby')}</p>}
      {nearby.map(row => (
        <Neighbour key={row.id} row={row} />
      ))}
    </>
  )
}

function Neighbour({ row, about }: { readonly row: Work['nearby'][number]; readonly about?: string }) {
  const desk = useDesk()
  const { language, sourceLanguage } = desk.props
  const { look, word } = standing(row)
  const rank = desk.strings.rankOf(row.id)
  return (
    <div class={`tr-hit tr-near ${look}`}>
      {about && (
        <p class="small quiet">
          <code>{about}</code>
        </p>
      )}
      {rank === undefined ? (
        <p>
          <Said in={sourceLanguage}>{row.source[0]}</Said>
        </p>
      ) : (
        <button
          type="button"
          class="tr-link"
          onClick={async () => {
            await desk.open(rank)
            toText(desk)
          }}
        >
          <Said in={sourceLanguage}>{row.source[0]}</Said>
        </button>
      )}
      <p class="quiet small">
        {row.target.some(form => form !== '') ? <Said in={language}>{row.target[0]}</Said> : word}
      </p>
    </div>
  )
}

/** Translations into other languages. */
export function LanguagesPanel() {
  const { other_languages: others } = useDesk().work.value!
  if (others.length === 0) return <p class="tr-hit small quiet">{t('translate.no_languages')}</p>
  return (
    <>
      {others.map(other => (
        <OtherLanguage key={other.id} of={other} />
      ))}
    </>
  )
}

/** History of the string, newest first. */
export function HistoryPanel() {
  const desk = useDesk()
  const { history } = desk.work.value!
  if (history.length === 0) return <p class="tr-hit small quiet">{t('translate.no_history')}</p>
  return (
    <>
      {history.map(event => (
        <div class="tr-hit" key={event.id}>
          <div class="tr-meta">
            <b>{event.action_name}</b>
            <span>
              <Who is={event.user} />, <When at={event.timestamp} />
            </span>
          </div>
          {pairs(event).map(([from, to], i) => (
            <Difference key={`${i}`} from={from} to={to} in={desk.props.language} />
          ))}
          {mayRevert(desk, event) && (
            <button type="button" class="tr-small" onClick={() => revertTo(desk, event.old)}>
              {t('translate.revert')}
            </button>
          )}
        </div>
      ))}
    </>
  )
}

/** Whether a change can be reverted, which is an ordinary save and needs permission to save. */
const mayRevert = (desk: Desk, { old, target }: Event): boolean =>
  desk.writes &&
  old.length > 0 &&
  !sameForms(old, target) &&
  !sameForms(old, desk.saved?.target ?? []) &&
  old.length <= desk.forms.value.length

function pairs({ old, target }: Event): (readonly [string, string])[] {
  const length = Math.max(old.length, target.length)
  const all = Array.from({ length }, (_, i) => [old[i] ?? '', target[i] ?? ''] as const)
  return all.filter(([before, after]) => before !== '' || after !== '')
}
