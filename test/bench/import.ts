// Import speed of dumps, and whether the end of a long one is as fast as its start.
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { generateDump } from './generate-dump.ts'
import { multiplyDump } from './multiply-dump.ts'
import { numberAfter, print, type Row } from './report.ts'
import { inTemporaryFolder } from './temporary.ts'

const shared = process.env.PARLANCE_SHARED ?? path.join(import.meta.dirname, '..', '..', '..', 'shared')

/** For larger dumps, the startup time does not matter, and the whole command is not measured separately. */
const LONG = 20e6

/** `--pages N` of the generated dump, default 200,000; `--copies N` of the small wiki in one dump, default 20. */
export async function bench(args: readonly string[]): Promise<void> {
  const pages = numberAfter(args, '--pages', 200_000)
  const copies = numberAfter(args, '--copies', 20)
  const rows: Row[] = []
  const small = path.join(shared, 'data', 'smallwiki.xml.gz')
  if (existsSync(small)) {
    rows.push(await importOf('smallwiki.xml.gz', small))
    await inTemporaryFolder(async folder => {
      const file = path.join(folder, 'copies.xml')
      await multiplyDump(small, file, copies)
      rows.push(await importOf(`smallwiki ${copies} times`, file))
    })
  }
  await inTemporaryFolder(async folder => {
    const file = path.join(folder, 'generated.xml')
    await generateDump(file, pages)
    rows.push(await importOf(`${pages} generated pages`, file))
  })
  print('import', rows)
}

/** Runs in its own process to measure memory separately. */
const importOf = (name: string, file: string): Promise<Row> =>
  inTemporaryFolder(async data => {
    const size = statSync(file).size
    const command = size > LONG ? '' : await secondsOfCommand(file)
    const child = fork(path.join(import.meta.dirname, 'import-once.ts'), [data, file], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    const [measured] = await once(child, 'message')
    await once(child, 'exit')
    return { dump: name, MB: size / 1e6, 'whole command': command, ...measured }
  })

/** Duration of the whole command, including startup. */
const secondsOfCommand = (file: string): Promise<number> =>
  inTemporaryFolder(async data => {
    const program = path.join(import.meta.dirname, '..', '..', 'bin', 'parlance.js')
    const began = performance.now()
    const child = spawn(process.execPath, [program, 'wiki', 'import', '--data', data, file], { stdio: 'ignore' })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`parlance wiki import exited with ${code}`)
    return (performance.now() - began) / 1000
  })
