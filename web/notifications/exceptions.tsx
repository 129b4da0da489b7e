import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { exceptionLines, FREQUENCIES, type MatrixRow, SENTENCES } from '../../src/html/notification-matrix.ts'
import { Refusal } from '../shared/api.ts'
import { t } from '../shared/texts.ts'
import type { Settings } from './settings.ts'

export interface Watched {
  readonly slug: string
  readonly name: string
}

type Act = (work: () => Promise<unknown>, done?: string) => Promise<void>

/** Sets notifications of one project or component, replacing earlier settings. */
async function except(
  settings: Settings,
  rows: readonly MatrixRow[],
  path: string,
  kinds: readonly string[],
  frequency: number,
): Promise<void> {
  const scope = path.includes('/') ? 40 : 30
  for (const kind of kinds) {
    const own = rows.find(row => row.scope === scope && row.place?.path === path && row.notification === kind)
    if (own) await settings.change(own, frequency)
    else await settings.add(kind, scope, frequency, path)
  }
}

const frequencies = (): JSX.Element[] =>
  FREQUENCIES.map(([value, word]) => (
    <option key={value} value={value}>
      {t(word)}
    </option>
  ))

interface ExceptionsProps {
  readonly rows: readonly MatrixRow[]
  readonly places: readonly string[]
  readonly settings: Settings
  readonly act: Act
}

export function Exceptions({ rows, places, settings, act }: ExceptionsProps): JSX.Element {
  const lines = exceptionLines(rows)
  const each = (some: readonly MatrixRow[], work: (row: MatrixRow) => Promise<void>) => async () => {
    for (const row of some) await work(row)
  }
  return (
    <section class="card" id="exceptions">
      <h2>{t('notifications.exceptions')}</h2>
      <p class="quiet">{t('notifications.exceptions_about')}</p>
      {lines.length === 0 ? (
        <p class="quiet">{t('notifications.no_exceptions')}</p>
      ) : (
        <ul class="rows exceptions">
          {lines.map(line => {
            const row = line.rows[0]!
            const what = line.isEverything ? t('notifications.everything') : t(SENTENCES.get(row.notification)!)
            const name = row.place?.name ?? t('notifications.place_gone')
            return (
              <li key={`${row.id} ${line.isEverything}`}>
                <div>
                  <b>
                    <bdi>{name}</bdi>
                  </b>
                  <p>{what}</p>
                </div>
                <div class="buttons">
                  <select
                    aria-label={`${what} – ${name}`}
                    value={row.frequency}
                    onChange={event => {
                      const frequency = Number(event.currentTarget.value)
                      void act(each(line.rows, some => settings.change(some, frequency)))
                    }}
                  >
                    {frequencies()}
                  </select>
                  <button
                    type="button"
                    class="button"
                    onClick={() =>
                      act(
                        each(line.rows, some => settings.remove(some)),
                        t('notifications.removed'),
                      )
                    }
                  >
                    {t('notifications.remove')}
                    <span class="aside">
                      {' '}
                      {what}, {name}
                    </span>
                  </button>
                </div>
              </li>
            )
          })}
        </ul>
      )}
      <NewException rows={rows} places={places} settings={settings} act={act} />
    </section>
  )
}

function NewException({ rows, places, settings, act }: ExceptionsProps): JSX.Element {
  const [wrong, setWrong] = useState<string | null>(null)
  const send = async (form: HTMLFormElement): Promise<void> => {
    const fields = new FormData(form)
    const path = String(fields.get('place'))
      .trim()
      .replace(/^\/|\/$/g, '')
    const kind = String(fields.get('kind'))
    const kinds = kind === '*' ? [...SENTENCES.keys()] : [kind]
    setWrong(null)
    try {
      // The first request shows whether the place exists. The server's message appears next to the field.
      await except(settings, rows, path, kinds.slice(0, 1), Number(fields.get('frequency')))
    } catch (error) {
      setWrong(error instanceof Refusal ? t('notifications.place_wrong') : (error as Error).message)
      return
    }
    await act(() => except(settings, rows, path, kinds.slice(1), Number(fields.get('frequency'))))
    form.reset()
  }
  return (
    <form
      class="exception-form"
      onSubmit={event => {
        event.preventDefault()
        void send(event.currentTarget)
      }}
    >
      <div class="field">
        <label for="place">{t('notifications.place')}</label>
        <input
          id="place"
          name="place"
          list="places"
          required
          maxLength={300}
          dir="auto"
          autocomplete="off"
          spellcheck={false}
          aria-invalid={wrong !== null}
          aria-describedby="place-hint place-problem"
        />
        <small class="hint" id="place-hint">
          {t('notifications.place_hint')}
        </small>
        <span class="problem" id="place-problem" role="alert" hidden={wrong === null}>
          {wrong}
        </span>
      </div>
      <div class="field">
        <label for="kind">{t('notifications.kind')}</label>
        <select id="kind" name="kind">
          <option value="*">{t('notifications.everything')}</option>
          {[...SENTENCES].map(([kind, sentence]) => (
            <option key={kind} value={kind}>
              {t(sentence)}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for="frequency">{t('notifications.frequency')}</label>
        <select id="frequency" name="frequency">
          {frequencies()}
        </select>
      </div>
      <p class="buttons">
        <button type="submit" class="button">
          {t('notifications.add_exception')}
        </button>
      </p>
      <datalist id="places">
        {places.map(place => (
          <option key={place} value={place} />
        ))}
      </datalist>
    </form>
  )
}

interface WatchingProps {
  readonly watched: readonly Watched[]
  readonly setWatched: (watched: readonly Watched[]) => void
  readonly settings: Settings
  readonly act: Act
}

export function Watching({ watched, setWatched, settings, act }: WatchingProps): JSX.Element {
  const unwatch = (slug: string): void => {
    const others = watched.filter(each => each.slug !== slug)
    void act(async () => {
      await settings.watch(others.map(each => each.slug))
      setWatched(others)
    }, t('notifications.unwatched'))
  }
  const mute = (slug: string): void => {
    const work = async () => except(settings, await settings.rows(), slug, [...SENTENCES.keys()], 0)
    void act(work, t('notifications.muted'))
  }
  return (
    <section class="card" id="watched">
      <h2>{t('notifications.watching')}</h2>
      {watched.length === 0 ? (
        <p class="quiet">{t('notifications.watching_none')}</p>
      ) : (
        <>
          <p class="quiet">{t('notifications.watching_about')}</p>
          <ul class="rows">
            {watched.map(({ slug, name }) => (
              <li key={slug}>
                <div>
                  <a href={`/projects/${encodeURIComponent(slug)}/`}>
                    <bdi>{name}</bdi>
                  </a>
                </div>
                <div class="buttons">
                  <button type="button" class="button" onClick={() => unwatch(slug)}>
                    {t('notifications.unwatch')}
                    <span class="aside"> {name}</span>
                  </button>
                  <button type="button" class="button" onClick={() => mute(slug)}>
                    {t('notifications.mute')}
                    <span class="aside"> {name}</span>
                  </button>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      <p class="buttons">
        <a class="button" href="/account/languages/">
          {t('notifications.watch_more')}
        </a>
      </p>
    </section>
  )
}
