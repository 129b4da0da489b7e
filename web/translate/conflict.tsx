import { t } from '../shared/texts.ts'
import { Difference, Forms } from './bits.tsx'
import { useDesk } from './context.ts'
import { keepMine, takeTheirs } from './saving.ts'

/** Edit conflict: shows both texts. Nothing is overwritten before the user chooses. */
export function ConflictChoice() {
  const desk = useDesk()
  const { theirs, by } = desk.conflict.value!
  const { language } = desk.props
  const mine = desk.forms.value
  return (
    <div class="note warning tr-conflict" role="alert">
      <p>
        <b>{t('translate.conflict')}</b>{' '}
        {by === null
          ? t('translate.conflict_somebody')
          : t('translate.conflict_by', { name: by.full_name || by.username })}
      </p>
      <div class="tr-label">{t('translate.theirs')}</div>
      <Forms of={theirs.target} in={language} />
      <div class="tr-label">{t('translate.from_theirs')}</div>
      {mine.map((form, i) => (
        <Difference key={`${i}`} from={theirs.target[i] ?? ''} to={form} in={language} />
      ))}
      <p class="buttons">
        {desk.writes && (
          <button type="button" class="button first" onClick={() => keepMine(desk)}>
            {t('translate.keep_mine')}
          </button>
        )}
        <button type="button" class="button" onClick={() => takeTheirs(desk)}>
          {t('translate.take_theirs')}
        </button>
      </p>
      <p class="small quiet">{t('translate.conflict_hint')}</p>
    </div>
  )
}
