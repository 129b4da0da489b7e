// How fast dumps are imported, and whether the end of a long one is as fast as its beginning.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { generateDump } from './generate-dump.ts'
import { numberAfter, print, type Row } from './report.ts'
import { inTemporaryFolder } from './temporary.ts'

const shared = process.env.PARLANCE_SHARED ?? path.join(import.meta.dirname, '..', '..', '..', 'shared')

/** `--pages N` for a generated dump smaller than the usual 200,000 pages. */
export async function bench(args: readonly string[]): Promise<void> {
  const pages = numberAfter(args, '--pages', 200_000)
  const rows: Row[] = []
  const small = path.join(shared, 'data', 'smallwiki.xml.gz')
  if (existsSync(small)) rows.push(await importOf('smallwiki.xml.gz', small))
  await inTemporaryFolder(async folder => {
    const file = path.join(folder, 'generated.xml')
    await generateDump(file, pages)
    rows.push(await importOf(`${pages} generated pages`, file))
  })
  print('import', rows)
}

/** Each in a process of its own, so that its memory is its own. */
const importOf = (name: string, file: string): Promise<Row> =>
  inTemporaryFolder(async data => {
    const child = fork(path.join(import.meta.dirname, 'import-once.ts'), [data, file], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    const [measured] = await once(child, 'message')
    await once(child, 'exit')
    return { dump: name, MB: statSync(file).size / 1e6, ...measured }
  })
