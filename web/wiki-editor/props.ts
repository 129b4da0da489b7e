/** What the page tells the editor; `src/wiki/pages/edit/island.ts` writes it. */
export interface EditorProps {
  readonly api: string
  /** Where `index.php` is. */
  readonly script: string
  /** The language of the words and of what the API says. */
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
  /** How long the page can be watched, where one can say so: what is sent, and how it is called. */
  readonly watchTimes?: readonly (readonly [value: string, text: string])[]
  readonly watchTime?: string
  /** The revision that the text is of, and the one that is written on; 0 for a page that is not there. */
  readonly base: number
  readonly starttime: string
  readonly undo: number
  readonly undoAfter: number
  /** An old revision whose text is edited; 0 for the current one. */
  readonly oldid: number
  readonly contentLanguage: string
  readonly direction: 'ltr' | 'rtl'
  /** Where the page is, and what stands above the editor. */
  readonly address: string
  readonly heading: string
  /** HTML: what one should know before writing. */
  readonly notices: string
  /** HTML: under which terms. */
  readonly terms: string
  readonly templateNamespace: string
  readonly fileNamespace: string
  /** Messages of the wiki, by their names. */
  readonly words: Readonly<Record<string, string>>
}
