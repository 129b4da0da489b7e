import { memo } from '../shared/memo.ts'
import { t } from '../shared/texts.ts'
import { standing, Visible } from './bits.tsx'
import type { Desk } from './desk.ts'
import { sameForms } from './drafts.ts'
import { SAVE_WORDS } from './sent.ts'
import { type Check, type Row, tag } from './types.ts'
import type { RowText } from './zen-state.ts'

interface QuietProps extends RowText {
  readonly desk: Desk
  readonly rank: number
  readonly row: Row | undefined
  readonly checks: readonly Check[] | undefined
}

/** A string that is not being edited: plain text, and a button to edit it. Rendered only when something changed. */
export const QuietRow = memo(
  ({ desk, rank, row, target, saving, checks }: QuietProps) => {
    const { language, sourceLanguage } = desk.props
    if (row === undefined) return <li class="zen-row zen-quiet">…</li>
    const { look, word } = standing(row)
    const choose = () => {
      void desk.open(rank).then(() => {
        desk.wantsFocus.value++
      })
    }
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the button inside takes keys
      <li class={`zen-row zen-quiet ${look}`} data-save-state={saving ?? undefined} onClick={choose}>
        <div class="zen-source">
          {row.source.map((form, i) => (
            <p key={`${i}`} lang={tag(sourceLanguage)} dir={sourceLanguage.direction}>
              <Visible text={form} />
            </p>
          ))}
          {row.context !== '' && <p class="small quiet zen-context">{row.context}</p>}
        </div>
        <div class="zen-target">
          <button type="button" class="zen-text">
            <span class="aside">{t('translate.zen_edit', { string: row.source[0] ?? '' })}</span>
            {target.every(form => form === '') ? (
              <span class="quiet">{t('state.open')}</span>
            ) : (
              target.map((form, i) => (
                <span key={`${i}`} lang={tag(language)} dir={language.direction}>
                  <Visible text={form} />
                </span>
              ))
            )}
          </button>
          <p class="small quiet zen-state">
            <span class="chip">
              <i class={look} aria-hidden="true" />
              {word}
            </span>
            {saving !== null && <span class="tr-saving">{t(SAVE_WORDS[saving])}</span>}
            {row.has_suggestion && <span>{t('translate.suggested_word')}</span>}
            {row.has_comment && <span>{t('translate.commented_word')}</span>}
          </p>
          {checks !== undefined && checks.length > 0 && (
            <ul class="small zen-checks">
              {checks.map(({ id, name, description }) => (
                <li key={id}>
                  <b>{name}:</b> {description}
                </li>
              ))}
            </ul>
          )}
        </div>
      </li>
    )
  },
  (a, b) =>
    a.rank === b.rank &&
    a.row === b.row &&
    a.saving === b.saving &&
    a.checks === b.checks &&
    sameForms(a.target, b.target),
)
