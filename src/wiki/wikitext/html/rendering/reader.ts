/** Who a page is made for, as far as the interface in it is concerned: its table of contents, links to edit. */
export interface PageReader {
  readonly language: string
  /** An interface message, or our own words where there is none. */
  message(key: string): string
}
