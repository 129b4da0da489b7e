import type { RefObject } from 'preact'
import { t } from '../shared/texts.ts'

interface ToolbarProps {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly onText: (text: string) => void
}

/** Buttons that write wikitext around the selection. */
export function Toolbar({ field, onText }: ToolbarProps) {
  const put = (before: string, after = '') => {
    const element = field.current!
    const [start, end] = [element.selectionStart, element.selectionEnd]
    const { value } = element
    element.value = value.slice(0, start) + before + value.slice(start, end) + after + value.slice(end)
    element.focus()
    element.setSelectionRange(start + before.length, end + before.length)
    onText(element.value)
  }
  const lineStart = () => {
    const element = field.current!
    return element.selectionStart === 0 || element.value[element.selectionStart - 1] === '\n' ? '* ' : '\n* '
  }
  return (
    <div class="reply-tools" role="toolbar" aria-label={t('talk.formatting')}>
      <button type="button" aria-label={t('talk.bold')} title={t('talk.bold')} onClick={() => put("'''", "'''")}>
        <b>B</b>
      </button>
      <button type="button" aria-label={t('talk.italic')} title={t('talk.italic')} onClick={() => put("''", "''")}>
        <i>I</i>
      </button>
      <button type="button" onClick={() => put('[[', ']]')}>
        {t('talk.link')}
      </button>
      <button type="button" title={t('talk.mention_hint')} onClick={() => put('@')}>
        @ {t('talk.mention')}
      </button>
      <button type="button" aria-label={t('talk.list')} title={t('talk.list')} onClick={() => put(lineStart())}>
        •
      </button>
    </div>
  )
}
