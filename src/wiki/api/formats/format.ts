export interface FormatOptions {
  readonly version: 1 | 2
  readonly utf8: boolean
  readonly ascii: boolean
  /** Indents the output, for the `fm` formats. */
  readonly pretty: boolean
}
