import { t } from '../shared/texts.ts'
import type { View } from './beside.tsx'
import type { EditorProps } from './props.ts'
import { viewsOf } from './use-keys.ts'

interface ViewsProps {
  readonly props: EditorProps
  readonly view: View
  readonly setView: (view: View) => void
  readonly hidden: boolean
}

/** What is shown beside the source. */
export function Views({ props, view, setView, hidden }: ViewsProps) {
  return (
    <fieldset class="we-views" hidden={hidden}>
      <legend class="aside">{t('write.views')}</legend>
      {viewsOf(props).map((each, i) => (
        <button
          type="button"
          key={each}
          aria-pressed={view === each}
          aria-keyshortcuts={`Alt+${i + 1}`}
          title={`Alt+${i + 1}`}
          onClick={() => setView(each)}
        >
          {each === 'preview' ? props.words.preview : t(`write.${each}`)}
        </button>
      ))}
    </fieldset>
  )
}
