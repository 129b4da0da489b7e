export interface FormatOptions {
  readonly version: 1 | 2
  readonly utf8: boolean
  readonly ascii: boolean
  /** For people: the `fm` formats indent. */
  readonly pretty: boolean
}
