// Updates PO files to match the template with gettext's msgmerge, which runs with a time limit and without a shell.

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { paramsOf } from '../../catalogue/component-format.ts'
import { format } from '../../formats/index.ts'
import { readFile } from '../../formats/read-file.ts'
import { type AddonFiles, AddonFilesError, type FileChanges, needsGettext } from './addon-files.ts'

const PATIENCE_MS = 60_000
const MOST_OUTPUT = 64 * 1024 * 1024

interface Run {
  readonly args: readonly string[]
  readonly signal?: AbortSignal | undefined
}

function run({ args, signal }: Run): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  execFile(
    'msgmerge',
    args,
    {
      cwd: '/',
      env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C.UTF-8' },
      encoding: 'buffer',
      maxBuffer: MOST_OUTPUT,
      timeout: PATIENCE_MS,
      killSignal: 'SIGKILL',
      ...(signal && { signal }),
    },
    (error, stdout, stderr) => {
      if (error === null) resolve(stdout)
      else reject(new AddonFilesError(reasonFor(error as Error & { killed?: boolean }, stderr.toString('utf8'))))
    },
  ).stdin?.end()
  return promise
}

function reasonFor(error: { killed?: boolean; message: string }, output: string): string {
  if (error.killed) return 'msgmerge timed out.'
  const line = output.split('\n').find(each => each.trim() !== '')
  return `msgmerge failed: ${(line ?? 'no reason given').replaceAll(/\S*parlance-msgmerge-[^/\s]*\//g, '').slice(0, 300)}`
}

let isInstalled: Promise<boolean> | undefined

function hasMsgmerge(): Promise<boolean> {
  isInstalled ??= run({ args: ['--version'] }).then(
    () => true,
    () => false,
  )
  return isInstalled
}

/** Whether a file has the strings of the template and names its creation date, so that there is nothing to do. */
async function isCurrent(content: Buffer, template: { date: string; ids: ReadonlySet<string> }): Promise<boolean> {
  const file = await readFile(format('po')!, content)
  const ids = file.units.filter(unit => !unit.obsolete).map(unit => unit.id)
  return (
    (file.headers.get('POT-Creation-Date') ?? '') === template.date &&
    ids.length === template.ids.size &&
    ids.every(id => template.ids.has(id))
  )
}

export const msgmerge: AddonFiles = {
  name: 'weblate.gettext.msgmerge',
  label: 'Update PO files to match POT (msgmerge)',
  changesStrings: true,
  refuses: async parts => {
    if (needsGettext(parts) !== null) return needsGettext(parts)
    if (parts.component.new_base === '') return 'This add-on needs a template for new translations (new_base).'
    return (await hasMsgmerge())
      ? null
      : 'This add-on needs the program "msgmerge", which is not installed on this server.'
  },
  write: async ({ parts, settings, translations, read, signal }) => {
    const changes: FileChanges = new Map()
    const base = await read(parts.component.new_base)
    if (base === null) return changes
    const parsed = await readFile(format('po')!, base)
    const date = parsed.headers.get('POT-Creation-Date') ?? ''
    const template = { date, ids: new Set(parsed.units.filter(unit => !unit.obsolete).map(unit => unit.id)) }
    const { po_keep_previous, po_no_location, po_fuzzy_matching, po_line_wrap } = paramsOf(parts.component)
    const options = [
      ...(settings.previous === false || po_keep_previous === false ? [] : ['--previous']),
      ...(settings.no_location === true || po_no_location === true ? ['--no-location'] : []),
      ...(settings.fuzzy === false || po_fuzzy_matching === false ? ['--no-fuzzy-matching'] : []),
      ...(po_line_wrap === undefined ? [] : ['--no-wrap']),
    ]
    const folder = await mkdtemp(path.join(tmpdir(), 'parlance-msgmerge-'))
    try {
      const [pot, po] = [path.join(folder, 'base.pot'), path.join(folder, 'language.po')]
      await writeFile(pot, base)
      for (const { translation } of translations) {
        const content = await read(translation.filename)
        if (content === null || (await isCurrent(content, template))) continue
        await writeFile(po, content)
        changes.set(translation.filename, await run({ args: ['--quiet', ...options, '--', po, pot], signal }))
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
    return changes
  },
}
