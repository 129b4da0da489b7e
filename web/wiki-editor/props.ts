/** Initial data of the editor, written by `src/wiki/pages/edit/island.ts`. */
export interface EditorProps {
  readonly api: string
  /** Path of `index.php`. */
  readonly script: string
  /** Language of labels and API messages. */
  readonly language: string
  readonly title: string
  readonly exists: boolean
  readonly section: string
  readonly model: string
  readonly text: string
  readonly summary: string
  readonly minor: boolean
  readonly watch: boolean
  readonly mayMark: boolean
  readonly mayWatch: boolean
  /** Watchlist expiry options, if enabled: value and label. */
  readonly watchTimes?: readonly (readonly [value: string, text: string])[]
  readonly watchTime?: string
  /** Revision of the text, and base revision of the edit; 0 for a new page. */
  readonly base: number
  readonly starttime: string
  readonly undo: number
  readonly undoAfter: number
  /** The old revision being edited; 0 for the current one. */
  readonly oldid: number
  readonly contentLanguage: string
  readonly direction: 'ltr' | 'rtl'
  /** URL of the page, and heading of the editor. */
  readonly address: string
  readonly heading: string
  /** Edit notices, as HTML. */
  readonly notices: string
  /** Copyright terms, as HTML. */
  readonly terms: string
  readonly templateNamespace: string
  readonly fileNamespace: string
  /** Wiki messages, by name. */
  readonly words: Readonly<Record<string, string>>
}
