// Translation Memory eXchange, the exchange format between translation tools.

import { escapeAttribute, escapeText, forbidden } from '../xml/text.ts'

const FORBIDDEN = new RegExp(forbidden.source, 'g')

/** XML cannot contain control characters; they are dropped rather than failing the whole download. */
const clean = (text: string): string => escapeText(text.replace(FORBIDDEN, ''))

/** `pt_BR` → `pt-BR`; the case stays, because most tools expect it. */
const tagOf = (code: string): string => code.replaceAll('_', '-').replace('@', '-x-')

const variant = (language: string, text: string): string =>
  `      <tuv xml:lang="${escapeAttribute(tagOf(language))}"><seg>${clean(text)}</seg></tuv>\n`

/** Everything before the first unit. Without a source language, the first variant of each unit is the source. */
export const tmxHead = (sourceLanguage?: string, project?: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4">
  <header creationtool="Parlance" creationtoolversion="1" segtype="sentence" o-tmf="plain" adminlang="en" srclang="${
    sourceLanguage === undefined ? '*all*' : escapeAttribute(tagOf(sourceLanguage))
  }" datatype="plaintext"${project === undefined ? '/>' : `>\n    <prop type="project">${clean(project)}</prop>\n  </header>`}
  <body>
`

export const TMX_TAIL = '  </body>\n</tmx>\n'

export interface TmxPair {
  readonly source: string
  readonly target: string
  readonly source_language: string
  readonly target_language: string
  readonly origin?: string
  readonly note?: string | undefined
}

/** A unit with one translation. */
export const tmxUnit = ({
  source,
  target,
  source_language,
  target_language,
  origin = '',
  note = '',
}: TmxPair): string =>
  [
    '    <tu>\n',
    origin === '' ? '' : `      <prop type="x-origin">${clean(origin)}</prop>\n`,
    note === '' ? '' : `      <note>${clean(note)}</note>\n`,
    variant(source_language, source),
    variant(target_language, target),
    '    </tu>\n',
  ].join('')
