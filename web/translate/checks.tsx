import { t } from '../shared/texts.ts'
import { dismiss, shownChecks } from './actions.ts'
import { useDesk } from './context.ts'

/** Failing checks of the saved or typed text. */
export function Checks() {
  const desk = useDesk()
  const checks = shownChecks(desk)
  const aside = desk.live.value === null ? (desk.work.value?.checks.filter(each => each.dismissed) ?? []) : []
  const mayDismiss = desk.may.dismiss_check && desk.live.value === null
  return (
    <div id="tr-checks" aria-live="polite">
      {checks.length > 0 && (
        <div class="tr-warn">
          <b>{t('translate.checks', { count: checks.length })}</b>
          <ul>
            {checks.map(check => (
              <li key={check.id}>
                <b>{check.name}:</b> {check.description}
                {mayDismiss && !check.enforced && (
                  <button type="button" class="tr-link" onClick={() => dismiss(desk, check)}>
                    {t('translate.dismiss')}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      {aside.length > 0 && (
        <p class="small quiet">
          {t('translate.dismissed')}{' '}
          {aside.map((check, i) => (
            <span key={check.id}>
              {i > 0 && ', '}
              {check.name}
              {mayDismiss && (
                <button type="button" class="tr-link" onClick={() => dismiss(desk, check, 'restore')}>
                  {t('translate.restore_check')}
                </button>
              )}
            </span>
          ))}
        </p>
      )}
    </div>
  )
}
