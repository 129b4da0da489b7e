import { useEffect, useRef } from 'preact/hooks'
import { pressed } from '../shared/keys.ts'
import { t } from '../shared/texts.ts'
import type { View } from './beside.tsx'
import { keyText, toolsFor } from './commands.ts'
import type { EditorProps } from './props.ts'

const VIEWS: Readonly<Record<string, View>> = { 'Alt+1': 'source', 'Alt+2': 'preview', 'Alt+3': 'changes' }

/** The views of a page, in the order of their keys. */
export const viewsOf = ({ model }: EditorProps): readonly View[] =>
  model === 'Scribunto' ? [...Object.values(VIEWS), 'console'] : Object.values(VIEWS)

/** The editor's shortcuts and their names in the list of shortcuts. */
export function useKeys(props: EditorProps, submit: () => void, setView: (view: View) => void): void {
  const latest = useRef(submit)
  latest.current = submit
  useEffect(() => {
    const { words } = props
    const onKey = (event: KeyboardEvent) => {
      const key = pressed(event)
      const chosen = key === 'Alt+4' && viewsOf(props).includes('console') ? 'console' : VIEWS[key]
      if (key !== 'Ctrl+s' && key !== 'Ctrl+Enter' && chosen === undefined) return
      event.preventDefault()
      if (chosen !== undefined) setView(chosen)
      else latest.current()
    }
    const onList = ({ detail }: DocumentEventMap['list-keys']) => {
      detail.push(['Ctrl+S', words.savechanges ?? ''], ['Alt+1', t('write.source')])
      detail.push(['Alt+2', words.preview ?? ''], ['Alt+3', words.showdiff ?? ''], ['Ctrl+F', t('write.find')])
      if (props.model === 'Scribunto') detail.push(['Alt+4', t('write.console')])
      if (props.model === 'wikitext')
        for (const { key, name } of toolsFor(props).flat()) if (key !== undefined) detail.push([keyText(key), t(name)])
    }
    document.addEventListener('keydown', onKey, true)
    document.addEventListener('list-keys', onList)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      document.removeEventListener('list-keys', onList)
    }
  }, [props, setView])
}
