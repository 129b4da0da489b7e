import { useEffect, useState } from 'preact/hooks'
import type { ActionApi, ActionRefusal } from '../shared/action-api.ts'
import { reader } from '../shared/reader.ts'
import { loginAddress } from '../shared/session.ts'
import { ago, t } from '../shared/texts.ts'
import { currentIdentity, escaped } from './saving.ts'

interface OtherIdentityProps {
  readonly api: ActionApi
  readonly onRetry: () => void
  /** The user wants to continue with the current session. */
  readonly onContinue: (name: string | null) => void
}

/** The session has changed: nothing is saved until the user chooses an account. */
export function OtherIdentity({ api, onRetry, onContinue }: OtherIdentityProps) {
  const [now, setNow] = useState<{ readonly name: string | null } | null>(null)
  useEffect(() => {
    const ask = () =>
      void currentIdentity(api).then(
        name => setNow({ name }),
        () => setNow(null),
      )
    ask()
    window.addEventListener('focus', ask)
    return () => window.removeEventListener('focus', ask)
  }, [api])
  const before = reader.name
  return (
    <div class="note warning we-identity" role="alert">
      <p>
        {before === null ? t('write.logged_in', { name: now?.name ?? '' }) : t('write.logged_out', { name: before })}
      </p>
      <p class="buttons">
        {before !== null && (
          <a class="button first" href={loginAddress()} target="_blank" rel="noopener opener">
            {t('write.log_in_again')}
          </a>
        )}
        <button type="button" class="button" onClick={onRetry}>
          {t('write.try_again')}
        </button>
        {now !== null && now.name !== before && (
          <button type="button" class="button" onClick={() => onContinue(now.name)}>
            {now.name === null ? t('write.continue_as_visitor') : t('write.continue_as', { name: now.name })}
          </button>
        )}
      </p>
    </div>
  )
}

/** Notice about a restored draft. */
export const Restored = ({ at, onDiscard }: { readonly at: number; readonly onDiscard: () => void }) => (
  <div class="note we-restored">
    <p>{t('write.restored', { when: ago(new Date(at)) })}</p>
    <p class="buttons">
      <button type="button" class="button" onClick={onDiscard}>
        {t('write.discard')}
      </button>
    </p>
  </div>
)

/** The edit is kept in the browser and retried automatically. */
export const Waiting = ({ onStop }: { readonly onStop: () => void }) => (
  <div class="note we-waiting">
    <p>{t('write.waiting')}</p>
    <p class="buttons">
      <button type="button" class="button" onClick={onStop}>
        {t('write.stop_sending')}
      </button>
    </p>
  </div>
)

interface OutdatedProps {
  readonly onUseCurrent: () => void
  readonly onCompare: () => void
}

/** The page has a newer revision than the base revision. */
export const OutdatedBase = ({ onUseCurrent, onCompare }: OutdatedProps) => (
  <div class="note warning we-outdated">
    <p>{t('write.outdated')}</p>
    <p class="buttons">
      <button type="button" class="button" onClick={onCompare}>
        {t('write.compare')}
      </button>
      <button type="button" class="button" onClick={onUseCurrent}>
        {t('write.use_current')}
      </button>
    </p>
  </div>
)

interface ProblemsProps {
  readonly problems: ActionRefusal['errors']
  readonly words: Readonly<Record<string, string>>
  readonly recreate: boolean
  readonly setRecreate: (recreate: boolean) => void
}

/** Why the edit was rejected. */
export function Problems({ problems, words, recreate, setRecreate }: ProblemsProps) {
  if (problems.length === 0) return null
  return (
    <div class="note wrong we-problems" role="alert">
      {problems.map(({ code, html }) => (
        <p key={code} data-code={code} dangerouslySetInnerHTML={{ __html: html || escaped(t('frame.offline')) }} />
      ))}
      {problems.some(({ code }) => code === 'pagedeleted') && (
        <label class="choice">
          <input type="checkbox" checked={recreate} onChange={event => setRecreate(event.currentTarget.checked)} />
          <span>{words.recreate}</span>
        </label>
      )}
    </div>
  )
}
