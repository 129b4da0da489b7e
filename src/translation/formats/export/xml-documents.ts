// Exchange formats between translation tools: XLIFF, translation memories (TMX) and term bases (TBX).

import { type ExportContext, type ExportUnit, formPairs, isTranslated } from '../exported-unit.ts'
import { TMX_TAIL, tmxHead, tmxUnit } from '../tmx/write-tmx.ts'
import { escapeAttribute, escapeText } from '../xml/text.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

export function toXliff(version: '1.1' | '1.2') {
  return (units: readonly ExportUnit[], { project, sourceLanguage, targetLanguage }: ExportContext): Uint8Array => {
    const lines = [
      `<xliff version="${version}" xmlns="urn:oasis:names:tc:xliff:document:${version}">`,
      `  <file${attributes({ original: project, datatype: 'po', 'source-language': sourceLanguage, 'target-language': targetLanguage })}>`,
      '    <body>',
      ...units.flatMap((unit, i) => transUnits(unit, String(i + 1))),
      '    </body>',
      '  </file>',
      '</xliff>',
      '',
    ]
    return Buffer.from(declaration + lines.join('\n'))
  }
}

// Plural forms are a group of units, as in the XLIFF representation guide for PO files.
function transUnits(unit: ExportUnit, id: string): string[] {
  const pairs = formPairs(unit)
  if (pairs.length <= 1) return [transUnit(unit, pairs[0] ?? { source: '', target: '' }, id)]
  const inner = pairs.map((pair, i) => transUnit(unit, pair, `${id}[${i}]`))
  return [`      <group${attributes({ id, restype: 'x-gettext-plurals' })}>`, ...inner, '      </group>']
}

function transUnit(unit: ExportUnit, { source, target }: { source: string; target: string }, id: string): string {
  const state =
    target === ''
      ? ''
      : unit.fuzzy
        ? ' state="needs-translation"'
        : unit.approved
          ? ' state="final"'
          : ' state="translated"'
  const names = {
    id,
    ...(unit.context === '' ? {} : { resname: unit.context }),
    'xml:space': 'preserve',
    ...(unit.approved ? { approved: 'yes' } : {}),
  }
  const target12 = target === '' ? '' : `\n        <target${state}>${text(target)}</target>`
  const note = unit.note ? `\n        <note>${text(unit.note)}</note>` : ''
  return `      <trans-unit${attributes(names)}>\n        <source>${text(source)}</source>${target12}${note}\n      </trans-unit>`
}

export function toTmx(
  units: readonly ExportUnit[],
  { sourceLanguage: source_language, targetLanguage: target_language, project }: ExportContext,
): Uint8Array {
  const memory = units
    .filter(unit => isTranslated(unit) && !unit.fuzzy)
    .flatMap(unit =>
      formPairs(unit)
        .filter(({ source, target }) => source !== '' && target !== '')
        .map(pair => tmxUnit({ ...pair, source_language, target_language, note: unit.note })),
    )
  return Buffer.from(tmxHead(source_language, project) + memory.join('') + TMX_TAIL)
}

export function toTbx(
  units: readonly ExportUnit[],
  { sourceLanguage, targetLanguage, project }: ExportContext,
): Uint8Array {
  const language = (code: string, term: string, isForbidden = false) => [
    `        <langSet xml:lang="${escapeAttribute(tag(code))}">`,
    `          <tig><term>${text(term)}</term>${isForbidden ? '<termNote type="administrativeStatus">forbidden</termNote>' : ''}</tig>`,
    '        </langSet>',
  ]
  const terms = units
    .filter(unit => isTranslated(unit) || unit.isUntranslatable)
    .flatMap((unit, i) => [
      `      <termEntry id="t${i + 1}">`,
      ...(unit.note ? [`        <descrip type="definition">${text(unit.note)}</descrip>`] : []),
      ...language(sourceLanguage, unit.source[0] ?? ''),
      ...(unit.isUntranslatable ? ['        <descrip type="Translation needed">No</descrip>'] : []),
      ...language(targetLanguage, unit.isUntranslatable ? unit.source[0]! : (unit.target[0] ?? ''), unit.isForbidden),
      '      </termEntry>',
    ])
  const lines = [
    `<martif type="TBX" xml:lang="${escapeAttribute(tag(sourceLanguage))}">`,
    `  <martifHeader><fileDesc><sourceDesc><p>${text(project)}</p></sourceDesc></fileDesc></martifHeader>`,
    '  <text>',
    '    <body>',
    ...terms,
    '    </body>',
    '  </text>',
    '</martif>',
    '',
  ]
  return Buffer.from(declaration + lines.join('\n'))
}

// XML cannot contain control characters; they are dropped rather than failing the whole download.
function text(value: string): string {
  return escapeText(value.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, ''))
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join('')
}

function tag(language: string): string {
  return language.replaceAll('_', '-').replace('@', '-x-')
}
