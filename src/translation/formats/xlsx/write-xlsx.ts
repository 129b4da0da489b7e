// Writes a workbook with one sheet. Cells have type text, so spreadsheets do not run them as formulas.

import { csvColumns } from '../csv/edit.ts'
import { type ExportContext, type ExportUnit, formPairs } from '../exported-unit.ts'
import { FormatError } from '../format-error.ts'
import { escapeAttribute, escapeText } from '../xml/text.ts'
import { writeZip } from '../zip/write-zip.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const types = 'http://schemas.openxmlformats.org/package/2006/content-types'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The earliest time of a zip archive, so that the same strings give the same bytes. */
const NEVER = new Date(Date.UTC(1980, 0, 1))
const LONGEST_CELL = 32_767

export function toXlsx(units: readonly ExportUnit[], context: ExportContext): Uint8Array {
  const rows = units.flatMap(unit =>
    formPairs(unit).map(({ source, target }) => [
      unit.location ?? '',
      source,
      target,
      '',
      unit.fuzzy ? 'True' : '',
      unit.context,
      '',
      unit.note ?? '',
    ]),
  )
  return writeZip(
    new Map(
      Object.entries({
        '[Content_Types].xml': `<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind}.worksheet+xml"/></Types>`,
        '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
        'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
        'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escapeAttribute(sheetName(context.targetLanguage))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
        'xl/worksheets/sheet1.xml': sheet([csvColumns, ...rows]),
      }).map(([name, text]) => [name, Buffer.from(declaration + text)]),
    ),
    NEVER,
  )
}

// Spreadsheets allow 31 characters without a few special ones.
const sheetName = (language: string): string => language.replace(/[[\]*?:/\\]/g, '_').slice(0, 31) || 'strings'

const sheet = (rows: readonly (readonly string[])[]): string =>
  `<worksheet xmlns="${main}"><sheetData>${rows.map(row).join('')}</sheetData></worksheet>`

const row = (cells: readonly string[], i: number): string =>
  `<row r="${i + 1}">${cells.map((text, column) => cell(text, `${String.fromCharCode(65 + column)}${i + 1}`)).join('')}</row>`

const cell = (text: string, at: string): string =>
  text === '' ? '' : `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escapeText(cellText(text))}</t></is></c>`

// Characters that XML cannot represent are written as _xHHHH_; text that looks like that is escaped as well.
export const cellText = (text: string): string => {
  if (text.length > LONGEST_CELL)
    throw new FormatError(
      `a text of ${text.length} characters does not fit into a cell of a spreadsheet (${LONGEST_CELL})`,
    )
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(
      /[\u0000-\u0008\u000b\u000c\r\u000e-\u001f\ufffe\uffff]/g,
      char => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
}
