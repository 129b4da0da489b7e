// Components shared by both forms.
import type { ComponentChildren, JSX } from 'preact'
import { reader } from '../shared/reader.ts'
import { t } from '../shared/texts.ts'
import type { As } from './ask-wiki.ts'

export interface PaneProps {
  /** Entries from the URL. A new array when another link is followed. */
  readonly entries: readonly (readonly [string, string])[]
  /** The heading and API selector. */
  readonly tabs: ComponentChildren
  readonly setHash: (hash: string) => void
  readonly remember: (entry: { readonly hash: string; readonly label: string; readonly status: number }) => void
}

interface RunProps {
  readonly as: As
  readonly setAs: (as: As) => void
  readonly ways: readonly As[]
  readonly writes: boolean
  readonly isRunning: boolean
  readonly children?: ComponentChildren
}

/** Run button, authentication selector and warning. */
export function RunLine({ as, setAs, ways, writes, isRunning, children }: RunProps): JSX.Element {
  const words: Readonly<Record<As, string>> = {
    self: t('sandbox.as_self', { name: reader.name ?? '' }),
    anonymous: t('sandbox.as_anonymous'),
    key: t('sandbox.with_key'),
  }
  return (
    <div class="sb-run">
      {writes && <p class="note warning">{t('sandbox.is_real')}</p>}
      {children}
      <div class="buttons">
        <button type="submit" class="button first" disabled={isRunning}>
          {t('sandbox.run')}
        </button>
        <kbd>Ctrl ↵</kbd>
        <label class="sb-as">
          <span class="aside">{t('sandbox.as')}</span>
          <select value={as} onChange={event => setAs(event.currentTarget.value as As)}>
            {ways
              .filter(way => way !== 'self' || reader.name !== null)
              .map(way => (
                <option key={way} value={way}>
                  {words[way]}
                </option>
              ))}
          </select>
        </label>
      </div>
    </div>
  )
}
