// Notification settings: every change is saved immediately, and the page shows its effect on last week's email.
import type { ComponentChild, JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import {
  cellOf,
  FREQUENCIES,
  KIND_GROUPS,
  type MatrixRow,
  PRESET_TEXTS,
  SCOPES,
  UNSET,
} from '../../src/html/notification-matrix.ts'
import { mount } from '../shared/mount.ts'
import { moment, t } from '../shared/texts.ts'
import { Exceptions, type Watched, Watching } from './exceptions.tsx'
import { type PresetName, type PresetNumbers, type Preview, Settings } from './settings.ts'

interface Props {
  readonly user: string
  readonly rows: readonly MatrixRow[]
  readonly presets: readonly PresetNumbers[]
  readonly watched: readonly Watched[]
  readonly places: readonly string[]
  readonly mails: number
  readonly complete: boolean
}

/** Delay before recounting, in case more changes follow. */
const PATIENCE = 400

function Notifications(props: Props): JSX.Element {
  const settings = useRef(new Settings(props.user)).current
  const [rows, setRows] = useState(props.rows)
  const [watched, setWatched] = useState(props.watched)
  const [presets, setPresets] = useState(props.presets)
  const [preview, setPreview] = useState<Partial<Preview>>({ mails: props.mails, complete: props.complete })
  const [isCounting, setCounting] = useState(false)
  const [said, say] = useState<{ text: string; isWrong: boolean } | null>(null)
  const [changes, setChanges] = useState(0)

  // Recount once after several changes.
  useEffect(() => {
    if (changes === 0) return
    const gone = new AbortController()
    setCounting(true)
    const timer = setTimeout(async () => {
      try {
        setPreview(await settings.preview(gone.signal))
        setPresets(await settings.presets(gone.signal))
        setCounting(false)
      } catch (error) {
        if (!gone.signal.aborted) {
          setCounting(false)
          say({ text: (error as Error).message, isWrong: true })
        }
      }
    }, PATIENCE)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [changes])

  /** Runs a change, then shows the server's state, whether it succeeded or not. */
  const act = async (work: () => Promise<unknown>, done = t('frame.saved')): Promise<void> => {
    try {
      await work()
      say({ text: done, isWrong: false })
    } catch (error) {
      say({ text: t('frame.failed', { why: (error as Error).message }), isWrong: true })
    }
    try {
      setRows(await settings.rows())
    } catch {
      // The failure was already reported.
    }
    setChanges(count => count + 1)
  }

  const setCell = (kind: string, scope: number, value: string): void => {
    const own = rows.find(row => row.notification === kind && row.scope === scope)
    const frequency = Number(value)
    // Optimistic update, before the server responds.
    const others = rows.filter(row => row !== own)
    const wish = { id: own?.id ?? 0, notification: kind, scope, frequency, place: null }
    setRows(value === UNSET ? others : [...others, wish])
    void act(async () => {
      if (value === UNSET) return own && settings.remove(own)
      return own ? settings.change(own, frequency) : settings.add(kind, scope, frequency)
    })
  }

  const choose = (preset: PresetName): void => {
    setPresets(presets.map(each => ({ ...each, chosen: each.preset === preset })))
    void act(() => settings.choose(preset))
  }

  return (
    <>
      <Presets presets={presets} choose={choose} />
      <MailCount preview={preview} isCounting={isCounting} load={async () => setPreview(await settings.preview())} />
      <Matrix rows={rows} set={setCell} />
      <Exceptions rows={rows} places={props.places} settings={settings} act={act} />
      <Watching watched={watched} setWatched={setWatched} settings={settings} act={act} />
      <p class={said ? `toast${said.isWrong ? ' wrong' : ''}` : 'aside'} role="status">
        {said?.text}
      </p>
      <Fading said={said} end={() => say(null)} />
    </>
  )
}

/** Success messages disappear, errors stay. */
function Fading({ said, end }: { said: { isWrong: boolean } | null; end: () => void }): null {
  useEffect(() => {
    if (said === null || said.isWrong) return
    const timer = setTimeout(end, 2500)
    return () => clearTimeout(timer)
  }, [said])
  return null
}

function Presets(props: { presets: readonly PresetNumbers[]; choose: (preset: PresetName) => void }): JSX.Element {
  const amount = ({ mails, complete }: PresetNumbers): string =>
    mails === 0
      ? t('notifications.no_mails_a_week')
      : t(complete ? 'notifications.mails_a_week' : 'notifications.at_least', { count: mails })
  return (
    <section class="presets" aria-label={t('notifications.presets')}>
      {props.presets.map(each => (
        <button
          type="button"
          key={each.preset}
          class="preset"
          value={each.preset}
          aria-pressed={each.chosen}
          onClick={() => props.choose(each.preset)}
        >
          <b>{t(PRESET_TEXTS[each.preset][0])}</b>
          <span>{t(PRESET_TEXTS[each.preset][1])}</span>
          {each.preset !== 'nothing' && <span>{amount(each)}</span>}
        </button>
      ))}
    </section>
  )
}

interface CountProps {
  readonly preview: Partial<Preview>
  readonly isCounting: boolean
  readonly load: () => Promise<void>
}

function MailCount({ preview, isCounting, load }: CountProps): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  const count = preview.mails ?? 0
  const mails = t(preview.complete === false ? 'notifications.more_than_mails' : 'notifications.mails', { count })
  const [before, after] = t('notifications.would_have', { count }).split('{{mails}}')
  const toggle = async (): Promise<void> => {
    if (!isOpen && preview.list === undefined) await load()
    setOpen(!isOpen)
  }
  const words = new Map(FREQUENCIES)
  return (
    <div class="card mail-count" aria-busy={isCounting}>
      <div class="line">
        <span>
          {before}
          <b>{isCounting ? t('notifications.counting') : mails}</b>
          {after}
        </span>
        {count > 0 && (
          <button type="button" class="button" aria-expanded={isOpen} onClick={toggle}>
            {t(isOpen ? 'notifications.hide_them' : 'notifications.show_them')}
          </button>
        )}
      </div>
      {isOpen && count > 0 && (
        <ul class="mails">
          {preview.list?.map(mail => (
            <li key={mail.timestamp + mail.subject}>
              <div>
                <bdi>{mail.subject}</bdi>
              </div>
              <small>
                {moment(mail.timestamp)} · {t(words.get(mail.frequency)!)}
              </small>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface MatrixProps {
  readonly rows: readonly MatrixRow[]
  readonly set: (kind: string, scope: number, value: string) => void
}

function Matrix({ rows, set }: MatrixProps): JSX.Element {
  const cell = (kind: string, sentence: string, scope: number, title: string): ComponentChild => {
    const { value, choices } = cellOf(rows, kind, scope)
    return (
      <td key={scope} data-scope={scope}>
        <select
          name={`${kind}.${scope}`}
          aria-label={`${sentence} – ${title}`}
          class={value === UNSET || value === '0' ? 'unset' : ''}
          value={value}
          onChange={event => set(kind, scope, event.currentTarget.value)}
        >
          {choices.map(each => (
            <option key={each.value} value={each.value}>
              {t(each.text)}
            </option>
          ))}
        </select>
      </td>
    )
  }
  return (
    <div class="matrix-of">
      <fieldset class="scopes plain-set">
        <legend class="aside">{t('notifications.matrix')}</legend>
        {SCOPES.map(([scope, title], i) => (
          <label key={scope} class="choice">
            <input type="radio" name="scope" value={scope} defaultChecked={i === 0} />
            <span>{t(title)}</span>
          </label>
        ))}
      </fieldset>
      <div class="card">
        <table class="matrix">
          <caption class="aside">{t('notifications.matrix')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('notifications.about')}</th>
              {SCOPES.map(([scope, title]) => (
                <th key={scope} scope="col">
                  {t(title)}
                </th>
              ))}
            </tr>
          </thead>
          {KIND_GROUPS.map(group => (
            <tbody key={group.title}>
              <tr class="group">
                <th colSpan={4} scope="rowgroup">
                  {t(group.title)}
                </th>
              </tr>
              {group.kinds.map(([kind, sentence]) => (
                <tr key={kind}>
                  <th scope="row">{t(sentence)}</th>
                  {SCOPES.map(([scope, title]) => cell(kind, t(sentence), scope, t(title)))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
      <p class="quiet small">{t('notifications.rule')}</p>
    </div>
  )
}

mount('notifications', Notifications)
