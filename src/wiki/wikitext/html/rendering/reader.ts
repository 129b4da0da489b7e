/** The reader a page is rendered for, for interface elements such as the table of contents and edit links. */
export interface PageReader {
  readonly language: string
  /** An interface message, or our own text if there is none. */
  message(key: string): string
}
