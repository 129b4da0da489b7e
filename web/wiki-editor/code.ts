import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching } from '@codemirror/language'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view'
import type { ActionApi } from '../shared/action-api.ts'
import { t } from '../shared/texts.ts'
import { toolsFor } from './commands.ts'
import { pageNames } from './complete.ts'
import { faultyLine, goToLine, lineInAddress } from './faulty-line.ts'
import { lua } from './lua.ts'
import { Parameters } from './parameters.ts'
import type { EditorProps } from './props.ts'
import { wikitext } from './wikitext.ts'

/** Extensions shared by all source views. */
export function sourceExtensions(props: EditorProps, label: string): Extension[] {
  const isCode = props.model !== 'wikitext' && props.model !== 'text'
  return [
    highlightSpecialChars(),
    drawSelection(),
    EditorView.lineWrapping,
    EditorView.perLineTextDirection.of(!isCode),
    EditorView.contentAttributes.of({
      'aria-label': label,
      lang: props.contentLanguage,
      dir: isCode ? 'ltr' : props.direction,
      spellcheck: isCode ? 'false' : 'true',
      autocapitalize: isCode ? 'off' : 'sentences',
    }),
    ...(props.model === 'wikitext' ? wikitext() : props.model === 'Scribunto' ? lua() : []),
  ]
}

/** Page names, templates and their parameters. */
function completions(api: ActionApi, { templateNamespace, language }: EditorProps): Extension {
  const parameters = new Parameters(api, templateNamespace, language)
  return autocompletion({
    override: [pageNames(api, templateNamespace, parameters), parameters.complete],
    icons: false,
  })
}

interface Wishes {
  /** Called when the text changes. */
  readonly changed: () => void
}

/** The source editor. Tab moves the focus, as everywhere on the page. */
export function openEditor(
  parent: HTMLElement,
  props: EditorProps,
  doc: string,
  api: ActionApi,
  { changed }: Wishes,
): EditorView {
  const tools = toolsFor(props).flat()
  const isWikitext = props.model === 'wikitext'
  const keys = tools.flatMap(({ key, run }) =>
    key === undefined || !isWikitext ? [] : [{ key, run, preventDefault: true }],
  )
  const editor = new EditorView({
    parent,
    state: EditorState.create({
      doc,
      extensions: [
        ...sourceExtensions(props, props.words['edit-textarea-aria-label'] ?? ''),
        props.model === 'Scribunto' ? [lineNumbers(), faultyLine] : [],
        history(),
        bracketMatching(),
        closeBrackets(),
        highlightSelectionMatches(),
        search({ top: true }),
        EditorState.phrases.of(phrases()),
        isWikitext ? completions(api, props) : [],
        keymap.of([...keys, ...closeBracketsKeymap, ...completionKeymap, ...searchKeymap, ...historyKeymap]),
        keymap.of(defaultKeymap),
        EditorView.updateListener.of(update => {
          if (update.docChanged) changed()
        }),
      ],
    }),
  })
  const line = lineInAddress(location.hash)
  if (line !== null) goToLine(editor, line)
  return editor
}

/** Translations of CodeMirror's own labels. */
const phrases = (): Record<string, string> => ({
  Find: t('write.find'),
  Replace: t('write.replace'),
  next: t('write.next'),
  previous: t('write.previous'),
  all: t('write.all'),
  'match case': t('write.match_case'),
  regexp: t('write.regexp'),
  'by word': t('write.by_word'),
  replace: t('write.replace_one'),
  'replace all': t('write.replace_all'),
  close: t('frame.close'),
})
