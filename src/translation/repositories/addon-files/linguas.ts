// Lists of languages for gettext's build rules: the LINGUAS file and the ALL_LINGUAS variable.

import path from 'node:path'
import { filesOf } from '../take-in.ts'
import { type AddonFiles, type AddonFilesContext, type FileChanges, needsGettext } from './addon-files.ts'

/** Language codes as the file names have them, without the source language. */
function codesOf({ parts, paths }: AddonFilesContext): string[] {
  const codes = filesOf(parts, paths).flatMap(({ code }) => code ?? [])
  return [...new Set(codes)].filter(code => code !== parts.sourceLanguage.code).sort()
}

/** The updated text of a LINGUAS file, which has one language per line or all of them in one line. */
export function updateLinguas(text: string, codes: readonly string[]): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const lines = text.split(/\r?\n/)
  const listed = lines.map(line => line.replace(/#.*/s, '').trim())
  const single = listed.findIndex(line => /\s/.test(line))
  if (single !== -1) {
    const kept = lines.flatMap((line, i) => (i === single ? codes.join(' ') : listed[i] === '' ? line : []))
    const isSame = listed[single]!.split(/\s+/).join(' ') === codes.join(' ') && kept.length === lines.length
    return isSame ? text : kept.join(newline)
  }
  const present = new Set(listed)
  const missing = codes.filter(code => !present.has(code))
  const kept = lines.filter((_, i) => listed[i] === '' || codes.includes(listed[i]!))
  if (missing.length === 0 && kept.length === lines.length) return text
  const own = kept.filter(line => line.replace(/#.*/s, '').trim() !== '')
  const isSorted = own.every((line, i) => i === 0 || own[i - 1]! <= line)
  for (const code of missing) {
    const before = isSorted ? kept.findIndex(line => line.replace(/#.*/s, '').trim() > code) : -1
    const end = kept.findLastIndex(line => line !== '') + 1
    kept.splice(before === -1 ? end : before, 0, code)
  }
  const result = kept.join(newline)
  return result === '' || result.endsWith(newline) ? result : result + newline
}

export const linguas: AddonFiles = {
  name: 'weblate.gettext.linguas',
  label: 'Update LINGUAS file',
  refuses: needsGettext,
  write: async context => {
    const { new_base, filemask } = context.parts.component
    const name = path.posix.join(path.posix.dirname(new_base || filemask), 'LINGUAS')
    const content = await context.read(name)
    return changed(name, content, content && updateLinguas(content.toString('utf8'), codesOf(context)))
  },
}

const VARIABLE = /^([ \t]*ALL_LINGUAS=")[^"\r\n]*(")/gm

export const configure: AddonFiles = {
  name: 'weblate.gettext.configure',
  label: 'Update ALL_LINGUAS variable in the "configure" file',
  refuses: needsGettext,
  write: async context => {
    const codes = codesOf(context).join(' ')
    const changes: FileChanges = new Map()
    for (const name of ['configure', 'configure.in', 'configure.ac']) {
      const content = await context.read(name)
      const text = content?.toString('latin1').replace(VARIABLE, `$1${codes}$2`)
      for (const [file, bytes] of changed(name, content, text ?? null, 'latin1')) changes.set(file, bytes)
    }
    return changes
  },
}

function changed(
  name: string,
  content: Buffer | null,
  text: string | null,
  encoding: 'utf8' | 'latin1' = 'utf8',
): FileChanges {
  if (content === null || text === null) return new Map()
  const bytes = Buffer.from(text, encoding)
  return bytes.equals(content) ? new Map() : new Map([[name, bytes]])
}
